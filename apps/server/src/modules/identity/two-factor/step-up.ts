import { Refusal } from '@suanpan/domain/errors';
import { loginLockMinutes, stepUpTries } from '@suanpan/domain/limits';
import { verifyPassword } from '../../../platform/crypto/passwords.ts';
import type { Tx } from '../../../platform/db/transact.ts';
import type { Actor } from '../../../platform/http/actor.ts';
import type { Door } from '../door.ts';
import { forgiveTries, releaseTries, reserveTries } from '../credentials/login-guard.store.ts';
import type { Counter } from '../credentials/login-guard.store.ts';
import { findUserById } from '../credentials/login.queries.ts';
import type { LoginUser } from '../credentials/login.queries.ts';
import { normalizePassword } from '../credentials/password-rules.ts';
import { stepOf } from '../credentials/totp.ts';
import { burnStep } from '../credentials/totp.store.ts';

export interface StepUpInput {
  readonly paymentPassword: string;
  readonly oneCode: string;
}

/** Payment password and code were right a moment ago; the code still has to be spent with the effect. */
export interface ProvenStepUp {
  readonly userId: bigint;
  readonly step: bigint;
}

const counterOf = (userId: bigint): Counter => ({ subject: `step-up:${userId}`, lockAt: stepUpTries });

/**
 * Checks payment password and code before the transaction of a money or secret act, holding no connection meanwhile.
 * Every try counts: after five wrong ones it refuses `tooManyRequests` for half an hour. Refuses
 * `paymentPasswordNotSet`, `wrongPaymentPassword`, `wrongTwoFactorCode`, and `impersonationForbidden` for a caller
 * who acts for another user.
 */
export function proveStepUp(door: Door, actor: Actor, input: StepUpInput): Promise<ProvenStepUp> {
  return prove(door, actor, input.oneCode, async (user) => {
    if (user.payment_password_hash === null) throw new Refusal('paymentPasswordNotSet');
    if (!(await fits(user.payment_password_hash, input.paymentPassword))) {
      throw new Refusal('wrongPaymentPassword');
    }
  });
}

/** The same with the password of the login, for what concerns the account itself. Refuses `wrongPassword`. */
export function proveOwner(
  door: Door,
  actor: Actor,
  input: { readonly password: string; readonly oneCode: string },
): Promise<ProvenStepUp> {
  return prove(door, actor, input.oneCode, async (user) => {
    if (!(await fits(user.password_hash, input.password))) throw new Refusal('wrongPassword');
  });
}

function fits(stored: string, password: string): Promise<boolean> {
  return verifyPassword(stored, normalizePassword(password));
}

async function prove(
  door: Door,
  actor: Actor,
  oneCode: string,
  checkPassword: (user: LoginUser) => Promise<void>,
): Promise<ProvenStepUp> {
  if (actor.userId !== actor.effectiveUserId) throw new Refusal('impersonationForbidden');
  const counter = counterOf(actor.userId);
  if ((await reserveTries(door.db, [counter])).get(counter.subject)?.isLocked === true) {
    throw new Refusal('tooManyRequests', { params: { retryAfterS: String(loginLockMinutes * 60) } });
  }
  const user = await findUserById(door.db, actor.userId);
  if (user === undefined || user.totp_sealed === null) throw new Refusal('twoFactorUnbound');
  await checkPassword(user);
  const step = stepOf(door.vault, door.clock, user.totp_sealed, oneCode);
  if (step === undefined) throw new Refusal('wrongTwoFactorCode');
  await releaseTries(door.db, [counter]);
  return { userId: actor.userId, step };
}

/**
 * Spends the code in the transaction of the effect: when the effect fails, the code was not used. Refuses
 * `wrongTwoFactorCode` when another call, a sign-in included, spent it first.
 */
export async function spendStepUp(tx: Tx, { userId, step }: ProvenStepUp): Promise<void> {
  if (!(await burnStep(tx, userId, step))) throw new Refusal('wrongTwoFactorCode');
  await forgiveTries(tx, [counterOf(userId)]);
}
