import type { PayoutListRow, payoutSummary } from '@suanpan/contract/endpoints/payouts';
import { publicCallbackStatus } from '@suanpan/domain/states/callback';
import { maskName } from '@suanpan/domain/names/mask';
import { isPayoutNetwork } from '@suanpan/domain/payout-networks';
import type { Locale } from '@suanpan/messages/locale';
import { formatLedger } from '@suanpan/money/amount';
import type { Currency } from '@suanpan/money/currency';
import type { z } from 'zod';
import { countOf } from '../../../platform/db/count-of.ts';
import type { Actor } from '../../../platform/http/actor.ts';
import { toldWaiting } from '../../approvals/index.ts';
import type { WaitingActs } from '../../approvals/index.ts';
import { knowsPeople, seesTheChain, withSplit } from '../../orders/index.ts';
import type { FeeSplitSum } from '../../orders/index.ts';
import { bankName } from '../../settings/index.ts';
import type { PayoutSum } from './payout-search.ts';
import type { ListedPayout } from './search.queries.ts';

/** A row as this caller may see it. The only way out of the module. */
export function presentPayout(
  row: ListedPayout,
  actor: Actor,
  locale: Locale,
  waiting?: WaitingActs,
): PayoutListRow {
  const actions = actionsOf(row, actor);
  const currency = row.currency as Currency;
  const isAbove = seesTheChain(actor.scope);
  return {
    id: String(row.id),
    merchant_order_no: row.merchant_order_no,
    order_no: row.order_no,
    account_name:
      knowsPeople(actor.scope) || row.account_name === '' ? row.account_name : maskName(row.account_name),
    card_no: row.card_shown,
    bank_code: row.bank_code,
    bank_name: bankName(row.bank_code, locale),
    amount: formatLedger(row.amount, currency),
    fee: formatLedger(row.merchant_fee, currency),
    payer: isAbove ? row.account_label : null,
    status: row.status,
    callback_status: publicCallbackStatus(row.callback_status),
    reverse_status: row.reverse_status,
    created_at: row.created_at.toISOString(),
    completed_at: row.completed_at?.toISOString() ?? null,
    customer: { id: String(row.customer_id), name: row.customer_name },
    agent: isAbove ? { id: String(row.agent_id), name: row.agent_name } : null,
    currency,
    channel: row.channel_name,
    channel_account:
      isAbove && row.channel_account_id !== null
        ? { id: String(row.channel_account_id), name: row.account_label ?? '' }
        : null,
    source: row.source,
    stage: row.stage,
    stage_since: row.stage_since?.toISOString() ?? null,
    wait_reason: row.is_paused ? 'paused' : row.wait_reason,
    failure: row.failure,
    provider_order_no: isAbove ? row.provider_order_no : null,
    check_result: row.check_result,
    locked_by:
      isAbove && row.locked_by !== null
        ? { id: String(row.locked_by), name: row.locked_by_name ?? '' }
        : null,
    lock_until: isAbove ? (row.lock_until?.toISOString() ?? null) : null,
    is_test: row.is_test,
    ...(row.archived && { archived: true }),
    ...toldWaiting(waiting, row.id, actions),
    actions,
  };
}

/** A provider may have it, and a person may know that it was paid. */
const underWay: ReadonlySet<string | null> = new Set(['queued', 'claimed', 'submitted', 'unknown']);
/** A person has it in hand to send it over a chain. */
const inHand: ReadonlySet<string | null> = new Set(['claimed', 'submitted', 'unknown']);
const unsent: ReadonlySet<string | null> = new Set(['verifying', 'queued']);

/** What the doors would take from this caller; whether it is his own submission is decided there. */
function actionsOf(row: ListedPayout, { permissions, scope, userId }: Actor): string[] {
  const may = (act: string): boolean => permissions.has(`payment.transactions.${act}`);
  const isFinal = row.status !== 'processing';
  const telling = [
    ...(isFinal && row.callback_status !== 'not_sent' && may('reissue') ? ['reissue'] : []),
    ...(isFinal && may('callback') ? ['callback'] : []),
    ...(knowsPeople(scope) && may('reveal') ? ['reveal'] : []),
  ];
  const isAnothers = row.locked_by !== null && row.locked_by !== userId;
  if (isAnothers && scope.kind === 'platform' && row.lock_yields === true && !isFinal && may('lock'))
    return [...telling, 'lock'];
  if (!seesTheChain(scope) || isAnothers) return telling;
  const isUnsent = unsent.has(row.stage);
  const isByPerson = isPayoutNetwork(row.bank_code) && scope.kind === 'platform' && may('markPaid');
  return [
    ...(isUnsent && row.wait_reason !== null && may('take') ? ['dispatch'] : []),
    ...(row.status === 'verify_failed' && may('reverify') ? ['reverify'] : []),
    ...(isByPerson && inHand.has(row.stage) ? ['nameTransfer'] : []),
    ...(isByPerson && row.stage === 'claimed' ? ['notSent'] : []),
    ...(underWay.has(row.stage) && scope.kind === 'platform' && may('markPaid') ? ['markPaid'] : []),
    ...telling,
    ...(isUnsent && may('switchChannel') ? ['switchChannel'] : []),
    ...(!isFinal && may('lock') ? [row.locked_by === null ? 'lock' : 'unlock'] : []),
    ...(isUnsent && may('reject') ? ['reject'] : []),
    ...(row.status === 'paid' && row.reverse_status === 'none' && may('reverse') ? ['reverse'] : []),
  ];
}

export function presentSummary(
  sums: readonly PayoutSum[],
  split?: readonly FeeSplitSum[],
): z.output<typeof payoutSummary> {
  const totals = sums.map((sum) => ({
    currency: sum.currency,
    count: countOf(sum.count),
    paid_count: countOf(sum.paid_count),
    amount: formatLedger(sum.amount, sum.currency),
    paid_amount: formatLedger(sum.paid_amount, sum.currency),
    fee: formatLedger(sum.fee, sum.currency),
  }));
  return { by_currency: withSplit(totals, split) };
}
