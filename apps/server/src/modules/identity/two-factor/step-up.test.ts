import { expect, test } from 'vitest';
import { transact } from '../../../platform/db/transact.ts';
import { spendStepUp } from './step-up.ts';
import { openDoor } from '../testing/open-door.ts';

const door = await openDoor();
const { identity, login, person, code, database, admin } = door;
const paymentPassword = 'a payment password';

async function signedIn() {
  const ann = await person({ paymentPassword });
  const signInCode = code(ann);
  const token = (await login(ann, { code: signInCode })).data.access_token;
  const actor = await identity.authenticate({
    token,
    cookies: {},
    ip: '192.0.2.1',
    userAgent: '',
    isBackground: false,
    requestId: 't',
  });
  return { ann, actor, signInCode };
}

test('payment password and a fresh code are needed together', async () => {
  const { ann, actor } = await signedIn();
  await expect(
    identity.proveStepUp(actor, { paymentPassword: 'wrong', oneCode: code(ann) }),
  ).rejects.toMatchObject({
    refusal: 'wrongPaymentPassword',
  });
  await expect(identity.proveStepUp(actor, { paymentPassword, oneCode: '000000' })).rejects.toMatchObject({
    code: 10003,
  });
  await expect(identity.proveStepUp(actor, { paymentPassword, oneCode: code(ann) })).resolves.toMatchObject({
    userId: ann.id,
  });
});

test('the code of the sign-in does not pay, and a code that paid does not sign in', async () => {
  const { ann, actor, signInCode } = await signedIn();
  const spent = await identity.proveStepUp(actor, { paymentPassword, oneCode: signInCode });
  await expect(transact(database.app, (tx) => spendStepUp(tx, spent))).rejects.toMatchObject({ code: 10003 });
  const fresh = code(ann);
  const proven = await identity.proveStepUp(actor, { paymentPassword, oneCode: fresh });
  await transact(database.app, (tx) => spendStepUp(tx, proven));
  await expect(transact(database.app, (tx) => spendStepUp(tx, proven))).rejects.toMatchObject({
    code: 10003,
  });
  expect((await login(ann, { code: fresh })).code).toBe(10003);
});

test('when the effect fails the code was not used', async () => {
  const { ann, actor } = await signedIn();
  const proven = await identity.proveStepUp(actor, { paymentPassword, oneCode: code(ann) });
  const failing = transact(database.app, async (tx) => {
    await spendStepUp(tx, proven);
    throw new Error('no funds');
  });
  await expect(failing).rejects.toThrow('no funds');
  await transact(database.app, (tx) => spendStepUp(tx, proven));
});

test('five wrong tries shut the step-up for half an hour, also for the right answer', async () => {
  const { ann, actor } = await signedIn();
  for (let n = 0; n < 5; n += 1) {
    await expect(
      identity.proveStepUp(actor, { paymentPassword: 'wrong', oneCode: '000000' }),
    ).rejects.toMatchObject({ code: 20434 });
  }
  const right = () => identity.proveStepUp(actor, { paymentPassword, oneCode: code(ann) });
  await expect(right()).rejects.toMatchObject({
    refusal: 'tooManyRequests',
    params: { retryAfterS: '1800' },
  });
  await admin.query(
    `UPDATE login_guard SET locked_until = locked_until - interval '31 minutes' WHERE subject LIKE 'step-up:%'`,
  );
  await expect(right()).resolves.toMatchObject({ userId: ann.id });
});

test('nobody steps up while acting for another', async () => {
  const { actor } = await signedIn();
  const acting = { ...actor, effectiveUserId: 1n };
  await expect(identity.proveStepUp(acting, { paymentPassword, oneCode: '000000' })).rejects.toMatchObject({
    refusal: 'impersonationForbidden',
  });
});

test('who has no payment password is told so', async () => {
  const { ann, actor } = await signedIn();
  await admin.query('UPDATE app_user SET payment_password_hash = NULL WHERE id = $1', [ann.id]);
  await expect(identity.proveStepUp(actor, { paymentPassword, oneCode: '000000' })).rejects.toMatchObject({
    refusal: 'paymentPasswordNotSet',
  });
});
