import type { ParsedInputOf } from '@suanpan/contract/endpoint';
import type { setPassword } from '@suanpan/contract/endpoints/login';
import { Refusal } from '@suanpan/domain/errors';
import { hashPassword } from '../../../platform/crypto/passwords.ts';
import { transact } from '../../../platform/db/transact.ts';
import type { Tx } from '../../../platform/db/transact.ts';
import type { PublicContext } from '../../../platform/http/actor.ts';
import { emit } from '../../../platform/outbox/emit.ts';
import { recordAudit } from '../../audit/index.ts';
import type { Door } from '../door.ts';
import { findUserById } from '../credentials/login.queries.ts';
import { noteAccountChange } from '../credentials/account-change.store.ts';
import {
  burnPasswordLink,
  findPasswordLink,
  forgetPasswordLinks,
} from '../credentials/password-link.store.ts';
import { normalizePassword, refuseWeakPassword } from '../credentials/password-rules.ts';
import { endSessions } from '../../sessions/index.ts';
import { savePassword } from './users.store.ts';

/**
 * Stores a password that has passed `refuseWeakPassword`, and ends every session of the user except the one that
 * asked. The user is told. The caller writes the audit row. `byId` is the user himself, or the person who made his
 * link (null for the server's console).
 */
export async function changePassword(
  tx: Tx,
  userId: bigint,
  password: string,
  { byId, ...options }: { readonly byId: bigint | null; readonly except?: bigint },
): Promise<void> {
  await savePassword(tx, userId, await hashPassword(normalizePassword(password)));
  await noteAccountChange(tx, { userIds: [userId], what: 'password', byId });
  await forgetPasswordLinks(tx, userId);
  await endSessions(tx, userId, 'passwordChanged', options);
  await emit(tx, [
    { kind: 'user.passwordChanged', subject: `user:${userId}`, payload: { user_id: userId.toString() } },
  ]);
}

/** Redeems a one-time code. Refuses `notFound` for a code that is unknown, used or over, and weak passwords. */
export async function setPasswordByLink(
  door: Door,
  context: PublicContext,
  { code, password }: ParsedInputOf<typeof setPassword>,
): Promise<void> {
  const userId = await findPasswordLink(door.db, code);
  const user = userId === undefined ? undefined : await findUserById(door.db, userId);
  if (user === undefined || !['active', 'pending'].includes(user.status)) throw new Refusal('notFound');
  refuseWeakPassword(password, {
    context: [user.username, user.name],
    locale: context.locale,
    field: 'password',
  });
  await transact(door.db, async (tx) => {
    const link = await burnPasswordLink(tx, code);
    if (link === undefined) throw new Refusal('notFound');
    await changePassword(tx, user.id, password, { byId: link.made_by });
    await recordAudit(tx, {
      actorId: user.id,
      act: 'password.set',
      objectKind: 'user',
      objectId: user.id.toString(),
      ip: context.ip,
      userAgent: context.userAgent,
      requestId: context.requestId,
    });
  });
}
