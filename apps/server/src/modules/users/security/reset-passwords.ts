import type { OutputOf } from '@suanpan/contract/endpoint';
import type { makePasswordLink as contract } from '@suanpan/contract/endpoints/user-acts';
import { Refusal } from '@suanpan/domain/errors';
import type { Tx } from '../../../platform/db/transact.ts';
import type { RequestContext } from '../../../platform/http/actor.ts';
import { emit } from '../../../platform/outbox/emit.ts';
import { createPasswordLink, noteAccountChange } from '../../identity/index.ts';
import { lockForAct } from '../find/get-user.ts';
import { readColumns, saveUser } from '../users.store.ts';
import { recordAct } from '../record-act.ts';

export type LinkAnswer = OutputOf<typeof contract>;

/** Makes the one-time link for a user; earlier ones end. The old password works until the link is used. */
export async function linkFor(
  tx: Tx,
  { actor }: RequestContext,
  publicUrl: string,
  userId: bigint,
): Promise<LinkAnswer> {
  const { code, expiresAt } = await createPasswordLink(tx, userId, actor.userId);
  return { url: `${publicUrl}/#/userLogin?code=${code}`, expires_at: expiresAt.toISOString() };
}

export async function makePasswordLink(
  tx: Tx,
  context: RequestContext,
  publicUrl: string,
  id: string,
): Promise<LinkAnswer> {
  const { user, right } = await lockForAct(tx, context.actor, id, 'password');
  const link = await linkFor(tx, context, publicUrl, user.id);
  await recordAct(tx, context, { userId: user.id, act: right, after: { link_until: link.expires_at } });
  return link;
}

/** Takes the payment password away and tells its owner. Refuses `paymentPasswordNotSet` where there is none. */
export async function resetPaymentPassword(
  tx: Tx,
  context: RequestContext,
  { id, reason }: { readonly id: string; readonly reason: string },
): Promise<void> {
  const { user, right } = await lockForAct(tx, context.actor, id, 'paymentPassword');
  const { payment_password_hash: hash } = await readColumns(tx, user.id, ['payment_password_hash']);
  if (hash === null) throw new Refusal('paymentPasswordNotSet');
  await saveUser(tx, user.id, { payment_password_hash: null });
  await noteAccountChange(tx, {
    userIds: [user.id],
    what: 'paymentPassword',
    byId: context.actor.userId,
  });
  await recordAct(tx, context, { userId: user.id, act: right, after: { reset: true, reason } });
  await emit(tx, [
    {
      kind: 'user.paymentPasswordChanged',
      subject: `user:${user.id}`,
      payload: { user_id: String(user.id) },
    },
  ]);
}
