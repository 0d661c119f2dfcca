import type { CardRow } from '@suanpan/contract/endpoints/payout-cards';
import type { Locale } from '@suanpan/messages/locale';
import { formatLedger } from '@suanpan/money/amount';
import { countOf } from '../../../platform/db/count-of.ts';
import type { Actor } from '../../../platform/http/actor.ts';
import { bankName } from '../read/payouts.present.ts';
import type { UsedCard } from './cards.queries.ts';

/** A row as this caller may see it; only what counts today can be counted anew. */
export function presentCard(
  row: UsedCard,
  { permissions }: Actor,
  locale: Locale,
  { day, today }: { readonly day: string; readonly today: string },
): CardRow {
  const count = countOf(row.count);
  const mayClear = day === today && count > 0 && permissions.has('payment.card.clearCardUsage');
  return {
    id: String(row.id),
    customer: { id: String(row.customer_id), name: row.customer_name },
    card: row.card_shown,
    account_name: row.account_name,
    bank_name: bankName(row.bank_code, locale),
    kind: 'payee',
    channel: row.channel_name,
    day,
    currency: row.currency,
    count,
    amount: formatLedger(row.amount, row.currency),
    limit_count: row.limit_count,
    limit_amount: formatLedger(row.limit_amount, row.currency),
    enabled:
      (row.limit_count === 0 || count < row.limit_count) &&
      (row.limit_amount === 0n || row.amount < row.limit_amount),
    last_at: row.last_at.toISOString(),
    cleared_at: row.cleared_at?.toISOString() ?? null,
    actions: mayClear ? ['clearCardUsage'] : [],
  };
}
