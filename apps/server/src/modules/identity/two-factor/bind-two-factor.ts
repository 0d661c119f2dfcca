import { Refusal } from '@suanpan/domain/errors';
import { transact } from '../../../platform/db/transact.ts';
import type { RequestContext } from '../../../platform/http/actor.ts';
import { emit } from '../../../platform/outbox/emit.ts';
import { recordAudit } from '../../audit/index.ts';
import { brandingOf } from '../../settings/index.ts';
import type { Door } from '../door.ts';
import { findUserById, lockUser } from '../credentials/login.queries.ts';
import { confirmSession, endSessions } from '../../sessions/index.ts';
import { newBinding, sealSecret, stepOf } from '../credentials/totp.ts';
import type { Binding } from '../credentials/totp.ts';
import { burnStep, saveBinding, savePendingSecret } from '../credentials/totp.store.ts';

/** Starts a binding inside a session, each time with a new secret. Refuses `twoFactorAlreadyBound`. */
export async function startBinding(door: Door, { actor }: RequestContext): Promise<Binding> {
  const user = await findUserById(door.db, actor.userId);
  if (user === undefined) throw new Refusal('sessionEnded');
  const { appName } = await brandingOf(door.db, user.kind === 'agent' ? user.id : user.agent_id);
  const binding = newBinding(user.username, appName);
  const isPending = await savePendingSecret(door.db, user.id, sealSecret(door.vault, binding.secret));
  if (!isPending) throw new Refusal('twoFactorAlreadyBound');
  return binding;
}

/**
 * Binds the secret of the last start with a code of it and unlocks this session. All other sessions of the user
 * end: one that a stranger opened with the password alone must not be unlocked with it.
 */
export async function finishBinding(door: Door, context: RequestContext, code: string): Promise<void> {
  const { actor } = context;
  await transact(door.db, async (tx) => {
    const user = await lockUser(tx, actor.userId);
    if (user === undefined) throw new Refusal('sessionEnded');
    if (user.totp_bound_at !== null) throw new Refusal('twoFactorAlreadyBound');
    const sealed = user.totp_pending_sealed;
    const step = sealed === null ? undefined : stepOf(door.vault, door.clock, sealed, code);
    if (sealed === null || step === undefined || !(await burnStep(tx, user.id, step))) {
      throw new Refusal('wrongTwoFactorCode');
    }
    await saveBinding(tx, user.id, sealed);
    await confirmSession(tx, actor.sessionId);
    await endSessions(tx, user.id, 'twoFactorChanged', { except: actor.sessionId });
    await recordAudit(tx, {
      actorId: user.id,
      act: 'twoFactor.bind',
      objectKind: 'user',
      objectId: user.id.toString(),
      ip: context.ip,
      userAgent: context.userAgent,
      requestId: context.requestId,
    });
    await emit(tx, [
      { kind: 'user.twoFactorBound', subject: `user:${user.id}`, payload: { user_id: user.id.toString() } },
    ]);
  });
}
