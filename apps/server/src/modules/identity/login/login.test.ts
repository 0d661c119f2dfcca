import { describe, expect, test } from 'vitest';
import { loginNameLockAtFailure } from '@suanpan/domain/limits';
import { openDoor } from '../testing/open-door.ts';

const door = await openDoor();
const { call, login, person, code, solve, admin } = door;

const outcomes = async (username: string): Promise<string[]> =>
  (
    await admin.query('SELECT outcome FROM login_attempt WHERE username = $1 ORDER BY id', [username])
  ).rows.map((row: { outcome: string }) => row.outcome);

describe('the three answers', () => {
  test('credentials and a code open a session at once', async () => {
    const ann = await person();
    const reply = await login(ann, { code: code(ann) });
    expect(reply.code).toBe(0);
    expect(reply.data).toMatchObject({
      currency: 'TWD',
      google2FA: true,
      customized: { app_name: 'Suanpan', logo: '' },
    });
    expect(reply.data.access_token).toMatch(/^[\w-]{43}$/);
    const self = await call('GET', '/users/self', { token: reply.data.access_token });
    expect(self.data).toMatchObject({
      id: ann.id.toString(),
      role_name: 'agent',
      role_name_ch: 'Senior agent',
      google2FA: true,
    });
    expect(await outcomes(ann.username)).toEqual(['success']);
  });

  test('credentials without a code get a challenge, and the code then opens the session', async () => {
    const ann = await person();
    const asked = await login(ann);
    expect(Object.keys(asked.data)).toEqual(['validate2FA']);
    const reply = await call('POST', '/validate2FA', {
      body: { oneCode: code(ann), validate2FA: asked.data.validate2FA },
    });
    expect(reply).toMatchObject({ code: 0, data: { google2FA: true } });
    expect(await outcomes(ann.username)).toEqual(['codeAsked', 'success']);
  });

  test('a newcomer binds at the door: the same credentials with a code of the shown secret', async () => {
    const ann = await person({ unbound: true });
    const started = await login(ann);
    expect(started.data.bind2FA).toMatchObject({ secret: expect.stringMatching(/^[A-Z2-7]{32}$/) });
    expect(started.data).not.toHaveProperty('access_token');
    const { secret } = started.data.bind2FA;
    const reply = await login(ann, { code: code({ secret }) });
    expect(reply).toMatchObject({ code: 0, data: { google2FA: true } });
    expect((await call('GET', '/users/menu', { token: reply.data.access_token })).data).not.toEqual([]);
  });

  test('every start of a binding has a new secret, and only the last one binds', async () => {
    const ann = await person({ unbound: true });
    const first = (await login(ann)).data.bind2FA.secret;
    const second = (await login(ann)).data.bind2FA.secret;
    expect(second).not.toBe(first);
    expect((await login(ann, { code: code({ secret: first }) })).code).toBe(10003);
    expect((await login(ann, { code: code({ secret: second }) })).code).toBe(0);
  });

  test('secrets are sealed in the database, tokens and challenges are hashes', async () => {
    const ann = await person({ unbound: true });
    const { secret } = (await login(ann)).data.bind2FA;
    const { rows } = await admin.query('SELECT * FROM app_user WHERE id = $1', [ann.id]);
    expect(
      JSON.stringify(rows, (_, value) => (typeof value === 'bigint' ? value.toString() : value)),
    ).not.toContain(secret);
    const reply = await login(ann, { code: code({ secret }) });
    const { rows: sessions } = await admin.query('SELECT token_hash FROM session');
    expect(JSON.stringify(sessions)).not.toContain(reply.data.access_token);
  });
});

describe('refusals', () => {
  test('an unknown user, a wrong password, a locked and a disabled account get one answer', async () => {
    const ann = await person();
    const bob = await person();
    await admin.query(`UPDATE app_user SET status = 'disabled' WHERE id = $1`, [bob.id]);
    const answers = [
      await login({ username: 'nobody.at.all', password: 'whatever it may be' }),
      await login({ username: ann.username, password: 'not her password' }),
      await login(bob),
    ];
    const cat = await person();
    const ip = '192.0.2.10';
    for (let n = 0; n < 10; n += 1) await login({ ...cat, password: 'wrong each time' }, { ip });
    answers.push(await login(cat, { ip }));
    for (const { code: number, message, data, errors } of answers) {
      expect({ number, message, data, errors }).toEqual({
        number: 99,
        message: 'Wrong username or password, or the account is locked for a while',
        data: null,
        errors: undefined,
      });
    }
    expect((await outcomes(cat.username)).at(-1)).toBe('locked');
    expect(await outcomes(bob.username)).toEqual(['disabled']);
    expect(await outcomes('nobody.at.all')).toEqual(['unknownUser']);
  });

  test('a sub-account without access is told to have it set, once its password is right', async () => {
    const owner = await person({ kind: 'agent' });
    const sub = await person({ kind: 'staffSub', parentId: owner.id });
    expect(await login(sub)).toMatchObject({
      code: 99,
      message: expect.stringContaining('No permissions have been set'),
    });
    expect((await login({ ...sub, password: 'not the right one' })).message).toContain('Wrong username');
  });

  test('an address outside the list of the user is refused, at the door and later', async () => {
    const ann = await person();
    await admin.query(`UPDATE app_user SET ip_allowlist = '{203.0.113.0/24}' WHERE id = $1`, [ann.id]);
    expect((await login(ann, { code: code(ann) })).code).toBe(20403);
    const reply = await login(ann, { code: code(ann), ip: '203.0.113.9' });
    expect(reply.code).toBe(0);
    const token = reply.data.access_token;
    expect((await call('GET', '/users/self', { token, ip: '203.0.113.200' })).code).toBe(0);
    expect((await call('GET', '/users/self', { token, ip: '203.0.114.1' })).code).toBe(20403);
    expect((await call('POST', '/validate/token', { token, ip: '203.0.114.1' })).code).toBe(99);
    await door.identity.settled();
    const { rows } = await admin.query(
      `SELECT outcome, act FROM audit_log WHERE outcome = 'denied' AND object_id LIKE '%/users/self'`,
    );
    expect(rows).toEqual([{ outcome: 'denied', act: 'ipNotAllowed' }]);
  });

  test('a code that is not six digits is refused as a field', async () => {
    const ann = await person();
    expect(await login(ann, { code: '12345' })).toMatchObject({
      code: 400,
      errors: { oneCode: [expect.any(String)] },
    });
  });

  test('unknown fields are refused', async () => {
    const body = { username: 'a', password: 'b', captcha: 'c', role: 'admin' };
    expect(await call('POST', '/login', { body })).toMatchObject({
      code: 400,
      errors: { role: [expect.any(String)] },
    });
  });

  test('a text that cannot be stored is refused as a field, not a fault', async () => {
    for (const username of ['a\0b', 'a\ud800b', '']) {
      expect(await login({ username, password: 'x' })).toMatchObject({
        code: 400,
        errors: { username: [expect.any(String)] },
      });
    }
    expect(await login({ username: 'a', password: 'a\0b' })).toMatchObject({
      code: 400,
      errors: { password: [expect.any(String)] },
    });
    expect((await login({ username: "' OR 1=1 --", password: 'a' })).code).toBe(99);
    expect((await call('GET', '/captcha?username=%00')).code).toBe(400);
    expect((await call('GET', '/captcha?username=somebody')).code).toBe(0);
  });
});

describe('the bot check', () => {
  test('a solution counts once, whatever came of the first time', async () => {
    const ann = await person();
    const captcha = await solve();
    expect((await login({ ...ann, password: 'wrong' }, { captcha })).code).toBe(99);
    expect(await login(ann, { captcha })).toMatchObject({
      code: 400,
      errors: { captcha: ['Please fill in the verification code and try again'] },
    });
  });

  test('a solution is worth nothing after two minutes', async () => {
    const ann = await person();
    const captcha = await solve();
    door.move(121_000);
    expect((await login(ann, { captcha })).code).toBe(400);
  });

  test('what is no solution of ours is refused without a fault', async () => {
    const ann = await person();
    const real = JSON.parse(Buffer.from(await solve(), 'base64').toString()) as Record<string, unknown>;
    const forged = [
      { ...real, number: 1 },
      { ...real, salt: String(real['salt']).replace('expires=', 'expires=9') },
      { ...real, signature: 'f'.repeat(64) },
      { ...real, salt: 5 },
      { ...real, algorithm: 'SHA-1' },
      null,
    ].map((solution) => Buffer.from(JSON.stringify(solution)).toString('base64'));
    for (const captcha of [...forged, '!', 'AAAA'])
      expect((await login(ann, { captcha })).code, captcha).toBe(400);
  });

  test('it grows harder after three failures from one address', async () => {
    const cost = async (ip: string): Promise<number> =>
      ((await call('GET', '/captcha', { ip })) as unknown as { data: { maxnumber: number } }).data.maxnumber;
    const ip = '192.0.2.77';
    const before = await cost(ip);
    for (let n = 0; n < 3; n += 1) await login({ username: `nobody${n}`, password: 'wrong' }, { ip });
    expect(await cost(ip)).toBeGreaterThan(before);
    expect(await cost('192.0.2.78')).toBe(before);
  });
});

test('a sign-in says whether its browser or its address is new to this user, so that he hears of it', async () => {
  const [ann, bob] = [await person(), await person()];
  const web = { 'x-client': 'web' };
  const enter = async (who: typeof ann, ip: string, cookie?: string) =>
    (
      await login(who, { code: code(who), ip, headers: { ...web, ...(cookie !== undefined && { cookie }) } })
    ).cookie?.split(';')[0];
  const cookie = await enter(ann, '203.0.113.50');
  await enter(ann, '203.0.113.50', cookie);
  await enter(ann, '203.0.113.51', cookie);
  await enter(ann, '203.0.113.51');
  // A browser that knows somebody else is as new to him.
  await enter(bob, '203.0.113.51', cookie);
  const { rows } = await admin.query<{ payload: { is_new_address: boolean; is_new_browser: boolean } }>(
    "SELECT payload FROM outbox WHERE kind = 'session.started' AND subject = ANY ($1) ORDER BY id",
    [[`user:${ann.id}`, `user:${bob.id}`]],
  );
  expect(rows.map(({ payload }) => [payload.is_new_address, payload.is_new_browser])).toEqual([
    // Nobody knows yet from where she usually comes.
    [false, true],
    [false, false],
    [true, false],
    [false, true],
    [false, true],
  ]);
});

/** As if so many tries had failed at the name, from everywhere. */
const failedAt = ({ username }: { readonly username: string }, failures: number) =>
  admin.query(
    `INSERT INTO login_guard (subject, failures, lock_at, last_failed_at) VALUES ('name:' || $1, $2, 500, now())
     ON CONFLICT (subject) DO UPDATE SET failures = $2, locked_until = NULL`,
    [username, failures],
  );

describe('lockout', () => {
  test('answers wait from the third failure on, whether there is such a user or not', async () => {
    const ann = await person();
    for (const username of [ann.username, 'somebody.else']) {
      door.pauses.length = 0;
      for (let n = 0; n < 6; n += 1) await login({ username, password: 'wrong' });
      expect(door.pauses).toEqual([0, 0, 0, 250, 500, 1000]);
    }
  });

  test('ten failures lock the network out of the name for half an hour, and tries do not prolong it', async () => {
    for (const [ip, neighbour] of [
      ['203.0.113.7', '203.0.113.200'],
      ['2001:db8:1:2::7', '2001:db8:1:2:ffff::1'],
    ] as const) {
      const ann = await person();
      for (let n = 0; n < 12; n += 1)
        expect((await login({ ...ann, password: 'wrong' }, { ip })).code).toBe(99);
      expect((await login(ann, { code: code(ann), ip: neighbour })).code).toBe(99);
      expect((await outcomes(ann.username)).slice(-4)).toEqual([
        'wrongPassword',
        'locked',
        'locked',
        'locked',
      ]);
      await admin.query(
        `UPDATE login_guard SET locked_until = locked_until - interval '30 minutes'
        WHERE subject LIKE 'pair:%' || $1`,
        [ann.username],
      );
      expect((await login(ann, { code: code(ann), ip: neighbour })).code).toBe(0);
    }
  });

  test('a stranger locks nobody out: the owner comes in from another network with a browser that is new', async () => {
    const ann = await person();
    for (let n = 0; n < 25; n += 1) await login({ ...ann, password: 'wrong' }, { ip: '203.0.113.7' });
    expect(
      (await login(ann, { code: code(ann), ip: '198.18.0.1', headers: { 'x-client': 'web' } })).code,
    ).toBe(0);
    // What the stranger did stays his: the owner's success does not let him in again.
    expect((await login(ann, { code: code(ann), ip: '203.0.113.8' })).code).toBe(99);
  });

  test('tries from many networks slow the name down and raise its bot check, of whoever there is or is not', async () => {
    const ann = await person();
    const costOf = async (username: string): Promise<number> =>
      ((await call('GET', `/captcha?username=${username}`)) as unknown as { data: { maxnumber: number } })
        .data.maxnumber;
    const costs: number[] = [];
    for (const username of [ann.username, 'nobody.anywhere']) {
      const before = await costOf(username);
      for (let n = 0; n < 30; n += 1) {
        await call('POST', '/login', {
          body: { username, password: 'wrong', captcha: await solve({ username }) },
          ip: `10.${n}.0.1`,
        });
      }
      const after = await costOf(username);
      expect(after).toBeGreaterThanOrEqual(50 * before);
      costs.push(after);
      expect(door.pauses.at(-1)).toBe(4_000);
      // A check that was solved without naming the user is too cheap for him.
      const cheap = { body: { username, password: ann.password, captcha: await solve() }, ip: '10.99.0.1' };
      expect(await call('POST', '/login', cheap)).toMatchObject({
        code: 400,
        errors: { captcha: [expect.any(String)] },
      });
    }
    expect(costs[0]).toBe(costs[1]);
    expect((await login(ann, { code: code(ann), ip: '10.99.0.1' })).code).toBe(0);
  });

  test('a name alone is locked only far above, and a browser that it knows still comes in', async () => {
    const ann = await person();
    const web = { 'x-client': 'web' };
    const cookie = (await login(ann, { code: code(ann), headers: web })).cookie?.split(';')[0] ?? '';
    await failedAt(ann, loginNameLockAtFailure - 1);
    expect((await login(ann)).code).toBe(0);
    await failedAt(ann, loginNameLockAtFailure);
    expect((await login(ann)).code).toBe(99);
    expect((await login(ann, { code: code(ann), headers: { ...web, cookie } })).code).toBe(0);
  });

  test('strangers close no door to an administrator, however many they are', async () => {
    const root = await person({ kind: 'admin' });
    await failedAt(root, 100 * loginNameLockAtFailure);
    expect((await login({ ...root, password: 'wrong' }, { ip: '192.0.2.200' })).code).toBe(99);
    expect((await login(root, { code: code(root), ip: '198.18.7.7' })).code).toBe(0);
    // His own ten failures in one network are counted like anybody's.
    for (let n = 0; n < 10; n += 1) await login({ ...root, password: 'wrong' }, { ip: '192.0.2.201' });
    expect((await login(root, { code: code(root), ip: '192.0.2.202' })).code).toBe(99);
  });

  test('a hundred tries at once are counted as a hundred: no more than ten of a network are looked at', async () => {
    const ann = await person();
    const captchas = await door.solveMany(25, { ip: '203.0.113.9' });
    // The counters are read before all of them are counted, so that the checks are good enough for each.
    await Promise.all(
      captchas.map((captcha) => login({ ...ann, password: 'wrong' }, { captcha, ip: '203.0.113.9' })),
    );
    const seen = await outcomes(ann.username);
    expect(seen.filter((outcome) => outcome === 'wrongPassword').length).toBeLessThanOrEqual(10);
    expect(seen).toHaveLength(25);
  });

  test('a success forgets the failures before it', async () => {
    const ann = await person();
    for (let n = 0; n < 5; n += 1) await login({ ...ann, password: 'wrong' });
    expect((await login(ann, { code: code(ann) })).code).toBe(0);
    door.pauses.length = 0;
    await login({ ...ann, password: 'wrong' });
    expect(door.pauses).toEqual([0]);
  });

  test('strangers cannot lock out a browser that has signed in before', async () => {
    const ann = await person();
    const web = { 'x-client': 'web' };
    const first = await login(ann, { code: code(ann), headers: web });
    const cookie = first.cookie?.split(';')[0] ?? '';
    const ip = '203.0.113.11';
    for (let n = 0; n < 11; n += 1) await login({ ...ann, password: 'wrong' }, { ip });
    expect((await login(ann, { code: code(ann), ip })).code).toBe(99);
    expect((await login(ann, { code: code(ann), ip, headers: { ...web, cookie } })).code).toBe(0);
  });
});
