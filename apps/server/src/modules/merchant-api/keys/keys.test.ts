import { describe, expect, test } from 'vitest';
import type { OutputOf } from '@suanpan/contract/endpoint';
import type * as contract from '@suanpan/contract/endpoints/api-keys';
import { encodeWebhookSecret } from '@suanpan/signing/webhooks';
import { wallClock } from '../../../platform/clock.ts';
import { webhookSecretPurpose } from '../../callbacks/index.ts';
import { openDoor } from '../../identity/testing/open-door.ts';
import type { Person } from '../../identity/testing/open-door.ts';
import { openKeyRing } from '../admission/key-ring.ts';
import { bindKeys } from './keys.routes.ts';

const door = await openDoor();
const { call, login, person, code, admin, database, vault } = door;
bindKeys(door.app, { db: database, vault, identity: door.identity });

const payment = 'quiet river stones';
const agent = await person();
const merchant = () => person({ kind: 'customer', parentId: agent.id, paymentPassword: payment });
const tokenOf = async (who: Person) => (await login(who, { code: code(who) })).data.access_token;
const stepUp = (who: Person) => ({ payment_password: payment, one_code: code(who) });

type Told = OutputOf<typeof contract.createApiKey>;
type Listed = OutputOf<typeof contract.apiKeys>;

const create = (who: Person, token: string, more: object = {}) =>
  call('POST', '/apiKeys', {
    token,
    body: { is_test: false, scopes: ['collect', 'read'], ip_allowlist: [], ...stepUp(who), ...more },
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
    const rotate = () => told(call('POST', `/apiKeys/${id}/rotate`, { token, body: stepUp(who) }));
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
        body: { reason: 'Lost laptop', ...stepUp(who), ...more },
      });
    expect((await revoke({ reason: '' })).code).toBe(400);
    expect((await revoke()).code).toBe(0);
    expect(await secretsOf(key)).toBeUndefined();
    expect((await listed(token)).items).toEqual([]);
    expect((await revoke()).code).toBe(404);
    expect((await call('POST', `/apiKeys/${id}/rotate`, { token, body: stepUp(who) })).code).toBe(404);
  });

  test('that can pay out are bound to addresses', async () => {
    const who = await merchant();
    const token = await tokenOf(who);
    const payouts = { scopes: ['payout'] };
    expect((await create(who, token, payouts)).errors).toHaveProperty('ip_allowlist');
    const made = await told(create(who, token, { ...payouts, ip_allowlist: ['203.0.113.0/24'] }));
    expect(made.key).toBeTruthy();
    const id = (await listed(token)).items[0]?.id ?? '';
    const save = (list: string[]) =>
      call('PUT', `/apiKeys/${id}/ipAllowlist`, { token, body: { ip_allowlist: list, ...stepUp(who) } });
    expect((await save([])).code).toBe(400);
    expect((await save(['203.0.113.7'])).code).toBe(0);
    expect((await listed(token)).items[0]?.ip_allowlist).toEqual(['203.0.113.7']);
  });

  test('are out of reach of another merchant, of agents and of those who act for him', async () => {
    const [who, other] = [await merchant(), await merchant()];
    const [token, otherToken] = [await tokenOf(who), await tokenOf(other)];
    const { key, secret } = await told(create(who, token));
    const id = (await listed(token)).items[0]?.id ?? '';
    const path = `/apiKeys/${id}/rotate`;
    expect((await call('POST', path, { token: otherToken, body: stepUp(other) })).code).toBe(404);
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

describe('the callback secret', () => {
  test('is rotated with both secrets good for a day', async () => {
    const who = await merchant();
    const token = await tokenOf(who);
    const before = encodeWebhookSecret(Buffer.alloc(32, 7));
    await admin.query(
      `INSERT INTO webhook_endpoint (customer_id, url, secret_sealed) VALUES ($1, 'https://shop.example/hook', $2)`,
      [who.id, vault.seal(before, webhookSecretPurpose)],
    );
    const reply = await call('POST', '/apiKeys/webhookSecret/rotate', { token, body: stepUp(who) });
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
});
