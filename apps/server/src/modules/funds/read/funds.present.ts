import type { BucketsRow, MovementRow, fundBuckets, fundRegister } from '@suanpan/contract/endpoints/funds';
import type { OutputOf } from '@suanpan/contract/endpoint';
import { formatLedger } from '@suanpan/money/amount';
import { countOf } from '../../../platform/db/count-of.ts';
import type { Actor } from '../../../platform/http/actor.ts';
import { ownerOf } from '../../../platform/http/owner-of.ts';
import type { BucketRow, BucketSum } from './buckets.queries.ts';
import type { Movement, RegisterSum } from './register.queries.ts';

export function presentBuckets(row: BucketRow, actor: Actor): BucketsRow {
  const money = (minor: bigint): string => formatLedger(minor, row.currency);
  return {
    owner: { id: String(row.owner_id), name: row.owner_name },
    role_name: row.kind,
    currency: row.currency,
    balance: money(row.settleable + row.payout_only),
    settleable: money(row.settleable),
    payout_only: money(row.payout_only),
    unsettled: money(row.unsettled),
    frozen: money(row.frozen),
    reserved: money(row.reserved),
    fee_income: money(row.fee_income),
    receivable: money(row.receivable),
    actions: actionsOn(row, actor),
  };
}

/** What the doors would take from this caller. */
function actionsOn(
  row: BucketRow,
  { permissions, scope, userId, effectiveUserId }: Actor,
): BucketsRow['actions'] {
  // Nobody moves money in another's name.
  if (userId !== effectiveUserId) return [];
  const may = (verb: 'transfer' | 'fund' | 'manualAdjustment'): boolean =>
    permissions.has(`cashManagement3.${verb}`);
  const isOwn = ownerOf(scope) === row.owner_id;
  const isOwnMerchant = scope.kind === 'agent' && row.kind === 'customer';
  return [
    ...(isOwn && row.fee_income > 0n && may('transfer') ? (['transfer'] as const) : []),
    ...(isOwnMerchant && may('fund') ? (['fund'] as const) : []),
    ...(isOwnMerchant && may('manualAdjustment') ? (['adjustAgent'] as const) : []),
    ...(scope.kind === 'platform' && may('manualAdjustment') ? (['adjustGoodwill'] as const) : []),
  ];
}

export function presentBucketSum(
  sum: BucketSum,
): OutputOf<typeof fundBuckets>['summary']['by_currency'][number] {
  const money = (minor: bigint): string => formatLedger(minor, sum.currency);
  return {
    currency: sum.currency,
    count: countOf(sum.count),
    balance: money(sum.settleable + sum.payout_only),
    unsettled: money(sum.unsettled),
    frozen: money(sum.frozen),
    reserved: money(sum.reserved),
    fee_income: money(sum.fee_income),
  };
}

export function presentMovement(row: Movement): MovementRow {
  return {
    id: String(row.journal_id),
    at: row.posted_at.toISOString(),
    kind: row.kind,
    no: row.no,
    from: row.from_id === null ? null : { id: String(row.from_id), name: row.from_name ?? '' },
    from_account: row.from_account,
    to: row.to_id === null ? null : { id: String(row.to_id), name: row.to_name ?? '' },
    to_account: row.to_account,
    amount: formatLedger(row.amount, row.currency),
    currency: row.currency,
    operator: row.operator,
    note: row.note,
    journal_id: String(row.journal_id),
    status: 'done',
  };
}

export function presentRegisterSum(
  sum: RegisterSum,
): OutputOf<typeof fundRegister>['summary']['by_currency'][number] {
  return {
    currency: sum.currency,
    count: countOf(sum.count),
    amount: formatLedger(sum.amount, sum.currency),
  };
}
