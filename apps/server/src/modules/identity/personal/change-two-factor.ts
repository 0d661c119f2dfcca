import type { OutputOf, ParsedInputOf } from '@suanpan/contract/endpoint';
import type { startTwoFactorChange as endpoint } from '@suanpan/contract/endpoints/personal';
import { Refusal } from '@suanpan/domain/errors';
import { transact } from '../../../platform/db/transact.ts';
import type { RequestContext } from '../../../platform/http/actor.ts';
import { emit } from '../../../platform/outbox/emit.ts';
import { brandingOf } from '../../settings/index.ts';
import type { Door } from '../door.ts';
import { findUserById, lockUser } from '../credentials/login.queries.ts';
import { endSessions } from '../../sessions/index.ts';
import { proveOwner, spendStepUp } from '../two-factor/step-up.ts';
import { newBinding, sealSecret, stepOf } from '../credentials/totp.ts';
import { burnStep, saveBinding } from '../credentials/totp.store.ts';
import { noteAccountChange } from '../credentials/account-change.store.ts';
import { noteOwnAct } from './note-own-act.ts';
import { closeTwoFactorChange, saveTwoFactorChange, tryTwoFactorChange } from './personal.store.ts';

/**
 * Password and a code of the authenticator so far start the change, each time with a new secret. The old one
 * keeps working until the new one has proved itself, so that a lost phone in between locks nobody out.
 */
export async function startTwoFactorChange(
  door: Door,
  context: RequestContext,
  input: ParsedInputOf<typeof endpoint>,
): Promise<OutputOf<typeof endpoint>> {
  const { actor } = context;
  const proven = await proveOwner(door, actor, { password: input.password, oneCode: input.one_code });
  const user = await findUserById(door.db, actor.userId);
  if (user === undefined) throw new Refusal('sessionEnded');
  const { appName } = await brandingOf(door.db, user.kind === 'agent' ? user.id : user.agent_id);
  const binding = newBinding(user.username, appName);
  const expiresAt = await transact(door.db, async (tx) => {
    await spendStepUp(tx, proven);
    await noteOwnAct(tx, context, 'twoFactor.startChange');
    return saveTwoFactorChange(tx, {
      userId: user.id,
      sessionId: actor.sessionId,
      secretSealed: sealSecret(door.vault, binding.secret),
    });
  });
  return { ...binding, expires_at: expiresAt.toISOString() };
}

/**
 * A code of the new secret replaces the old one; every other session ends, and the user is told. Refuses
 * `wrongTwoFactorCode`, and `challengeEnded` after five of them, after ten minutes or in another session.
 */
export async function finishTwoFactorChange(
  door: Door,
  context: RequestContext,
  oneCode: string,
): Promise<void> {
  const { actor } = context;
  // The try is counted by itself: a refusal below must not take it back.
  const sealed = await transact(door.db, (tx) => tryTwoFactorChange(tx, actor.userId, actor.sessionId));
  if (sealed === undefined) throw new Refusal('challengeEnded');
  const step = stepOf(door.vault, door.clock, sealed, oneCode);
  if (step === undefined) throw new Refusal('wrongTwoFactorCode');
  await transact(door.db, async (tx) => {
    await lockUser(tx, actor.userId);
    // Started anew or finished by another call meanwhile: what was proved here counts no more.
    if (!(await closeTwoFactorChange(tx, actor.userId, sealed))) throw new Refusal('challengeEnded');
    await burnStep(tx, actor.userId, step);
    await saveBinding(tx, actor.userId, sealed);
    await noteAccountChange(tx, { userIds: [actor.userId], what: 'twoFactor', byId: actor.userId });
    await endSessions(tx, actor.userId, 'twoFactorChanged', { except: actor.sessionId });
    await noteOwnAct(tx, context, 'twoFactor.change');
    await emit(tx, [
      {
        kind: 'user.twoFactorBound',
        subject: `user:${actor.userId}`,
        payload: { user_id: String(actor.userId) },
      },
    ]);
  });
}
