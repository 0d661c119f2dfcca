import type { ParsedInputOf } from '@suanpan/contract/endpoint';
import type { changePaymentPassword as endpoint } from '@suanpan/contract/endpoints/personal';
import { Refusal } from '@suanpan/domain/errors';
import { translate } from '@suanpan/messages/translate';
import { hashPassword, verifyPassword } from '../../../platform/crypto/passwords.ts';
import { transact } from '../../../platform/db/transact.ts';
import type { RequestContext } from '../../../platform/http/actor.ts';
import { emit } from '../../../platform/outbox/emit.ts';
import type { Door } from '../door.ts';
import { findUserById, lockUser } from '../credentials/login.queries.ts';
import { proveOwner, proveStepUp, spendStepUp } from '../two-factor/step-up.ts';
import { noteAccountChange } from '../credentials/account-change.store.ts';
import { normalizePassword, refuseWeakPassword } from '../credentials/password-rules.ts';
import { noteOwnAct } from './note-own-act.ts';
import { savePaymentPassword } from './personal.store.ts';

/**
 * Sets or changes the payment password: the one so far proves the change, the password of the login the first
 * setting. The two are never the same, or a stolen login would move money. Refuses weak and unchanged ones.
 */
export async function changePaymentPassword(
  door: Door,
  context: RequestContext,
  input: ParsedInputOf<typeof endpoint>,
): Promise<void> {
  const { actor, locale } = context;
  const user = await findUserById(door.db, actor.userId);
  if (user === undefined) throw new Refusal('sessionEnded');
  const { payment_password_hash: before } = user;
  const { password, one_code: oneCode, new_payment_password: wanted } = input;
  const proven =
    before === null
      ? await proveOwner(door, actor, { password, oneCode })
      : await proveStepUp(door, actor, { paymentPassword: password, oneCode });
  if (await verifyPassword(before, normalizePassword(wanted))) throw new Refusal('passwordUnchanged');
  if (await verifyPassword(user.password_hash, normalizePassword(wanted))) {
    const says = translate(locale, 'personal.paymentPassword.asLogin');
    throw new Refusal('invalidFields', { fields: { new_payment_password: [says] } });
  }
  refuseWeakPassword(wanted, { context: [user.username, user.name], locale, field: 'new_payment_password' });
  const hash = await hashPassword(normalizePassword(wanted));
  await transact(door.db, async (tx) => {
    const now = await lockUser(tx, user.id);
    if (now?.payment_password_hash !== before) throw new Refusal('staleEdit');
    await spendStepUp(tx, proven);
    await savePaymentPassword(tx, user.id, hash);
    await noteAccountChange(tx, { userIds: [user.id], what: 'paymentPassword', byId: user.id });
    await noteOwnAct(tx, context, before === null ? 'paymentPassword.set' : 'paymentPassword.change');
    await emit(tx, [
      {
        kind: 'user.paymentPasswordChanged',
        subject: `user:${user.id}`,
        payload: { user_id: String(user.id) },
      },
    ]);
  });
}
