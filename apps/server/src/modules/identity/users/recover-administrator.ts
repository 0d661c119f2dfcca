import type { AuditAct } from '@suanpan/domain/audit/acts';
import { Refusal } from '@suanpan/domain/errors';
import type { Tx } from '../../../platform/db/transact.ts';
import { emit } from '../../../platform/outbox/emit.ts';
import { recordAudit } from '../../audit/index.ts';
import { resetTwoFactor } from '../two-factor/reset-two-factor.ts';
import { noteAccountChange } from '../credentials/account-change.store.ts';
import { createPasswordLink } from '../credentials/password-link.store.ts';
import type { PasswordLink } from '../credentials/password-link.store.ts';
import { endRecovery, findRecovery, insertRecovery, lockRecoverable, openAccount } from './recovery.store.ts';

export type Recovered =
  | { readonly state: 'announced' | 'waiting'; readonly effectiveAt: Date }
  | { readonly state: 'done'; readonly link: PasswordLink }
  | { readonly state: 'cancelled' };

const acts = {
  announced: 'admin.recoverAnnounce',
  done: 'admin.recover',
  cancelled: 'admin.recoverCancel',
} as const satisfies Record<string, AuditAct>;

/**
 * For the server's console alone, where nobody else is left to decide (reliability §7.1): the first call announces to
 * everybody who is signed in that an administrator gets his account back; a call after 24 hours does it. His second
 * factor, password and payment password are his to set anew, he is a person of his own, and what others did to his
 * account before counts no more. Refuses `notFound`, and `invalidState` where there is nothing to cancel.
 */
export async function recoverAdministrator(
  tx: Tx,
  { username, isCancelled = false }: { readonly username: string; readonly isCancelled?: boolean },
): Promise<Recovered> {
  const user = await lockRecoverable(tx, username);
  if (user === undefined) throw new Refusal('notFound');
  const recovery = await findRecovery(tx, user.id);
  const tell = (state: keyof typeof acts, at: Date): Promise<void> =>
    note(tx, { userId: user.id, username, state, at });
  if (recovery === undefined) {
    if (isCancelled) throw new Refusal('invalidState');
    const effectiveAt = await insertRecovery(tx, user.id);
    await tell('announced', effectiveAt);
    return { state: 'announced', effectiveAt };
  }
  if (isCancelled) {
    await endRecovery(tx, recovery.id);
    await tell('cancelled', recovery.effective_at);
    return { state: 'cancelled' };
  }
  if (!recovery.is_due) return { state: 'waiting', effectiveAt: recovery.effective_at };
  await endRecovery(tx, recovery.id);
  await openAccount(tx, user.id);
  await resetTwoFactor(tx, user.id, null);
  await noteAccountChange(tx, { userIds: [user.id], what: 'account', byId: null });
  await tell('done', recovery.effective_at);
  return { state: 'done', link: await createPasswordLink(tx, user.id, null) };
}

async function note(
  tx: Tx,
  recovery: {
    readonly userId: bigint;
    readonly username: string;
    readonly state: keyof typeof acts;
    readonly at: Date;
  },
): Promise<void> {
  const { userId, username, state, at } = recovery;
  await recordAudit(tx, {
    actorId: null,
    act: acts[state],
    objectKind: 'user',
    objectId: String(userId),
    after: { username, to: at.toISOString() },
  });
  await emit(tx, [
    { kind: 'admin.recovery', subject: `user:${userId}`, payload: { username, state, at: at.toISOString() } },
  ]);
}
