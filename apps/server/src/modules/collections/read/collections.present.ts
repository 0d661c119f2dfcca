import { successRateMaxRangeHours } from '@suanpan/domain/limits';
import { successRate } from '@suanpan/domain/reports/success-rate';
import type { OutputOf } from '@suanpan/contract/endpoint';
import type {
  CollectionRow,
  collectionSummary,
  searchCollections,
} from '@suanpan/contract/endpoints/collections';
import type { z } from 'zod';
import { formatLedger } from '@suanpan/money/amount';
import type { Currency } from '@suanpan/money/currency';
import { formatRate, parseRate } from '@suanpan/money/rate';
import type { Actor } from '../../../platform/http/actor.ts';
import { countOf } from '../../../platform/db/count-of.ts';
import { toldWaiting } from '../../approvals/index.ts';
import type { WaitingActs } from '../../approvals/index.ts';
import { knowsPeople, seesTheChain, withSplit } from '../../orders/index.ts';
import type { FeeSplitSum } from '../../orders/index.ts';
import type { CollectionFilter, CollectionSum } from './collection-search.ts';
import type { ListedOrder } from './search.queries.ts';

/** A row as this caller may see it, with the actions he may take now. The only way out of the module. */
export function presentCollection(row: ListedOrder, actor: Actor, waiting?: WaitingActs): CollectionRow {
  const actions = actionsOf(row, actor);
  const currency = row.currency as Currency;
  const amount = (minor: bigint | null): string | null =>
    minor === null ? null : formatLedger(minor, currency);
  return {
    id: String(row.id),
    merchant_order_no: row.merchant_order_no,
    order_no: row.order_no,
    created_at: row.created_at.toISOString(),
    completed_at: row.completed_at?.toISOString() ?? null,
    order_amount: formatLedger(row.order_amount, currency),
    actual_amount: amount(row.actual_amount),
    accounted_amount: amount(row.accounted_amount),
    exchange_rate: row.exchange_rate === null ? null : formatRate(parseRate(row.exchange_rate)),
    rate_id: row.rate_id === null ? null : String(row.rate_id),
    fee: amount(row.fee),
    channel: row.channel_name,
    real_name: knowsPeople(actor.scope) ? row.real_name : maskName(row.real_name),
    status: row.status,
    refund_status: row.refund_status,
    callback_status: row.callback_status === 'sending' ? 'not_sent' : row.callback_status,
    request_ip: knowsPeople(actor.scope) ? row.request_ip : null,
    product_name: row.product_name,
    expires_at: row.expires_at.toISOString(),
    currency,
    customer_id: String(row.customer_id),
    customer_name: row.customer_name,
    agent_id: String(row.agent_id),
    agent_name: seesTheChain(actor.scope) ? row.agent_name : null,
    is_test: row.is_test,
    ...(row.archived && { archived: true }),
    ...toldWaiting(waiting, row.id, actions),
    actions,
  };
}

/** The first and the last character stay: 王○明. */
export function maskName(name: string | null): string | null {
  if (name === null) return null;
  const characters = [...name];
  if (characters.length < 2) return '○';
  const last = characters.length > 2 ? (characters.at(-1) ?? '') : '';
  return `${characters[0]}${'○'.repeat(Math.max(1, characters.length - (last === '' ? 1 : 2)))}${last}`;
}

function actionsOf(row: ListedOrder, { permissions, scope, userId }: Actor): string[] {
  const may = (act: string): boolean => permissions.has(`collections.transactions.${act}`);
  const isFinal = row.status !== 'pending';
  const isFree = row.locked_by === null || row.locked_by === userId;
  const isTakeable = scope.kind === 'platform' && row.lock_yields === true;
  const isUnpaid = row.status === 'pending' || row.status === 'expired';
  const isDecided = row.status === 'success' || row.status === 'test_supplied' || row.status === 'refund';
  return [
    ...(isFinal && row.callback_status !== 'not_sent' && may('reissue') ? ['reissue'] : []),
    ...(isFinal && may('callback') ? ['callback'] : []),
    ...(isUnpaid && isFree && row.is_test && seesTheChain(scope) && may('testSupply') ? ['testSupply'] : []),
    ...(!isDecided && (isFree || isTakeable) && seesTheChain(scope) && may('lock')
      ? [isFree && row.locked_by !== null ? 'unlock' : 'lock']
      : []),
    ...(!isDecided && !row.is_test && isFree && seesTheChain(scope) && may('supply') ? ['supply'] : []),
    ...(isUnpaid && isFree && seesTheChain(scope) && may('abnormal') ? ['abnormal'] : []),
    ...(row.status === 'success' && !row.is_test && seesTheChain(scope) && may('refund') ? ['refund'] : []),
  ];
}

export function presentSummary(
  sums: readonly CollectionSum[],
  filter: CollectionFilter,
  split?: readonly FeeSplitSum[],
): z.output<typeof collectionSummary> {
  const totals = sums.map((sum) => ({
    currency: sum.currency,
    count: countOf(sum.count),
    success_count: countOf(sum.success_count),
    failed_count: countOf(sum.failed_count),
    amount: formatLedger(sum.amount, sum.currency),
    actual: formatLedger(sum.actual, sum.currency),
    accounted: formatLedger(sum.accounted, sum.currency),
    fee: formatLedger(sum.fee, sum.currency),
  }));
  return {
    by_currency: withSplit(totals, split),
    success_rate: isWithinADay(filter) ? rateOf(sums) : null,
  };
}

/** The specification hides the success rate of a search over more than a day. */
function isWithinADay({ createdFrom, createdTo }: CollectionFilter): boolean {
  return (
    createdFrom !== undefined &&
    createdTo !== undefined &&
    createdTo.getTime() - createdFrom.getTime() <= successRateMaxRangeHours * 3_600_000
  );
}

function rateOf(sums: readonly CollectionSum[]): string | null {
  const total = (of: 'success_count' | 'failed_count'): bigint =>
    sums.reduce((count, sum) => count + sum[of], 0n);
  return successRate(total('success_count'), total('failed_count'));
}

export type SearchAnswer = OutputOf<typeof searchCollections>;
