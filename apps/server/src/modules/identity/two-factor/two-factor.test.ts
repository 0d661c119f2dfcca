import { generateSecret } from 'otplib';
import { describe, expect, test } from 'vitest';
import { transact } from '../../../platform/db/transact.ts';
import { resetTwoFactor } from './reset-two-factor.ts';
import { openDoor } from '../testing/open-door.ts';

const door = await openDoor();
const { admin, call, code, database, login, person } = door;

const validate = (challenge: string, oneCode: string) =>
  call('POST', '/validate2FA', { body: { oneCode, validate2FA: challenge } });

describe('a challenge', () => {
  test('a wrong code leaves the prompt open, five of them end the challenge, also for the right code', async () => {
    const ann = await person();
    const challenge = (await login(ann)).data.validate2FA;
    for (let n = 0; n < 5; n += 1) expect((await validate(challenge, '000000')).code).toBe(10003);
    expect((await validate(challenge, code(ann))).code).toBe(10002);
  });

  test('is over after five minutes, and once it has been answered', async () => {
    const ann = await person();
    const first = (await login(ann)).data.validate2FA;
    await admin.query(`UPDATE login_challenge SET expires_at = expires_at - interval '5 minutes'`);
    expect((await validate(first, code(ann))).code).toBe(10002);
    const second = (await login(ann)).data.validate2FA;
    expect((await validate(second, code(ann))).code).toBe(0);
    expect((await validate(second, code(ann))).code).toBe(10002);
    expect((await validate('not a challenge', code(ann))).code).toBe(10002);
  });

  test('a user disabled meanwhile does not come in', async () => {
    const ann = await person();
    const challenge = (await login(ann)).data.validate2FA;
    await admin.query(`UPDATE app_user SET status = 'disabled' WHERE id = $1`, [ann.id]);
    expect((await validate(challenge, code(ann))).code).toBe(10002);
  });

  test('wrong codes over several challenges are counted together: ten in half an hour and the codes are shut', async () => {
    const ann = await person();
    for (let round = 0; round < 2; round += 1) {
      const challenge = (await login(ann)).data.validate2FA;
      for (let n = 0; n < 5; n += 1) await validate(challenge, '000000');
    }
    const challenge = (await login(ann)).data.validate2FA;
    expect((await validate(challenge, code(ann))).code).toBe(10002);
    expect((await login(ann, { code: code(ann) })).code).toBe(99);
  });
});

describe('a code', () => {
  test('counts once, whichever way it comes in', async () => {
    const ann = await person();
    const used = code(ann);
    expect((await login(ann, { code: used })).code).toBe(0);
    expect((await login(ann, { code: used })).code).toBe(10003);
    const challenge = (await login(ann)).data.validate2FA;
    expect((await validate(challenge, used)).code).toBe(10003);
    expect((await validate(challenge, code(ann))).code).toBe(0);
  });

  test('of ten sign-ins with the same code at the same moment exactly one wins', async () => {
    const ann = await person();
    const captchas = await door.solveMany(10);
    const oneCode = code(ann);
    const replies = await Promise.all(captchas.map((captcha) => login(ann, { code: oneCode, captcha })));
    expect(replies.map((reply) => reply.code).sort((a, b) => a - b)).toEqual([
      0,
      ...Array<number>(9).fill(10003),
    ]);
    const { rows } = await admin.query('SELECT count(*) AS n FROM session WHERE user_id = $1', [ann.id]);
    expect(rows).toEqual([{ n: 1n }]);
  });

  test('is taken one step early or late, not two', async () => {
    const ann = await person();
    const late = code(ann);
    door.move(30_000);
    expect((await login(ann, { code: late })).code).toBe(0);
    const tooLate = code(ann);
    door.move(60_000);
    expect((await login(ann, { code: tooLate })).code).toBe(10003);
    const early = code(ann);
    door.move(-30_000);
    expect((await login(ann, { code: early })).code).toBe(0);
    const tooEarly = code(ann);
    door.move(-60_000);
    expect((await login(ann, { code: tooEarly })).code).toBe(10003);
    door.move(60_000);
  });

  test('an old code gets no second life from a clock that is set back', async () => {
    const ann = await person();
    const old = code(ann);
    const then = door.clock.now();
    door.move(3_600_000);
    expect((await login(ann, { code: code(ann) })).code).toBe(0);
    const aheadMs = door.clock.now().getTime() - then.getTime();
    door.move(-aheadMs);
    expect((await login(ann, { code: old })).code).toBe(10003);
    door.move(aheadMs);
  });
});

describe('after a reset', () => {
  async function reset() {
    const ann = await person();
    await transact(database.app, (tx) => resetTwoFactor(tx, ann.id, null));
    const reply = await login(ann);
    return { ann, token: reply.data.access_token, reply };
  }

  test('the session is locked: it may look at itself and bind', async () => {
    const { token, reply } = await reset();
    expect(reply).toMatchObject({ code: 0 });
    expect(reply.data).not.toHaveProperty('google2FA');
    expect((await call('GET', '/users/self', { token })).data).toMatchObject({ google2FA: false });
    expect((await call('GET', '/users/permissions', { token })).code).toBe(0);
    expect((await call('GET', '/users/menu', { token })).data).toEqual([]);
    expect((await call('GET', '/banks/TW', { token })).code).toBe(0);
    expect((await call('POST', '/validate/token', { token })).code).toBe(0);
    await expect(door.identity.authenticate(credentials(token))).resolves.toMatchObject({ locked: true });
  });

  test('binding inside it unlocks it, says so, and ends every other session', async () => {
    const { ann, token } = await reset();
    const stranger = (await login(ann)).data.access_token;
    const started = (await call('GET', '/2FA', { token })) as unknown as {
      data: { secret: string; otpauth_url: string };
    };
    expect(started.data.otpauth_url).toBe(
      `otpauth://totp/Suanpan:${ann.username}?secret=${started.data.secret}&issuer=Suanpan`,
    );
    expect((await call('POST', '/2FA', { token, body: { oneCode: '000000' } })).code).toBe(10003);
    const oneCode = code(started.data);
    expect(await call('POST', '/2FA', { token, body: { oneCode } })).toMatchObject({
      code: 0,
      message: 'binding succeeded',
    });
    await expect(door.identity.authenticate(credentials(token))).resolves.toMatchObject({ locked: false });
    expect((await call('GET', '/users/self', { token: stranger })).code).toBe(10001);
    expect((await call('GET', '/2FA', { token })).code).toBe(10026);
    expect((await call('POST', '/2FA', { token, body: { oneCode: code(started.data) } })).code).toBe(10026);
    expect((await login(ann, { code: oneCode })).code).toBe(10003);
  });

  test('a second start of the binding replaces the secret of the first', async () => {
    const { token } = await reset();
    const start = async () =>
      ((await call('GET', '/2FA', { token })) as unknown as { data: { secret: string } }).data;
    const [first, second] = [await start(), await start()];
    expect((await call('POST', '/2FA', { token, body: { oneCode: code(first) } })).code).toBe(10003);
    expect((await call('POST', '/2FA', { token, body: { oneCode: code(second) } })).code).toBe(0);
  });

  test('nothing can be bound before a start', async () => {
    const { token } = await reset();
    expect(
      (await call('POST', '/2FA', { token, body: { oneCode: code({ secret: generateSecret() }) } })).code,
    ).toBe(10003);
  });

  test('the reset itself ends the sessions and the challenges of the user', async () => {
    const ann = await person();
    const token = await door.tokenOf(ann);
    const challenge = (await login(ann)).data.validate2FA;
    await transact(database.app, (tx) => resetTwoFactor(tx, ann.id, null));
    expect((await call('GET', '/users/self', { token })).code).toBe(10001);
    expect((await validate(challenge, code(ann))).code).toBe(10002);
  });
});

function credentials(token: string) {
  return { token, cookies: {}, ip: '192.0.2.1', userAgent: '', isBackground: false, requestId: 'test' };
}
