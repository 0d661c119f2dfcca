import { merchantErrors, toMerchantError } from '@suanpan/domain/merchant-errors';
import type { MerchantErrorName } from '@suanpan/domain/merchant-errors';
import { Refusal } from '@suanpan/domain/errors';
import type { Locale } from '@suanpan/messages/locale';
import { translate, translateError } from '@suanpan/messages/translate';
import type { MerchantFault } from './merchant-fault.ts';

export interface PresentedFault {
  readonly name: MerchantErrorName;
  readonly http: number;
  readonly message: string;
  readonly field: string | null;
  readonly retryAfterS: number | null;
  readonly id?: string | undefined;
}

/** What a merchant hears of whatever stopped his request, in his language. */
export function presentFault(fault: MerchantFault | Refusal, locale: Locale): PresentedFault {
  if (fault instanceof Refusal) return presentRefusal(fault, locale);
  const { field, detail, sentence, retryAfterS } = fault.details;
  const message =
    field !== undefined && detail !== undefined
      ? translate(locale, 'merchantApi.invalid_field', { field, detail })
      : translate(locale, `merchantApi.${sentence ?? fault.fault}`);
  return {
    name: fault.fault,
    http: merchantErrors[fault.fault],
    message,
    field: field ?? null,
    retryAfterS: retryAfterS ?? null,
    id: fault.details.id,
  };
}

function presentRefusal(refusal: Refusal, locale: Locale): PresentedFault {
  const name = toMerchantError(refusal.refusal);
  const [field] = Object.keys(refusal.fields ?? {});
  const own = translateError(locale, refusal.refusal, refusal.params);
  const http = merchantErrors[name];
  // The business often says more than the code; a sentence that lacks a value, or of an inner fault, stays inside.
  const message = http >= 500 || own.includes('{{') ? translate(locale, `merchantApi.${name}`) : own;
  const waits = http === 429 || http === 503;
  // Not money: seconds.
  const waitS = Number(refusal.params['retryAfterS'] ?? '1');
  return {
    name,
    http,
    message,
    field: field ?? null,
    retryAfterS: waits ? waitS : null,
  };
}
