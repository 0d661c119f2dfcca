import { Refusal } from '@suanpan/domain/errors';
import { nextUserStatus } from '@suanpan/domain/states/user';
import type { Tx } from '../../../platform/db/transact.ts';
import type { RequestContext } from '../../../platform/http/actor.ts';
import { endSessions } from '../../sessions/index.ts';
import { lockForAct } from '../find/get-user.ts';
import { saveUser } from '../users.store.ts';
import { recordAct } from '../record-act.ts';

/** Archives a sub-account of this owner: what it did stays on record, its name stays taken, it never comes back. */
export async function removeSub(
  tx: Tx,
  context: RequestContext,
  { self, id }: { readonly self: string; readonly id: string },
): Promise<void> {
  const { caller, user, right } = await lockForAct(tx, context.actor, id, 'remove');
  const ownerId = self === 'self' ? caller.ownerId : BigInt(self);
  const to = nextUserStatus(user.status, 'remove');
  if (user.parent_id !== ownerId) throw new Refusal('notFound');
  if (to === null) throw new Refusal('invalidState');
  await saveUser(tx, user.id, { status: to });
  await endSessions(tx, user.id, 'disabled');
  await recordAct(tx, context, { userId: user.id, act: right, fromStatus: user.status, toStatus: to });
}
