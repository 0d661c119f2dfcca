import type { MerchantMethod } from '@suanpan/contract/merchant/v2';
import { paymentKindOf } from '@suanpan/domain/payment-kinds';
import type { Locale } from '@suanpan/messages/locale';
import { translate } from '@suanpan/messages/translate';
import { formatMerchant } from '@suanpan/money/amount';
import { formatRate } from '@suanpan/money/rate';
import type { Method } from '../collections/index.ts';

export function presentMethod(method: Method, locale: Locale): MerchantMethod {
  const { code, currency, feePerItem, feeRate, hours, kind, max, min, needsName } = method;
  const named = paymentKindOf(kind);
  const limit = (minor: bigint): string | null => (minor === 0n ? null : formatMerchant(minor, currency));
  return {
    code,
    name: named === undefined ? code : translate(locale, `checkout.kinds.${named}`),
    kind,
    currencies: [currency],
    min: limit(min),
    max: limit(max),
    hours: hours.map(({ days, from, to }) => ({ ...(days !== undefined && { days: [...days] }), from, to })),
    fee: { pct: formatRate(feeRate), per_item: formatMerchant(feePerItem, currency) },
    required_payer_fields: needsName ? ['name'] : [],
  };
}
