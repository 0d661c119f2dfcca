import type { DenialAct } from '@suanpan/domain/audit/acts';
import { beforeEach, expect, test } from 'vitest';
import { hashPassword } from '../../src/platform/crypto/passwords.ts';
import { openHouse } from '../open-house.ts';
import { gather } from './cast.ts';
import type { Principal } from './table.ts';

const house = await openHouse();
const cast = await gather(house);
const { admin } = house.base;
let sessions = await cast.enter();
let calls = 0;

interface Answer {
  readonly code: number;
  readonly message: string;
}

async function call(
  who: Principal,
  method: 'GET' | 'POST' | 'PUT',
  path: string,
  payload?: object,
): Promise<Answer> {
  calls += 1;
  const response = await house.app.inject({
    method,
    url: `/api${path}`,
    headers: {
      authorization: `Bearer ${sessions.get(who)}`,
      'x-localization': 'en',
      'idempotency-key': `refusal-${calls}`,
    },
    ...(payload === undefined ? {} : { payload }),
  });
  const { code, message } = response.json<Answer>();
  return { code, message };
}

interface Row {
  readonly act: DenialAct;
  readonly actor_id: bigint | null;
  readonly object_id: string;
}

let seen = 0n;
async function denied(): Promise<Row[]> {
  await house.settled();
  const { rows } = await admin.query<Row & { id: bigint }>(
    `SELECT id, act, actor_id, object_id FROM audit_log WHERE outcome = 'denied' AND id > $1 ORDER BY id`,
    [seen],
  );
  seen = rows.at(-1)?.id ?? seen;
  return rows.map(({ act, actor_id, object_id }) => ({ act, actor_id, object_id }));
}

beforeEach(async () => {
  sessions = await cast.enter();
  await denied();
});

test('what is foreign leaves a row, and so does what is absent: neither answer nor log tells them apart', async () => {
  const ids = [String(cast.person('B.merchant')), '999999999999'];
  const answers = [];
  for (const id of ids) answers.push(await call('agent', 'GET', `/users/${id}/info`));
  expect(answers[0]).toEqual(answers[1]);
  expect(answers[0]?.code).toBe(404);
  expect(await denied()).toEqual(
    ids.map((id) => ({
      act: 'notFound',
      actor_id: cast.person('A.agent'),
      object_id: `GET /api/users/${id}/info`,
    })),
  );
});

test('somebody else’s senior agent named in a new account leaves a row', async () => {
  const body = { name: 'New', username: 'new.merchant', agent_id: String(cast.person('B.agent')) };
  expect((await call('agent', 'POST', '/customers', body)).code).toBe(21601);
  expect(await denied()).toMatchObject([{ act: 'enterPremiumProxyId', actor_id: cast.person('A.agent') }]);
});

test('rights beyond those of the giver leave a row', async () => {
  const body = { name: 'Too much', permissions: ['admin.backup.get'] };
  expect((await call('agent', 'POST', '/roles', body)).code).toBe(21607);
  expect(await denied()).toMatchObject([{ act: 'permissionBeyondOwner', actor_id: cast.person('A.agent') }]);
});

test('a wrong payment password and a wrong code leave a row each', async () => {
  await admin.query('UPDATE app_user SET payment_password_hash = $2 WHERE id = $1', [
    cast.person('A.merchant'),
    await hashPassword('the right payment password'),
  ]);
  const stepUp = (password: string) => ({ payment_password: password, one_code: '000000' });
  const key = { is_test: true, scopes: ['read'], ip_allowlist: [] };
  const wrong = await call('merchant', 'POST', '/apiKeys', { ...key, ...stepUp('a guess') });
  const code = await call('merchant', 'POST', '/apiKeys', {
    ...key,
    ...stepUp('the right payment password'),
  });
  expect([wrong.code, code.code]).toEqual([20434, 10003]);
  const of = { actor_id: cast.person('A.merchant'), object_id: 'POST /api/apiKeys' };
  expect(await denied()).toEqual([
    { act: 'wrongPaymentPassword', ...of },
    { act: 'wrongTwoFactorCode', ...of },
  ]);
});

test('deciding one’s own submission leaves a row', async () => {
  const id = await cast.find('submission', 'admin', 'own');
  expect((await call('admin', 'POST', `/admin/approvals/${id}/refuse`, { reason: 'mine' })).code).toBe(21701);
  expect(await denied()).toMatchObject([
    { act: 'ownSubmission', object_id: `POST /api/admin/approvals/${id}/refuse` },
  ]);
});

test('whoever acts for another and is refused is named with the one he acts for', async () => {
  expect((await call('impersonated', 'PUT', '/users/preferences/menu.collapsed', { value: true })).code).toBe(
    20430,
  );
  await house.settled();
  const { rows } = await admin.query(
    `SELECT actor_id, effective_id FROM audit_log WHERE act = 'impersonationForbidden' ORDER BY id DESC LIMIT 1`,
  );
  expect(rows).toEqual([{ actor_id: cast.person('operator'), effective_id: cast.person('A.merchant') }]);
});

test('a token that is tried from where it may not be used leaves a row, and its bearer hears nothing of why', async () => {
  const userId = cast.person('A.merchant');
  await admin.query("UPDATE app_user SET ip_allowlist = '{203.0.113.0/24}' WHERE id = $1", [userId]);
  try {
    for (const method of ['GET', 'POST'] as const)
      expect((await call('merchant', method, '/validate/token')).code).toBe(99);
  } finally {
    await admin.query("UPDATE app_user SET ip_allowlist = '{}' WHERE id = $1", [userId]);
  }
  expect(await denied()).toEqual(
    ['GET', 'POST'].map((method) => ({
      act: 'ipNotAllowed',
      actor_id: userId,
      object_id: `${method} /api/validate/token`,
    })),
  );
});

test('one who asks for a thousand ids leaves eleven rows a minute, and the last of them tells how many', async () => {
  for (let n = 0; n < 200; n += 1) await call('merchant', 'GET', `/users/${1_000_000 + n}/info`);
  expect(await denied()).toHaveLength(11);
  const { rows } = await admin.query(`SELECT after FROM audit_log WHERE id = $1`, [seen]);
  expect(rows).toEqual([{ after: { attempts: 190 } }]);
});

test('a stranger leaves nothing in the log', async () => {
  const before = await admin.query('SELECT count(*)::int AS n FROM audit_log');
  for (const url of ['/api/no/such/path', '/api/users/1/info', '/api/checkout/AAAAAAAAAAAAAAAAAAAAAAAA']) {
    await house.app.inject({ method: 'GET', url });
    await house.app.inject({ method: 'GET', url, headers: { authorization: 'Bearer made-up' } });
  }
  await house.settled();
  expect((await admin.query('SELECT count(*)::int AS n FROM audit_log')).rows).toEqual(before.rows);
});
