import { describe, expect, test } from 'vitest';
import type { OutputOf } from '@suanpan/contract/endpoint';
import type * as contract from '@suanpan/contract/endpoints/api-keys';
import { encodeWebhookSecret } from '@suanpan/signing/webhooks';
import { wallClock } from '../../../platform/clock.ts';
import { webhookSecretPurpose } from '../../callbacks/index.ts';
import { openApprovals } from '../../approvals/index.ts';
import { openDoor } from '../../identity/testing/open-door.ts';
import type { Person } from '../../identity/testing/open-door.ts';
import { openKeyRing } from '../admission/key-ring.ts';
import { openKeys } from './keys.routes.ts';

const door = await openDoor();
const { admin, call, database, person, proofOf, tokenOf, vault } = door;
const approvals = openApprovals({ db: database, identity: door.identity, fourEyes: true });
approvals.bind(door.app);
openKeys({ db: database, vault, identity: door.identity, approvals }).bind(door.app);

const payment = 'quiet river stones';
const agent = await person({ paymentPassword: payment });
const merchant = () => person({ kind: 'customer', parentId: agent.id, paymentPassword: payment });

type Told = OutputOf<typeof contract.createApiKey>;
type Listed = OutputOf<typeof contract.apiKeys>;

const create = (who: Person, token: string, more: object = {}) =>
  call('POST', '/apiKeys', {
    token,
    body: { is_test: false, scopes: ['collect', 'read'], ip_allowlist: [], ...proofOf(who), ...more },
  });
const told = async (reply: ReturnType<typeof call>) => (await reply).data as unknown as Told;
const listed = async (token: string) => (await call('GET', '/apiKeys', { token })).data as unknown as Listed;
/** What the door of the merchant API knows of a key at this moment: the secrets that would be accepted. */
async function secretsOf(key: string): Promise<string[] | undefined> {
  const ring = openKeyRing({ db: database, vault, clock: wallClock });
  const found = await ring.findKey(key);
  await ring.close();
  return found?.secrets.map(({ key: secret }) => secret.export().toString('utf8'));
}

describe('a merchant’s keys', () => {
  test('are made with payment password and code; the secret is told once and kept sealed', async () => {
    const who = await merchant();
    const token = await tokenOf(who);
    const made = await told(create(who, token));
    expect(made.key).toMatch(/^ak_live_[0-9a-f]{24}$/);
    expect(made.secret).toMatch(/^sk_live_[0-9a-f]{64}$/);
    expect(await secretsOf(made.key)).toEqual([made.secret]);
    const list = await listed(token);
    expect(list.items).toHaveLength(1);
    expect(list.items[0]).toMatchObject({ key: made.key, scopes: ['collect', 'read'], previous_until: null });
    const { rows } = await admin.query(
      `SELECT (SELECT string_agg(to_jsonb(k)::text, '') FROM api_key k) AS keys,
              (SELECT string_agg(to_jsonb(a)::text, '') FROM audit_log a) AS audit,
              (SELECT string_agg(to_jsonb(o)::text, '') FROM outbox o) AS news`,
    );
    expect(JSON.stringify([list, rows])).not.toContain(made.secret);
    expect((await create(who, token, { payment_password: 'wrong' })).code).toBe(20434);
    expect((await create(who, token, { one_code: '000000' })).code).toBe(10003);
  });

  test('have two live secrets after a rotation, and the oldest ends with the next one', async () => {
    const who = await merchant();
    const token = await tokenOf(who);
    const first = await told(create(who, token, { is_test: true }));
    const id = (await listed(token)).items[0]?.id ?? '';
    const rotate = () => told(call('POST', `/apiKeys/${id}/rotate`, { token, body: proofOf(who) }));
    const second = await rotate();
    expect(second.key).toBe(first.key);
    expect(await secretsOf(first.key)).toEqual([second.secret, first.secret]);
    const leftMs = Date.parse(second.previous_until ?? '') - Date.now();
    expect(Math.abs(leftMs - 24 * 3_600_000)).toBeLessThan(60_000);
    const third = await rotate();
    expect(await secretsOf(first.key)).toEqual([third.secret, second.secret]);
    await admin.query(`UPDATE api_key SET previous_until = now() WHERE id = $1`, [id]);
    expect(await secretsOf(first.key)).toEqual([third.secret]);
    expect((await listed(token)).items[0]?.previous_until).toBeNull();
  });

  test('stop working when revoked, and stay away', async () => {
    const who = await merchant();
    const token = await tokenOf(who);
    const { key } = await told(create(who, token));
    const id = (await listed(token)).items[0]?.id ?? '';
    const revoke = (more: object = {}) =>
      call('POST', `/apiKeys/${id}/revoke`, {
        token,
        body: { reason: 'Lost laptop', ...proofOf(who), ...more },
      });
    expect((await revoke({ reason: '' })).code).toBe(400);
    expect((await revoke()).code).toBe(0);
    expect(await secretsOf(key)).toBeUndefined();
    expect((await listed(token)).items).toEqual([]);
    expect((await revoke()).code).toBe(404);
    expect((await call('POST', `/apiKeys/${id}/rotate`, { token, body: proofOf(who) })).code).toBe(404);
  });

  test('are out of reach of another merchant, of agents and of those who act for him', async () => {
    const [who, other] = [await merchant(), await merchant()];
    const [token, otherToken] = [await tokenOf(who), await tokenOf(other)];
    const { key, secret } = await told(create(who, token));
    const id = (await listed(token)).items[0]?.id ?? '';
    const path = `/apiKeys/${id}/rotate`;
    expect((await call('POST', path, { token: otherToken, body: proofOf(other) })).code).toBe(404);
    expect((await listed(otherToken)).items).toEqual([]);
    expect((await call('GET', '/apiKeys', { token: await tokenOf(agent) })).code).toBe(404);
    expect(await secretsOf(key)).toEqual([secret]);
  });

  test('end at ten in force', async () => {
    const who = await merchant();
    const token = await tokenOf(who);
    await admin.query(
      `INSERT INTO api_key (customer_id, key, secret_sealed, scopes, created_at)
       SELECT $1::bigint, 'ak_live_' || $1::bigint || '_' || n, 'x', '{read}', now() FROM generate_series(1, 10) n`,
      [who.id],
    );
    expect((await create(who, token)).code).toBe(21612);
  });

  test('leave an audit row and news of each change', async () => {
    const who = await merchant();
    const token = await tokenOf(who);
    const { key } = await told(create(who, token));
    const { rows } = await admin.query(
      `SELECT payload ->> 'change' AS change, payload ->> 'key' AS key, payload ->> 'by' AS by
       FROM outbox WHERE kind = 'merchant.keysChanged' AND subject = $1`,
      [`user:${who.id}`],
    );
    expect(rows).toEqual([{ change: 'createKey', key, by: who.username }]);
    const audit = await admin.query(
      `SELECT act, object_kind FROM audit_log WHERE actor_id = $1 AND act LIKE 'apiFile%'`,
      [who.id],
    );
    expect(audit.rows).toEqual([{ act: 'apiFile.createKey', object_kind: 'apiKey' }]);
  });
});

describe('a key that can pay out', () => {
  const payouts = {
    scopes: ['payout'],
    ip_allowlist: ['203.0.113.0/24'],
    daily_amount: '50000',
    reason: 'Payouts of the shop',
  };
  const approve = async (id: string | null) =>
    call('POST', `/admin/approvals/${id}/approve`, {
      token: await tokenOf(agent),
      body: proofOf(agent),
    });
  const made = async () => {
    const who = await merchant();
    const token = await tokenOf(who);
    const told = await toldOf(create(who, token, payouts));
    expect((await approve(told.approval_id)).code).toBe(0);
    const id = (await listed(token)).items[0]?.id ?? '';
    const save = (body: object) =>
      call('PUT', `/apiKeys/${id}/ipAllowlist`, { token, body: { ...body, ...proofOf(who) } });
    return { who, token, told, id, save };
  };
  const toldOf = told;
  const bounds = async (token: string) => {
    const [item] = (await listed(token)).items;
    return [item?.ip_allowlist, item?.daily_amount];
  };

  test('names few networks and an amount a day above 0; the database holds that too', async () => {
    const who = await merchant();
    const token = await tokenOf(who);
    for (const list of [[], ['0.0.0.0/0'], ['203.0.112.0/23'], ['2001:db8::/47'], ['::ffff:0.0.0.0/96']]) {
      const refused = await create(who, token, { ...payouts, ip_allowlist: list });
      expect(Object.keys(refused.errors ?? {}), String(list)).toEqual(['ip_allowlist']);
    }
    for (const amount of ['0', '0.00', undefined]) {
      const refused = await create(who, token, { ...payouts, daily_amount: amount });
      expect(Object.keys(refused.errors ?? {}), amount).toEqual(['daily_amount']);
    }
    expect((await create(who, token, { ...payouts, reason: undefined })).errors).toHaveProperty('reason');
    expect((await create(who, token, { daily_amount: '1' })).errors).toHaveProperty('daily_amount');
    for (const [list, amount] of [
      ['{203.0.112.0/23}', 1],
      ['{::ffff:0.0.0.0/96}', 1],
      ['{}', 1],
      ['{203.0.113.0/24}', null],
      ['{203.0.113.0/24}', 0],
    ]) {
      const insert = admin.query(
        `INSERT INTO api_key (customer_id, key, secret_sealed, scopes, ip_allowlist, daily_payout_minor, created_at)
         VALUES ($1, 'ak_live_wide', 'x', '{payout}', $2, $3, now())`,
        [who.id, list, amount],
      );
      await expect(insert, `${list} ${amount}`).rejects.toThrow('check constraint');
    }
  });

  test('works once a second person has agreed, with the secret that was told at the beginning', async () => {
    const who = await merchant();
    const token = await tokenOf(who);
    const { approval_id: waits, key, secret } = await toldOf(create(who, token, payouts));
    expect(waits).toMatch(/^\d+$/);
    expect(await secretsOf(key)).toBeUndefined();
    expect((await listed(token)).items).toEqual([]);
    expect((await approve(waits)).code).toBe(0);
    expect(await secretsOf(key)).toEqual([secret]);
    expect(await bounds(token)).toEqual([['203.0.113.0/24'], '50000.0000']);
    const { rows } = await admin.query(
      `SELECT (SELECT string_agg(to_jsonb(a)::text, '') FROM approval a) AS approvals,
              (SELECT string_agg(to_jsonb(l)::text, '') FROM audit_log l) AS audit`,
    );
    expect(JSON.stringify(rows)).not.toContain(secret);
  });

  test('is narrowed and revoked by one person at once', async () => {
    const { who, token, told, id, save } = await made();
    for (const [list, amount, kept] of [
      [['203.0.113.0/25', '203.0.113.200'], undefined, '50000.0000'],
      [['203.0.113.7'], '20000', '20000.0000'],
      [['203.0.113.7'], '19999.5', '19999.5000'],
    ] as const) {
      const saved = await save({ ip_allowlist: list, ...(amount !== undefined && { daily_amount: amount }) });
      expect(saved).toMatchObject({ code: 0, data: { approval_id: null } });
      expect(await bounds(token)).toEqual([list, kept]);
    }
    expect((await save({ ip_allowlist: [] })).errors).toHaveProperty('ip_allowlist');
    const body = { reason: 'Lost laptop', ...proofOf(who) };
    expect((await call('POST', `/apiKeys/${id}/revoke`, { token, body })).code).toBe(0);
    expect(await secretsOf(told.key)).toBeUndefined();
  });

  test('is widened only when a second person agrees, be it by an address or by an amount', async () => {
    const { token, save } = await made();
    const before = await bounds(token);
    for (const more of [
      { ip_allowlist: ['203.0.113.0/24', '198.51.100.7'] },
      { ip_allowlist: ['198.51.100.7'] },
      { ip_allowlist: ['203.0.113.0/24'], daily_amount: '50000.01' },
    ]) {
      expect((await save(more)).errors).toHaveProperty('reason');
      const saved = await save({ ...more, reason: 'A second office' });
      expect(saved).toMatchObject({ code: 0, data: { approval_id: expect.stringMatching(/^\d+$/) } });
      expect(await bounds(token)).toEqual(before);
    }
    const wider = { ip_allowlist: ['203.0.113.0/24', '198.51.100.8'], reason: 'A third office' };
    const { approval_id: waits } = (await save(wider)).data as unknown as { approval_id: string };
    expect((await approve(waits)).code).toBe(0);
    expect(await bounds(token)).toEqual([wider.ip_allowlist, '50000.0000']);
  });

  test('gets its new secret only when a second person agrees; until then the old one alone works', async () => {
    const { who, token, told, id } = await made();
    const rotate = (more: object) =>
      call('POST', `/apiKeys/${id}/rotate`, { token, body: { ...more, ...proofOf(who) } });
    expect((await rotate({})).errors).toHaveProperty('reason');
    const next = await toldOf(rotate({ reason: 'Every quarter' }));
    expect(await secretsOf(told.key)).toEqual([told.secret]);
    expect((await approve(next.approval_id)).code).toBe(0);
    expect(await secretsOf(told.key)).toEqual([next.secret, told.secret]);
  });
});

describe('the callback secret', () => {
  test('is rotated with both secrets good for a day', async () => {
    const who = await merchant();
    const token = await tokenOf(who);
    const before = encodeWebhookSecret(Buffer.alloc(32, 7));
    await admin.query(
      `INSERT INTO webhook_endpoint (customer_id, url, secret_sealed) VALUES ($1, 'https://shop.example/hook', $2)`,
      [who.id, vault.seal(before, webhookSecretPurpose)],
    );
    const reply = await call('POST', '/apiKeys/webhookSecret/rotate', { token, body: proofOf(who) });
    const { secret, previous_until: until } = reply.data as unknown as {
      secret: string;
      previous_until: string;
    };
    const { rows } = await admin.query(`SELECT * FROM webhook_endpoint WHERE customer_id = $1`, [who.id]);
    const row = rows[0] as { secret_sealed: string; previous_secret_sealed: string; url: string };
    expect(vault.open(row.secret_sealed, webhookSecretPurpose)).toBe(secret);
    expect(vault.open(row.previous_secret_sealed, webhookSecretPurpose)).toBe(before);
    expect(row.url).toBe('https://shop.example/hook');
    expect((await listed(token)).webhook).toEqual({
      url: 'https://shop.example/hook',
      previous_until: until,
    });
  });

  test('of the older forms is told once and kept sealed, and the one before ends at once', async () => {
    const who = await merchant();
    const token = await tokenOf(who);
    expect((await listed(token)).legacy).toEqual({ form: null, has_secret: false });
    await admin.query(`UPDATE app_user SET api_version = 'v1' WHERE id = $1`, [who.id]);
    expect((await listed(token)).legacy).toEqual({ form: 'v1', has_secret: false });
    const ring = openKeyRing({
      db: database,
      vault,
      clock: { ...wallClock, monotonicMs: () => (now += 5_000) },
    });
    let now = 0;
    expect(await ring.findV1(String(who.id))).toBeUndefined();
    const rotate = async () =>
      (await call('POST', '/apiKeys/legacySecret/rotate', { token, body: proofOf(who) })) as unknown as {
        code: number;
        data: { secret: string };
      };
    const first = await rotate();
    expect(first.data.secret).toMatch(/^sk_v1_[0-9a-f]{32}$/);
    expect((await ring.findV1(String(who.id)))?.secret).toBe(first.data.secret);
    const second = await rotate();
    expect((await ring.findV1(String(who.id)))?.secret).toBe(second.data.secret);
    expect((await listed(token)).legacy).toEqual({ form: 'v1', has_secret: true });
    await ring.close();
    const { rows } = await admin.query(
      `SELECT string_agg(to_jsonb(w)::text, '') AS kept, (SELECT string_agg(to_jsonb(a)::text, '') FROM audit_log a) AS log
       FROM webhook_endpoint w WHERE customer_id = $1`,
      [who.id],
    );
    expect(JSON.stringify(rows)).not.toContain(second.data.secret);
    const wrong = { ...proofOf(who), payment_password: 'wrong' };
    expect((await call('POST', '/apiKeys/legacySecret/rotate', { token, body: wrong })).code).toBe(20434);
  });
});
