import { isUtf8 } from 'node:buffer';
import { MerchantFault } from './merchant-fault.ts';

const quote = 0x22;
const backslash = 0x5c;
const colon = 0x3a;
/** Deeper than any schema of the merchant API. */
const depthLimit = 8;

/**
 * Strict JSON from raw bytes: valid UTF-8, one value, no field twice in one object, no prototype keys. An empty
 * body is an empty object. Throws a MerchantFault.
 */
export function readJson(raw: Buffer): unknown {
  if (raw.length === 0) return {};
  let value: unknown;
  try {
    if (!isUtf8(raw)) throw new SyntaxError('not UTF-8');
    value = JSON.parse(raw.toString('utf8'));
  } catch {
    throw new MerchantFault('invalid_request', { sentence: 'invalid_json' });
  }
  // JSON.parse keeps the last of two fields of one name; a signer may have meant the first. In valid JSON every
  // field has one colon outside of strings, so more colons than fields means that some were given twice.
  if (countColons(raw) !== countFields(value, 1)) {
    throw new MerchantFault('invalid_request', { sentence: 'repeated_field' });
  }
  return value;
}

function countColons(raw: Buffer): number {
  let colons = 0;
  let inText = false;
  for (let place = 0; place < raw.length; place += 1) {
    const byte = raw[place];
    if (inText) {
      if (byte === backslash) place += 1;
      else if (byte === quote) inText = false;
    } else if (byte === quote) inText = true;
    else if (byte === colon) colons += 1;
  }
  return colons;
}

function countFields(value: unknown, depth: number): number {
  if (typeof value !== 'object' || value === null) return 0;
  if (depth > depthLimit || Object.hasOwn(value, '__proto__')) throw new MerchantFault('invalid_request');
  const inner = Object.values(value);
  let fields = Array.isArray(value) ? 0 : inner.length;
  for (const one of inner) if (typeof one === 'object') fields += countFields(one, depth + 1);
  return fields;
}
