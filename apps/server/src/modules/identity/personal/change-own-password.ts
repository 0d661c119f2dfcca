import type { ParsedInputOf } from '@suanpan/contract/endpoint';
import type { changeOwnPassword as endpoint } from '@suanpan/contract/endpoints/personal';
import { Refusal } from '@suanpan/domain/errors';
import { verifyPassword } from '../../../platform/crypto/passwords.ts';
import { transact } from '../../../platform/db/transact.ts';
import type { RequestContext } from '../../../platform/http/actor.ts';
import type { Door } from '../door.ts';
import { lockUnchanged } from '../login/sign-in.ts';
import { findUserById } from '../credentials/login.queries.ts';
import { proveOwner, spendStepUp } from '../two-factor/step-up.ts';
import { normalizePassword, refuseWeakPassword } from '../credentials/password-rules.ts';
import { changePassword } from '../users/set-password.ts';
import { noteOwnAct } from './note-own-act.ts';

/**
 * Old password and a code set a new password; every other session of the user ends, and he is told. Refuses
 * `wrongPassword`, `wrongTwoFactorCode`, `passwordUnchanged` and weak passwords.
 */
export async function changeOwnPassword(
  door: Door,
  context: RequestContext,
  input: ParsedInputOf<typeof endpoint>,
): Promise<void> {
  const { actor, locale } = context;
  const proven = await proveOwner(door, actor, { password: input.password, oneCode: input.one_code });
  const user = await findUserById(door.db, actor.userId);
  if (user === undefined) throw new Refusal('sessionEnded');
  if (await verifyPassword(user.password_hash, normalizePassword(input.new_password))) {
    throw new Refusal('passwordUnchanged');
  }
  refuseWeakPassword(input.new_password, {
    context: [user.username, user.name],
    locale,
    field: 'new_password',
  });
  await transact(door.db, async (tx) => {
    await lockUnchanged(tx, user);
    await spendStepUp(tx, proven);
    await changePassword(tx, user.id, input.new_password, {
      byId: user.id,
      except: actor.sessionId,
    });
    await noteOwnAct(tx, context, 'password.change');
  });
}
