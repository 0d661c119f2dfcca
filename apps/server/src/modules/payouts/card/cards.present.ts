import type { CardRow } from '@suanpan/contract/endpoints/payout-cards';
import type { Locale } from '@suanpan/messages/locale';
import { formatLedger } from '@suanpan/money/amount';
import { countOf } from '../../../platform/db/count-of.ts';
import type { Actor } from '../../../platform/http/actor.ts';
import { bankName } from '../../settings/index.ts';
import type { UsedCard } from './cards.queries.ts';
import type { PayerCard } from './payer-cards.store.ts';

/** A card from which a channel pays. What it may be used for today, whatever day is shown, is the door's to say. */
export function presentPayerCard(
  row: PayerCard,
  { permissions }: Actor,
  locale: Locale,
  { day, today }: { readonly day: string; readonly today: string },
): CardRow {
  const count = countOf(row.count);
  const isUsed = day === today && count > 0;
  return {
    id: String(row.id),
    customer: null,
    card: row.card_shown,
    account_name: row.account_name,
    bank_name: bankName(row.bank_code, locale),
    kind: 'payer',
    channel: row.channel_name,
    day,
    currency: row.currency,
    count,
    amount: formatLedger(row.amount, row.currency),
    limit_count: row.limit_count,
    limit_amount: formatLedger(row.limit_amount, row.currency),
    enabled: row.enabled && isWithin(count, row),
    is_on: row.enabled,
    version: row.version,
    last_at: row.last_at?.toISOString() ?? null,
    cleared_at: row.cleared_at?.toISOString() ?? null,
    actions: (['update', 'clearCardUsage', 'delete'] as const).filter(
      (act) => permissions.has(`payment.card.${act}`) && (act !== 'clearCardUsage' || isUsed),
    ),
  };
}

interface Limited {
  readonly amount: bigint;
  readonly limit_count: number;
  readonly limit_amount: bigint;
}
const isWithin = (count: number, { amount, limit_amount: most, limit_count: times }: Limited): boolean =>
  (times === 0 || count < times) && (most === 0n || amount < most);

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
    enabled: isWithin(count, row),
    is_on: true,
    version: 0,
    last_at: row.last_at.toISOString(),
    cleared_at: row.cleared_at?.toISOString() ?? null,
    actions: mayClear ? ['clearCardUsage'] : [],
  };
}
