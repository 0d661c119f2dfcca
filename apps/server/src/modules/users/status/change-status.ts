import type { UserAct } from '@suanpan/domain/access/user-acts';
import { Refusal } from '@suanpan/domain/errors';
import { nextUserStatus } from '@suanpan/domain/states/user';
import type { UserEvent } from '@suanpan/domain/states/user';
import type { Tx } from '../../../platform/db/transact.ts';
import type { RequestContext } from '../../../platform/http/actor.ts';
import { ownerOf } from '../../../platform/http/owner-of.ts';
import { noteAccountChange } from '../../identity/index.ts';
import { endSessions } from '../../sessions/index.ts';
import { balancesOf } from '../../ledger/index.ts';
import { lockForAct } from '../find/get-user.ts';
import type { UserRecord } from '../find/users-in-scope.queries.ts';
import { countDependants, countOpenOrders, lockActiveAdmins, saveUser, subsOf } from '../users.store.ts';
import { countSetAside, refuseOpenMatters } from './open-matters.store.ts';
import { recordAct } from '../record-act.ts';

/** Of administrators two must remain, else nobody could agree to what one asks for. */
const adminsNeeded = 2;

export interface StatusChange {
  readonly id: string;
  readonly event: UserEvent;
  readonly reason: string;
}

/**
 * Moves a user along the states of domain §4. When a user is no longer `active`, his sessions and those of his sub-
 * accounts end at once. The house that switches somebody off is kept with him: he is opened by it or from further above.
 * Refuses `setAccessFirst` for a sub-account that nobody gave access, `lastAdministrator`, and
 * on archiving whatever is still open: `openOrdersRemain`, `balanceNotZero`, `callbacksRemain`, `approvalsRemain`,
 * `receivableOutstanding`.
 */
export async function changeStatus(tx: Tx, context: RequestContext, change: StatusChange): Promise<bigint> {
  const act: UserAct = change.event;
  const { user, right } = await lockForAct(tx, context.actor, change.id, act);
  const isAgain = act === 'disable' && user.status === 'disabled';
  const to = isAgain ? 'disabled' : nextUserStatus(user.status, change.event);
  if (to === null) throw new Refusal('invalidState');
  await guard(tx, user, change.event);
  const house = ownerOf(context.actor.scope) ?? 0n;
  await saveUser(tx, user.id, { status: to, switched_off_by: to === 'disabled' ? house : null });
  if (to === 'active') {
    // Opening a disabled account gives it all its rights, so the person who opens it is recorded.
    await noteAccountChange(tx, { userIds: [user.id], what: 'rights', byId: context.actor.userId });
  }
  if (to !== 'active') {
    for (const id of [user.id, ...(await subsOf(tx, user.id))]) await endSessions(tx, id, 'disabled');
  }
  await recordAct(tx, context, {
    userId: user.id,
    act: right,
    fromStatus: user.status,
    toStatus: to,
    after: { reason: change.reason },
  });
  return user.id;
}

async function guard(tx: Tx, user: UserRecord, event: UserEvent): Promise<void> {
  const isSub = user.kind === 'staffSub' || user.kind === 'customerSub';
  if (event === 'activate' && isSub && user.permissions === null && user.role_id === null) {
    throw new Refusal('setAccessFirst');
  }
  if (event === 'disable' && user.kind === 'admin') {
    const left = (await lockActiveAdmins(tx)).filter((id) => id !== user.id);
    if (left.length < adminsNeeded) throw new Refusal('lastAdministrator');
  }
  if (event === 'archive') await refuseUnsettled(tx, user);
}

async function refuseUnsettled(tx: Tx, user: UserRecord): Promise<void> {
  const isMerchant = user.kind === 'customer';
  const open = isMerchant ? (await countOpenOrders(tx, user.id)) + (await countSetAside(tx, user.id)) : 0n;
  if (open > 0n) throw new Refusal('openOrdersRemain', { params: { count: String(open) } });
  const balances = await balancesOf(tx, user.id);
  // What he owes has a word of its own below.
  const standing = balances
    .flatMap(({ byKind }) => Object.entries(byKind))
    .filter(([kind]) => kind !== 'A130');
  if (standing.some(([, amount]) => amount !== 0n)) {
    throw new Refusal('balanceNotZero');
  }
  await refuseOpenMatters(tx, user.id);
  const below = await countDependants(tx, user.id);
  if (below > 0n) throw new Refusal('usersRemain', { params: { count: String(below) } });
}
