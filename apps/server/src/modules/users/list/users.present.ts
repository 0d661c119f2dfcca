import type { OutputOf } from '@suanpan/contract/endpoint';
import type { users, UserRow } from '@suanpan/contract/endpoints/users';
import { translate } from '@suanpan/messages/translate';
import { formatLedger } from '@suanpan/money/amount';
import { countOf } from '../../../platform/db/count-of.ts';
import type { Locale } from '../../../platform/http/locale.ts';
import { toldWaiting } from '../../approvals/index.ts';
import type { BlockedActions, WaitingActs } from '../../approvals/index.ts';
import type { Caller } from '../find/caller.ts';
import { versionOf } from '../find/get-user.ts';
import { actionsOn } from '../find/may-act.ts';
import { seesMoneyOf } from '../find/sees-money.ts';
import type { SystemFeeRow, UserListRow, UserSum } from './list-users.queries.ts';

/** What a row is shown by: who looks, in which language, and the system fees that he may know. */
export interface Showing {
  readonly caller: Caller;
  readonly locale: Locale;
  readonly systemFees: readonly SystemFeeRow[];
  /** Left out where no row says what waits on it, as in files. */
  readonly waiting?: WaitingActs;
}

/** What waits on a user keeps him from nothing: a second of its kind is found out where it is asked for. */
export const onUsers = { kind: 'user', by: {} } as const satisfies BlockedActions;

const idText = (id: bigint | null): string | null => (id === null ? null : String(id));

export function presentUser(row: UserListRow, { caller, locale, systemFees, waiting }: Showing): UserRow {
  const { currency } = row;
  const fee = systemFees.find((each) => each.agent_id === row.id && each.currency === currency);
  const knowsFee = row.kind === 'agent' && ['platform', 'agent'].includes(caller.actor.scope.kind);
  const isSub = row.kind === 'staffSub' || row.kind === 'customerSub';
  const seesMoney = seesMoneyOf(caller.actor.scope, row.id);
  const held = (minor: bigint): string | null => (seesMoney ? formatLedger(minor, currency) : null);
  const actions = actionsOn(caller, row);
  return {
    id: String(row.id),
    user_id: String(row.id),
    username: row.username,
    name: row.name,
    type: translate(locale, `statuses.role.${row.kind}`),
    role_name: row.kind,
    system_fee: knowsFee ? formatLedger(fee?.accrued ?? 0n, currency) : null,
    // The receivable is a debit, so the sum is what came in.
    system_fee_collected: knowsFee
      ? formatLedger((fee?.accrued ?? 0n) + (fee?.receivable ?? 0n), currency)
      : null,
    phone: row.phone,
    email: row.email,
    agent_id: idText(row.kind === 'agent' ? row.id : row.agent_id),
    agent_name: row.kind === 'agent' ? row.name : row.agent_name,
    owner_id: isSub ? idText(row.parent_id) : null,
    owner_name: row.owner_name,
    // Who of the platform made an agent is the platform's business.
    counts_as: row.person_id !== row.id && caller.actor.scope.kind === 'platform' ? row.person_name : null,
    sub_agent_id: idText(row.sub_agent_id),
    sub_agent_name: row.sub_agent_name,
    ...middlemanOf(row, caller),
    last_login_at: row.last_login_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
    balance: held(row.balance),
    frozen_amount: held(row.frozen),
    settleable: held(row.settleable),
    unsettlement_amount: held(row.unsettled),
    currency,
    status: row.status,
    google2FA: row.totp_bound,
    set_access_first: isSub && row.status === 'pending',
    version: versionOf(row),
    ...toldWaiting(waiting, row.id, actions),
    actions,
  };
}

/** Who referred a merchant is the business of the platform and of his senior agent, and of nobody else. */
function middlemanOf(row: UserListRow, { actor }: Caller): Pick<UserRow, 'middleman_id' | 'middleman_name'> {
  return ['platform', 'agent'].includes(actor.scope.kind)
    ? { middleman_id: idText(row.middleman_id), middleman_name: row.middleman_name }
    : { middleman_id: null, middleman_name: null };
}

export function presentUserSum(sum: UserSum): OutputOf<typeof users>['summary']['by_currency'][number] {
  const { currency } = sum;
  return {
    currency,
    count: countOf(sum.count),
    balance: formatLedger(sum.balance, currency),
    settleable: formatLedger(sum.settleable, currency),
    unsettled: formatLedger(sum.unsettled, currency),
    frozen: formatLedger(sum.frozen, currency),
  };
}
