import { describe, expect, test } from 'vitest';
import type { Profile } from '@suanpan/contract/endpoints/personal';
import { codeOfStep, stepAt } from '../../../../test/one-time-code.ts';
import { openDoor } from '../testing/open-door.ts';
import type { Person } from '../testing/open-door.ts';

const door = await openDoor();
const { call, login, person, code, admin } = door;

const home = '198.51.100.20';
const payment = 'quiet river stones';
const ownerOf = async (draft: Parameters<typeof person>[0] = {}) => {
  const who = await person({ paymentPassword: payment, ...draft });
  return { who, token: await signIn(who) };
};
const signIn = async (who: Person, ip = home) =>
  (await login(who, { code: code(who), ip })).data.access_token;
const codeOf = async (token: string, ip = home) => (await call('GET', '/users/self', { token, ip })).code;
const profileOf = async (token: string) =>
  (await call('GET', '/users/self/profile', { token, ip: home })).data as unknown as Profile;
const post = (token: string, path: string, body: object) =>
  call('POST', `/users/self/${path}`, { token, body, ip: home });
const put = (token: string, path: string, body: object) =>
  call('PUT', `/users/self/${path}`, { token, body, ip: home });
const actsOf = async (who: Person): Promise<string[]> =>
  (
    await admin.query(`SELECT act FROM audit_log WHERE actor_id = $1 AND object_kind = 'user' ORDER BY id`, [
      who.id,
    ])
  ).rows.map(({ act }: { act: string }) => act);
const newsOf = async (who: Person): Promise<string[]> =>
  (
    await admin.query(`SELECT kind FROM outbox WHERE subject = $1 AND kind LIKE 'user.%' ORDER BY id`, [
      `user:${who.id}`,
    ])
  ).rows.map(({ kind }: { kind: string }) => kind);

describe('the profile', () => {
  test('shows what one may know of oneself and no secret', async () => {
    const { who, token } = await ownerOf();
    const reply = await call('GET', '/users/self/profile', { token, ip: home });
    expect(reply.data).toMatchObject({
      username: who.username,
      payment_password_set: true,
      ip: home,
      ip_allowlist: [],
    });
    expect(JSON.stringify(reply)).not.toMatch(/hash|sealed|secret/);
  });

  test('is edited with a mark of when it was read: a later edit is not overwritten', async () => {
    const { who, token } = await ownerOf();
    const { updated_at: readAt } = await profileOf(token);
    const edit = { phone: '+886 2 2345', email: 'ann@example.com', updated_at: readAt };
    expect((await put(token, 'profile', edit)).code).toBe(0);
    expect((await put(token, 'profile', { ...edit, phone: '1' })).code).toBe(20412);
    expect(await profileOf(token)).toMatchObject({ phone: '+886 2 2345', email: 'ann@example.com' });
    expect((await put(token, 'profile', { ...edit, email: 'no address' })).code).toBe(400);
    expect((await put(token, 'profile', { ...edit, status: 'active' })).code).toBe(400);
    expect(await actsOf(who)).toEqual(['profile.update']);
  });
});

describe('the password', () => {
  test('changes with the old one and a code; other sessions end and the user is told', async () => {
    const { who, token } = await ownerOf();
    const other = await signIn(who);
    const next = 'another long sentence';
    const change = (input: object) =>
      post(token, 'password', { password: who.password, new_password: next, one_code: code(who), ...input });
    expect((await change({ password: 'not the old one' })).code).toBe(20436);
    expect((await change({ one_code: '000000' })).code).toBe(10003);
    expect((await change({ new_password: who.password })).code).toBe(20438);
    expect((await change({ new_password: 'short' })).code).toBe(400);
    expect((await change({ new_password: 'password1234' })).code).toBe(20437);
    expect([await codeOf(other), (await actsOf(who)).length]).toEqual([0, 0]);
    expect((await change({})).code).toBe(0);
    expect([await codeOf(token), await codeOf(other)]).toEqual([0, 10001]);
    expect((await login(who, { code: code(who) })).code).toBe(99);
    expect((await login({ ...who, password: next }, { code: code(who) })).code).toBe(0);
    expect(await actsOf(who)).toEqual(['password.change']);
    expect(await newsOf(who)).toEqual(['user.passwordChanged']);
  });

  test('cannot be guessed inside a session: the sixth try waits half an hour', async () => {
    const { who, token } = await ownerOf();
    const guess = () =>
      post(token, 'password', {
        password: 'wrong',
        new_password: 'another long sentence',
        one_code: code(who),
      });
    for (let tries = 0; tries < 5; tries += 1) expect((await guess()).code).toBe(20436);
    expect((await guess()).status).toBe(429);
  });
});

describe('the payment password', () => {
  test('is first set with the password of the login, then changed with itself', async () => {
    const who = await person();
    const token = await signIn(who);
    const change = (password: string, wanted: string) =>
      post(token, 'paymentPassword', { password, new_payment_password: wanted, one_code: code(who) });
    expect((await change('wrong', payment)).code).toBe(20436);
    expect((await change(who.password, who.password)).errors).toHaveProperty('new_payment_password');
    expect((await change(who.password, payment)).code).toBe(0);
    expect((await profileOf(token)).payment_password_set).toBe(true);
    expect((await change(who.password, 'seven green bottles')).code).toBe(20434);
    expect((await change(payment, payment)).code).toBe(20438);
    expect((await change(payment, 'seven green bottles')).code).toBe(0);
    expect(await actsOf(who)).toEqual(['paymentPassword.set', 'paymentPassword.change']);
    expect(await newsOf(who)).toEqual(['user.paymentPasswordChanged', 'user.paymentPasswordChanged']);
    expect(await codeOf(token)).toBe(0);
  });
});

describe('the authenticator', () => {
  const start = async (token: string, who: Person) =>
    (await post(token, 'twoFactor/start', { password: who.password, one_code: code(who) })) as unknown as {
      code: number;
      data: { secret: string };
    };
  const codeFor = (secret: string) => codeOfStep(secret, stepAt(door.clock.now()));

  test('is replaced once the new one has proved itself, in the same half minute too', async () => {
    const { who, token } = await ownerOf();
    const other = await signIn(who);
    expect((await post(token, 'twoFactor/start', { password: 'wrong', one_code: code(who) })).code).toBe(
      20436,
    );
    const first = await start(token, who);
    const second = await start(token, who);
    expect(second.data.secret).not.toBe(first.data.secret);
    expect((await post(token, 'twoFactor', { one_code: codeFor(first.data.secret) })).code).toBe(10003);
    expect([await codeOf(other), await codeOf(token)]).toEqual([0, 0]);
    const fresh = codeFor(second.data.secret);
    expect((await post(token, 'twoFactor', { one_code: fresh })).code).toBe(0);
    expect([await codeOf(other), await codeOf(token)]).toEqual([10001, 0]);
    expect((await login(who, { code: fresh })).code).toBe(10003);
    expect((await login(who, { code: code(who) })).code).toBe(10003);
    expect((await login(who, { code: code({ secret: second.data.secret }) })).code).toBe(0);
    expect(await newsOf(who)).toEqual(['user.twoFactorBound']);
  });

  test('stays as it is in another session, after five wrong codes, and without a start', async () => {
    const { who, token } = await ownerOf();
    expect((await post(token, 'twoFactor', { one_code: '123456' })).code).toBe(10002);
    const { data } = await start(token, who);
    const other = await signIn(who);
    expect((await post(other, 'twoFactor', { one_code: codeFor(data.secret) })).code).toBe(10002);
    for (let tries = 0; tries < 5; tries += 1) {
      expect((await post(token, 'twoFactor', { one_code: '000000' })).code).toBe(10003);
    }
    expect((await post(token, 'twoFactor', { one_code: codeFor(data.secret) })).code).toBe(10002);
    expect((await login(who, { code: code(who) })).code).toBe(0);
  });

  test('is not replaced ten minutes after the start', async () => {
    const { who, token } = await ownerOf();
    const { data } = await start(token, who);
    await admin.query(
      `UPDATE two_factor_change SET expires_at = now() - interval '1 second' WHERE user_id = $1`,
      [who.id],
    );
    expect((await post(token, 'twoFactor', { one_code: codeFor(data.secret) })).code).toBe(10002);
  });
});

describe('the list of one’s addresses', () => {
  const change = async (who: Person, token: string, list: string[]) =>
    put(token, 'ipAllowlist', {
      ip_allowlist: list,
      updated_at: (await profileOf(token)).updated_at,
      payment_password: payment,
      one_code: code(who),
    });

  test('acts on the next request, and ends sessions from elsewhere', async () => {
    const { who, token } = await ownerOf();
    const away = await signIn(who, '203.0.113.9');
    const reply = await change(who, token, ['198.51.100.0/24', '2001:db8::/32']);
    expect(reply.data).toEqual({ ended: 1 });
    expect([await codeOf(token), await codeOf(away, '203.0.113.9')]).toEqual([0, 10001]);
    expect(await codeOf(token, '203.0.113.9')).toBe(20403);
    expect((await profileOf(token)).ip_allowlist).toEqual(['198.51.100.0/24', '2001:db8::/32']);
    expect(await newsOf(who)).toEqual(['user.ipAllowlistChanged']);
  });

  test('never shuts out whoever saves it, and takes nothing but addresses', async () => {
    const { who, token } = await ownerOf();
    expect((await change(who, token, ['203.0.113.9'])).code).toBe(20441);
    expect((await change(who, token, ['198.51.100.0/99'])).code).toBe(400);
    expect((await change(who, token, ['localhost'])).code).toBe(400);
    expect((await change(who, token, [home, home])).code).toBe(400);
    expect((await profileOf(token)).ip_allowlist).toEqual([]);
    expect(await actsOf(who)).toEqual([]);
  });
});

test('whoever may not change his account may change nothing of it', async () => {
  const owner = await person();
  const sub = await person({
    kind: 'staffSub',
    parentId: owner.id,
    permissions: ['settings.personal.get'],
    status: 'active',
  });
  const token = await signIn(sub);
  expect((await call('GET', '/users/self/profile', { token, ip: home })).code).toBe(0);
  for (const [path, body] of [
    ['password', { password: sub.password, new_password: 'another long sentence', one_code: code(sub) }],
    ['paymentPassword', { password: sub.password, new_payment_password: payment, one_code: code(sub) }],
    ['twoFactor/start', { password: sub.password, one_code: code(sub) }],
  ] as const) {
    expect((await post(token, path, body)).code, path).toBe(20403);
  }
});
