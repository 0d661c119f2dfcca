import { expect, test } from 'vitest';
import type { OutputOf } from '@suanpan/contract/endpoint';
import type * as contract from '@suanpan/contract/endpoints/api-keys';
import { openDoor } from '../src/modules/identity/testing/open-door.ts';
import { openApprovals } from '../src/modules/approvals/index.ts';
import { openKeys } from '../src/modules/merchant-api/index.ts';
import { openTestUsers } from '../src/modules/users/testing/open-test-users.ts';
import { keepLog } from './kept-log.ts';

/**
 * Everything that proves who somebody is goes in and out once, is refused once, and is sent broken once, while the log
 * is at its most talkative. None of it may stand in a line (C52).
 */
const kept = keepLog();
const door = await openDoor({ log: kept.log });
const { call, login, person, code, database, vault, admin } = door;
const approvals = openApprovals({ db: database, identity: door.identity, fourEyes: true });
openKeys({ db: database, vault, identity: door.identity, approvals }).bind(door.app);
openTestUsers(door, door.app, door.identity);

const secrets = new Map<string, string>();
/** Remembers what must never be read in a log, and hands it on. */
function secret(name: string, value: string): string {
  if (value.length < 6) throw new Error(`${name} is too short to be told from other text`);
  secrets.set(name, value);
  return value;
}
const found = (): string[] =>
  [...secrets].flatMap(([name, value]) =>
    kept.lines.filter((line) => line.includes(value)).map((line) => `${name}: ${line}`),
  );

const paymentPassword = secret('payment password', 'a quiet payment canary');
const root = await person({ kind: 'admin', paymentPassword });
const agent = await person({ paymentPassword });
const merchant = await person({ kind: 'customer', parentId: agent.id, paymentPassword });
for (const who of [root, agent, merchant]) {
  secret(`TOTP secret of ${who.username}`, who.secret);
  secret(`password of ${who.username}`, who.password);
}

let codes = 0;
function fresh(who: typeof merchant): string {
  codes += 1;
  // Six digits occur by chance inside ids and times; as a word of their own they do not.
  return secret(`code ${codes}`, code(who));
}
async function enter(who: typeof merchant): Promise<string> {
  const { data } = await login(who, { code: fresh(who) });
  return secret(`token of ${who.username}`, data.access_token);
}
const proof = (who: typeof merchant) => ({ payment_password: paymentPassword, one_code: fresh(who) });

test('signing in, right and wrong, leaves neither password, code nor token in the log', async () => {
  await enter(root);
  const wrong = secret('wrong password', 'a wrong password canary');
  expect((await login({ ...root, password: wrong })).code).toBe(99);
  const challenge = await login(root);
  secret('challenge', challenge.data.validate2FA);
  await call('POST', '/validate2FA', {
    body: { validate2FA: challenge.data.validate2FA, oneCode: '000000' },
  });
  const newcomer = await person({ unbound: true });
  const { data } = await login(newcomer);
  secret('secret to bind', data.bind2FA.secret);
  expect(found()).toEqual([]);
});

test('keys, links and changed passwords are told to their owner alone', async () => {
  const token = await enter(merchant);
  const made = await call('POST', '/apiKeys', {
    token,
    body: { is_test: false, scopes: ['collect'], ip_allowlist: [], ...proof(merchant) },
  });
  secret('API secret', (made.data as unknown as OutputOf<typeof contract.createApiKey>).secret);
  const hook = await call('POST', '/apiKeys/webhookSecret/rotate', { token, body: proof(merchant) });
  secret('webhook secret', (hook.data as unknown as { secret: string }).secret);
  const link = await call('POST', `/users/${merchant.id}/password`, { token: await enter(agent) });
  const { url } = link.data as unknown as { url: string };
  secret('link', new URL(url.replace('#/', '')).searchParams.get('code') ?? '');
  const started = await call('POST', '/users/self/twoFactor/start', {
    token,
    body: { password: merchant.password, one_code: fresh(merchant) },
  });
  secret('new TOTP secret', (started.data as unknown as { secret: string }).secret);
  const next = secret('new password', 'the next password canary');
  const changed = await call('POST', '/users/self/password', {
    token,
    body: { password: merchant.password, new_password: next, one_code: fresh(merchant) },
  });
  expect(changed.code).toBe(0);
  expect(found()).toEqual([]);
});

test('acts with payment password and code, refused or broken, keep them to themselves', async () => {
  const token = await enter(root);
  const path = `/users/${merchant.id}/frozen`;
  const body = { direction: 'freeze', amount: '1', reason: 'x', ...proof(root) };
  await call('POST', path, { token, body });
  await call('POST', path, {
    token,
    body: { ...body, payment_password: secret('typo', 'a mistyped canary') },
  });
  await call('POST', path, { token, body: { ...body, unknown: 'field' } });
  for (const payload of [JSON.stringify(body).slice(0, -1), `[${JSON.stringify(body)}]`]) {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    await door.app.inject({ method: 'POST', url: `/api${path}?token=${token}`, headers, payload });
  }
  expect(found()).toEqual([]);
});

test('a fault in the middle of it says what failed, and with nothing of what was sent', async () => {
  const before = kept.lines.length;
  const next = secret('password that could not be saved', 'a password for nobody');
  const token = await enter(agent);
  await admin.query('ALTER TABLE app_user ADD CONSTRAINT nobody CHECK (false) NOT VALID');
  const reply = await call('POST', '/users/self/password', {
    token,
    body: {
      password: secret('password of the agent', agent.password),
      new_password: next,
      one_code: fresh(agent),
    },
  });
  await admin.query('ALTER TABLE app_user DROP CONSTRAINT nobody');
  expect(reply.status).toBe(500);
  expect(kept.lines.slice(before).some((line) => line.includes('"level":50'))).toBe(true);
  expect(found()).toEqual([]);
});

test('the net holds: each of these secrets would be found, were it written', () => {
  expect(kept.lines.length).toBeGreaterThan(20);
  for (const [name, value] of secrets) {
    const before = found().length;
    kept.log.info({ body: { note: value } }, 'planted');
    expect(found().length, name).toBeGreaterThan(before);
    kept.lines.pop();
  }
});
