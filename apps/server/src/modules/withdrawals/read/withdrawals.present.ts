import type { OutputOf } from '@suanpan/contract/endpoint';
import type {
  WithdrawalAct,
  WithdrawalRow,
  searchWithdrawals,
} from '@suanpan/contract/endpoints/withdrawals';
import { formatLedger } from '@suanpan/money/amount';
import { formatRate } from '@suanpan/money/rate';
import { countOf } from '../../../platform/db/count-of.ts';
import type { Actor } from '../../../platform/http/actor.ts';
import type { Locale } from '../../../platform/http/locale.ts';
import { ownerOf } from '../../../platform/http/owner-of.ts';
import { slipNumber } from '../slip-number.ts';
import { bankName } from '../../settings/index.ts';
import { toldWaiting } from '../../approvals/index.ts';
import type { WaitingActs } from '../../approvals/index.ts';
import type { ListedWithdrawal, WithdrawalSum } from './withdrawals.queries.ts';

/** A row as this caller may see it. Who of the platform decided it is told to the platform alone. */
export function presentWithdrawal(
  row: ListedWithdrawal,
  actor: Actor,
  locale: Locale,
  waiting?: WaitingActs,
): WithdrawalRow {
  const actions = actionsOf(row, actor);
  const inTarget = (minor: bigint): string => formatLedger(minor, row.target_currency);
  const isHouse = actor.scope.kind === 'platform';
  return {
    id: String(row.id),
    no: row.no,
    owner: { id: String(row.owner_id), name: row.owner_name },
    currency: row.currency,
    amount: formatLedger(row.amount, row.currency),
    fee: inTarget(row.fee),
    fee_mode: row.fee_mode,
    target_currency: row.target_currency,
    target_amount: inTarget(row.target_amount),
    rate: row.rate === null ? null : formatRate(row.rate),
    rate_until: row.rate_until?.toISOString() ?? null,
    type: row.type,
    account_name: row.account_name,
    bank_code: row.bank_code,
    bank_name: row.bank_code && bankName(row.bank_code, locale),
    branch: row.branch,
    card_no: row.card_shown ?? row.address ?? '',
    network: row.network,
    status: row.status,
    is_cooling: row.is_cooling,
    third_party_no: row.third_party_no === slipNumber(row.slip) ? null : row.third_party_no,
    slip: isHouse ? row.slip : null,
    remarks: isHouse ? row.remarks : null,
    decision_reason: row.decision_reason,
    applicant: row.applicant,
    operator: isHouse || row.status === 'cancelled' ? row.operator : null,
    created_at: row.created_at.toISOString(),
    completed_at: row.completed_at?.toISOString() ?? null,
    ...toldWaiting(waiting, row.id, actions),
    actions,
  };
}

/** What the doors would take from this caller; whose second account he is, they find out themselves. */
function actionsOf(
  row: ListedWithdrawal,
  { permissions, scope, userId, effectiveUserId }: Actor,
): WithdrawalAct[] {
  if (userId !== effectiveUserId) return [];
  if (scope.kind !== 'platform') {
    const mayCancel = ownerOf(scope) === row.owner_id && permissions.has('withdraws.apply.cancel');
    return mayCancel && row.status === 'pending' ? ['cancel'] : [];
  }
  const isOwn = row.made_by === userId;
  const isHis = row.operator_id === userId;
  const possible: Readonly<Record<ListedWithdrawal['status'], readonly WithdrawalAct[]>> = {
    pending: isOwn ? [] : ['take', 'reject'],
    processing: isHis ? ['approve', 'reject', 'release'] : ['update'],
    paid: ['reverse'],
    rejected: [],
    cancelled: [],
    reversed: [],
  };
  const acts: readonly WithdrawalAct[] = [...possible[row.status], 'reveal', 'remark'];
  return acts.filter((act) => permissions.has(`withdraws.list.${act === 'release' ? 'take' : act}`));
}

export function presentWithdrawalSum(
  sum: WithdrawalSum,
): OutputOf<typeof searchWithdrawals>['summary']['by_currency'][number] {
  return {
    currency: sum.currency,
    count: countOf(sum.count),
    amount: formatLedger(sum.amount, sum.currency),
    paid_amount: formatLedger(sum.paid_amount, sum.currency),
  };
}
