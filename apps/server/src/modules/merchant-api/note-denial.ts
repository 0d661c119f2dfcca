import { merchantDenials, toMerchantError } from '@suanpan/domain/merchant-errors';
import type { RawRequest } from '../../platform/http/bind-raw.ts';
import type { Http } from '../../platform/http/create-http.ts';
import { toRefusal } from '../../platform/http/fault.ts';
import type { MerchantCaller } from './admission/key-ring.ts';
import { MerchantFault } from './merchant-fault.ts';

export type DenialListener = (
  request: RawRequest,
  error: unknown,
  proven: Pick<MerchantCaller, 'counterId' | 'customerId'> | undefined,
) => void;

/** Tells the log of refusals of authority (reliability §7.7); other errors are none of its business. */
export function denialListener(app: Http): DenialListener {
  return (request, error, proven) => {
    const name = error instanceof MerchantFault ? error.fault : toMerchantError(toRefusal(error).refusal);
    const refusal = merchantDenials[name];
    if (refusal === undefined) return;
    const caller = proven ?? (error instanceof MerchantFault ? error.details.caller : undefined);
    const { ip, method, path, requestId, userAgent } = request;
    app.options.onDenied?.({
      actor: undefined,
      merchant: merchantOf(caller),
      refusal,
      ip,
      method,
      path,
      requestId,
      userAgent,
    });
  };
}

/** The legacy form has no key: its counters are the merchant's, below zero. */
function merchantOf(caller: Parameters<DenialListener>[2]) {
  if (caller === undefined) return { customerId: null, keyId: null };
  return { customerId: caller.customerId, keyId: caller.counterId > 0n ? caller.counterId : null };
}
