import type { PayeeRow } from '@suanpan/contract/endpoints/payout-apply';
import type { Locale } from '@suanpan/messages/locale';
import type { MerchantInScope } from '../../orders/index.ts';
import { bankName } from '../../settings/index.ts';
import type { PayeeOfMerchant } from './payees.store.ts';

/** A payee as his merchant's people may see him. */
export function presentPayee(
  row: PayeeOfMerchant,
  merchant: MerchantInScope,
  locale: Locale,
  at: Date,
): PayeeRow {
  return {
    id: String(row.id),
    customer: { id: String(merchant.id), name: merchant.name },
    account_name: row.account_name,
    bank_code: row.bank_code,
    bank_name: bankName(row.bank_code, locale),
    card_no: row.card_shown,
    branch: row.branch,
    alias: row.alias,
    created_at: row.created_at.toISOString(),
    usable_from: row.usable_from.toISOString(),
    state: row.usable_from > at ? 'waiting' : 'active',
  };
}
