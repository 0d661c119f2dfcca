import { readStrictJson, StrictJsonFault } from '../../platform/http/strict-json.ts';
import { MerchantFault } from './merchant-fault.ts';

/** Deeper than any schema of the merchant API. */
const depthLimit = 8;

/** Strict JSON from raw bytes; an empty body is an empty object. Throws a MerchantFault. */
export function readJson(raw: Buffer): unknown {
  if (raw.length === 0) return {};
  try {
    return readStrictJson(raw, depthLimit);
  } catch (error) {
    if (!(error instanceof StrictJsonFault)) throw error;
    if (error.reason === 'syntax') throw new MerchantFault('invalid_request', { sentence: 'invalid_json' });
    if (error.reason === 'repeated') {
      throw new MerchantFault('invalid_request', { sentence: 'repeated_field' });
    }
    throw new MerchantFault('invalid_request', error.key === undefined ? {} : { field: error.key });
  }
}
