import type { Tx } from '../../../platform/db/transact.ts';
import { emit } from '../../../platform/outbox/emit.ts';
import { endSessions } from '../../sessions/index.ts';
import { noteAccountChange } from '../credentials/account-change.store.ts';
import { clearBinding } from '../credentials/totp.store.ts';

/**
 * Takes a user's second factor away and ends his sessions; his next session stays locked until he has bound a new
 * one. The user is told. Approval by a second person and auditing are the caller's. `byId` asked for it; null for the
 * server's console.
 */
export async function resetTwoFactor(tx: Tx, userId: bigint, byId: bigint | null): Promise<void> {
  await clearBinding(tx, userId);
  await noteAccountChange(tx, { userIds: [userId], what: 'twoFactor', byId });
  await endSessions(tx, userId, 'twoFactorChanged');
  await emit(tx, [
    { kind: 'user.twoFactorReset', subject: `user:${userId}`, payload: { user_id: userId.toString() } },
  ]);
}
