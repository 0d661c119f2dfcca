import type { OutputOf } from '@suanpan/contract/endpoint';
import type {
  userAudit,
  userBalance,
  userChannels,
  userFrozen,
  userLogins,
  userRates,
} from '@suanpan/contract/endpoints/user-facets';
import { balanceKinds, reservedKinds } from '@suanpan/domain/accounts';
import type { AccountKind } from '@suanpan/domain/accounts';
import { formatLedger } from '@suanpan/money/amount';
import type { Currency } from '@suanpan/money/currency';
import { formatRate, parseRate } from '@suanpan/money/rate';
import type { Scope } from '../../../platform/http/actor.ts';
import type { OwnerBalances } from '../../ledger/index.ts';
import type { AuditOfUser, ChannelOfUser, EditRow, FreezeRow, LoginRow, RateRow } from './facets.queries.ts';

type ItemOf<List extends { items: unknown[] }> = List['items'][number];

export function sumOf(kinds: OwnerBalances['byKind'], names: readonly AccountKind[]): bigint {
  return names.reduce((sum, name) => sum + (kinds[name] ?? 0n), 0n);
}

export function presentBalances({ currency, byKind }: OwnerBalances): ItemOf<OutputOf<typeof userBalance>> {
  const money = (...names: AccountKind[]): string => formatLedger(sumOf(byKind, names), currency);
  return {
    currency,
    balance: money(...balanceKinds),
    unsettlement_amount: money('L210'),
    total: money(...balanceKinds, 'L210'),
    frozen_amount: money('L220'),
    reserved: money(...reservedKinds),
    fee_income: money('L240'),
    accounts: Object.entries(byKind)
      .map(([account, amount]) => ({ account, amount: formatLedger(amount, currency) }))
      .sort((left, right) => (left.account < right.account ? -1 : 1)),
  };
}

export function presentEdit(row: EditRow, currency: Currency): OutputOf<typeof userFrozen>['edits'][number] {
  return {
    journal_id: String(row.journal_id),
    created_at: row.posted_at.toISOString(),
    change: formatLedger(row.amount, currency),
    operator: row.operator,
    note: row.note,
  };
}

export function presentFreeze(row: FreezeRow): OutputOf<typeof userFrozen>['freezes'][number] {
  return {
    id: String(row.id),
    created_at: row.created_at.toISOString(),
    currency: row.currency,
    amount: formatLedger(row.change, row.currency),
    bucket: row.bucket === 'L210' ? 'unsettled' : 'settleable',
    order_no: row.order_no,
    until: row.until?.toISOString() ?? null,
    operator: row.operator,
    note: row.reason,
  };
}

export function presentChannel(row: ChannelOfUser): ItemOf<OutputOf<typeof userChannels>> {
  return {
    ...row,
    id: String(row.id),
    channel_id: String(row.channel_id),
    min_amount: formatLedger(row.min_amount, row.currency),
    max_amount: formatLedger(row.max_amount, row.currency),
  };
}

type Rate = ItemOf<OutputOf<typeof userRates>>;
type Priced = 'merchant' | 'sub_agent' | 'middleman' | 'endpoint' | 'system';

/** Which prices a reader may know: a merchant his own, a general agent and a middleman theirs (domain §2). */
const known: Readonly<Record<Scope['kind'], readonly Priced[]>> = {
  platform: ['merchant', 'sub_agent', 'middleman', 'endpoint', 'system'],
  agent: ['merchant', 'sub_agent', 'middleman', 'endpoint', 'system'],
  subAgent: ['merchant', 'sub_agent'],
  customer: ['merchant'],
  middleman: ['middleman'],
};

export function presentRate(row: RateRow, scope: Scope): Rate {
  const price = (name: Priced): Rate[Priced] => {
    const [pct, perItem] = [row[`${name}_pct`], row[`${name}_per_item`]];
    if (pct === null || perItem === null || !known[scope.kind].includes(name)) return null;
    return { pct: formatRate(parseRate(pct)), per_item: formatLedger(perItem, row.currency) };
  };
  return {
    // A channel of a senior agent has no merchant; the two kinds of rows never share an id.
    id: `${row.customer_id ?? 'agent'}-${row.id}`,
    channel: row.channel,
    alias: row.alias,
    customer_id: row.customer_id === null ? null : String(row.customer_id),
    customer_name: row.customer_name,
    currency: row.currency,
    merchant: price('merchant'),
    sub_agent: price('sub_agent'),
    middleman: price('middleman'),
    endpoint: price('endpoint'),
    system: price('system'),
  };
}

export function presentLogin(row: LoginRow): ItemOf<OutputOf<typeof userLogins>> {
  return { ...row, id: String(row.id), at: row.at.toISOString() };
}

const asText = (value: unknown): string | null => (value === null ? null : JSON.stringify(value));

export function presentUserAudit(row: AuditOfUser): ItemOf<OutputOf<typeof userAudit>> {
  return {
    id: String(row.id),
    at: row.at.toISOString(),
    actor: row.actor,
    act: row.act,
    outcome: row.outcome,
    before: asText(row.before),
    after: asText(row.after),
    ip: row.ip,
  };
}
