import { execFileSync } from 'node:child_process';
import { createPrivateKey, sign } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { regionDayOf, regionDayText, startOfRegionDay } from '@suanpan/domain/region-day';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { moveBusinessClock, testDatabase } from '../../../../test/database.ts';
import { actorOf, openHttp } from '../../../../test/http.ts';
import { openMoneyRooms } from '../../../../test/money-rooms.ts';
import { openPayoutRooms } from '../../../../test/payout-rooms.ts';
import { createTenant } from '../../../../test/tenant.ts';
import type { Tenant } from '../../../../test/tenant.ts';
import { businessNow } from '../../../platform/clock.ts';
import type { Actor } from '../../../platform/http/actor.ts';
import { transact } from '../../../platform/db/transact.ts';
import { foldAccounts } from '../../ledger/fold-accounts.store.ts';
import { openStatements } from '../index.ts';
import { signerNow } from './statement-keys.store.ts';

const base = await testDatabase();
const { admin, database, vault } = base;
const rooms = await openMoneyRooms(base);
const payouts = await openPayoutRooms(base, rooms);
const http = openHttp(base);
openStatements({ db: database, vault }).bind(http.app);
const platform = actorOf('admin', 1n);
const folder = mkdtempSync(join(tmpdir(), 'suanpan-statements-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
/** As anybody fetches it. */
const verifier = join(folder, 'verify-statement.mjs');

let tenant: Tenant;
let other: Tenant;
let day: string;
let maker: Actor;

/** So many days on, at a minute of that day. */
async function moveTo(days: number, minute: number): Promise<void> {
  const now = await businessNow(database.app);
  const at = startOfRegionDay(regionDayOf(now) + days).getTime() + minute * 60_000;
  await moveBusinessClock(database, at - now.getTime());
}
const noon = 720;
const tomorrow = (): Promise<void> => moveTo(1, noon);
async function earn(major: string): Promise<void> {
  const order = await rooms.place(tenant.merchantId, { major });
  rooms.bank.pay(order.order_no);
  await rooms.tell(order);
}

beforeAll(async () => {
  const served = await http.app.inject({ url: '/.well-known/suanpan-verify-statement.mjs' });
  expect(served.headers['content-disposition']).toBe('attachment; filename="verify-statement.mjs"');
  writeFileSync(verifier, served.rawPayload);
});
/** Something on the day before, and on the day itself collections, a payout that was paid and one under way. */
beforeAll(async () => {
  tenant = await createTenant(base, { provider: rooms.bank });
  other = await createTenant(base, { provider: rooms.bank });
  maker = actorOf('admin', await tenant.user('admin'));
  await payouts.channel(tenant, [tenant.merchantId]);
  await admin.query("UPDATE app_user SET settle_rule = 'D0' WHERE id = $1", [tenant.merchantId]);
  await earn('3000');
  await tomorrow();
  day = regionDayText(regionDayOf(await businessNow(database.app)));
  await earn('10000');
  const paid = await payouts.place(tenant.merchantId, { major: '5000' });
  await payouts.work();
  rooms.bank.payout(paid.order_no).status = 'paid';
  await payouts.tell(await payouts.payout(paid.id));
  await payouts.place(tenant.merchantId, { major: '1000' });
});

const make = (who: Actor, body: object) =>
  http.post(who, '/statements', {
    customer_id: String(tenant.merchantId),
    period: day,
    currency: 'TWD',
    ...body,
  });
async function fetched(who: Actor, file: string): Promise<{ status: number; body: string; type: string }> {
  // A session stands from any call of his.
  await http.get(who, '/statements');
  const response = await http.app.inject({
    url: `/api/statements/${file}`,
    headers: { authorization: `Bearer session-${who.userId}`, 'x-localization': 'en' },
  });
  return { status: response.statusCode, body: response.body, type: String(response.headers['content-type']) };
}
const keysNow = async () =>
  (await http.app.inject({ url: '/.well-known/suanpan-statement-keys.json' })).json<{
    keys: { id: string; public_key: string; created_at: string; retired_at: string | null }[];
  }>();
/** What the program says that anybody can run. */
function verify(statement: string | Buffer, keys: object): string {
  const [file, keyFile] = [join(folder, 'statement.json'), join(folder, 'keys.json')];
  writeFileSync(file, statement);
  writeFileSync(keyFile, JSON.stringify(keys));
  try {
    return execFileSync(process.execPath, [verifier, file, keyFile], { encoding: 'utf8', stdio: 'pipe' });
  } catch (error) {
    return String((error as { stderr: string }).stderr);
  }
}

test('a period that is not over has no statement, nor one that no calendar has', async () => {
  for (const period of [day, day.slice(0, 7), '2026-02-30', '2026-13', '9999-01'])
    expect((await make(maker, { period })).errors?.['period'], period).toBeDefined();
  // What was under way at midnight is posted on the day that has just ended.
  await moveTo(1, 4);
  expect((await make(maker, {})).errors?.['period']).toBeDefined();
  await moveTo(0, 6);
});

test('opening, every movement and closing, by bucket, come out and are those of the books', async () => {
  const { data } = await make(maker, {});
  expect(data).toMatchObject({
    period: day,
    from: day,
    to: day,
    opening: { total: '2911.0000', buckets: { L200: '2911.0000' } },
    collections: '10000.0000',
    fees: '285.0000',
    payouts: '5000.0000',
    payout_fees: '20.0000',
    withdrawals: '0.0000',
    closing: { total: '7606.0000' },
  });
  // The second payout is reserved with its fee.
  expect(data.closing.buckets).toMatchObject({ L230: '1016.0000', L200: '6590.0000' });
  expect(data.movements).toMatchObject({ count: 4 });
  // Made once: whoever asks again has the same.
  expect((await make(maker, {})).data).toEqual(data);
  const { rows } = await admin.query("SELECT 1 FROM audit_log WHERE act = 'statement.make'");
  expect(rows).toHaveLength(1);
});

test('it is checked offline, and each of ten single bytes that differ is refused', async () => {
  const { data } = await make(maker, {});
  const { body, type } = await fetched(maker, `${data.id}.json`);
  expect(type).toContain('statement+json');
  const keys = await keysNow();
  expect(verify(body, keys)).toMatch(/^OK: .* 2911\.0000 → 7606\.0000 in 4 movements/);
  const bytes = Buffer.from(body);
  const places = Array.from({ length: 10 }, (_, n) => Math.floor(((n + 0.5) * bytes.length) / 10));
  for (const place of places) {
    const altered = Buffer.from(bytes);
    const now = altered[place] ?? 0;
    // Another digit, another letter, another sign: never what would break the form alone.
    altered[place] = now >= 0x30 && now <= 0x38 ? now + 1 : now ^ 0x01;
    expect(verify(altered, keys), `byte ${place} of ${bytes.length}`).toMatch(/^REFUSED/);
  }
  // Nor does it do to leave a movement out, or to sign with another key under the same name.
  const parsed = JSON.parse(body);
  expect(verify(`${JSON.stringify({ ...parsed, movements: parsed.movements.slice(1) })}\n`, keys)).toMatch(
    /^REFUSED/,
  );
  const [key] = keys.keys;
  const forged = { keys: [{ ...key, public_key: Buffer.alloc(32, 7).toString('base64') }] };
  expect(verify(body, forged)).toMatch(/^REFUSED: the key is not/);
});

test('nor does any other writing of the same pass for it, and what is none at all is refused in words', async () => {
  // A name may hold the very sign that stands for bytes that are no text.
  const { merchantId } = await createTenant(base, { provider: rooms.bank });
  await admin.query(`UPDATE app_user SET name = $1 WHERE id = $2`, ['\u{fffd}', merchantId]);
  const { data } = await make(maker, { customer_id: String(merchantId) });
  const { body } = await fetched(maker, `${data.id}.json`);
  const keys = await keysNow();
  expect(verify(body, keys)).toMatch(/^OK/);
  const whole = Buffer.from(body);
  const sign = whole.indexOf(Buffer.from('\u{fffd}'));
  const own = (await make(maker, {})).data;
  const full = (await fetched(maker, `${own.id}.json`)).body;
  const { head, movements, signature } = JSON.parse(full);
  const { movements: mine, signature: signed } = JSON.parse(body);
  const written = (parts: object): string => `${JSON.stringify(parts)}\n`;
  const altered: [string, string | Buffer][] = [
    ['a byte short', Buffer.concat([whole.subarray(0, sign + 2), whole.subarray(sign + 3)])],
    ['cut off', body.slice(0, -1)],
    ['a byte more', `${body}\n`],
    ['other line ends', body.replace('\n', '\r\n')],
    ['a mark before it', `\u{feff}${body}`],
    ['spread over lines', `${JSON.stringify(JSON.parse(full), null, 2)}\n`],
    ['one movement twice', written({ head, signature, movements: [...movements, movements[0]] })],
    ['another order', written({ head, signature, movements: movements.toReversed() })],
    ['somebody else’s movements', written({ head, signature, movements: mine })],
    ['somebody else’s signature', written({ head, signature: signed, movements })],
    ['capitals', written({ head, signature: signature.toUpperCase(), movements })],
    ['nothing', 'null\n'],
    ['a list', '[]\n'],
    ['no text', Buffer.from([0xff, 0xfe])],
  ];
  for (const [how, file] of altered) expect(verify(file, keys), how).toMatch(/^REFUSED: [^\n]+\n$/);
  for (const odd of [{}, { keys: null }, { keys: [null] }, { keys: [{ id: head.key_id }] }])
    expect(verify(full, odd), JSON.stringify(odd)).toMatch(/^REFUSED: [^\n]+\n$/);
});

test('it stays what it was when days are summed, and after the key has changed', async () => {
  const { data } = await make(maker, {});
  const before = await fetched(maker, `${data.id}.json`);
  await foldAccounts(database.workers, 0);
  expect(await fetched(maker, `${data.id}.json`)).toEqual(before);
  await moveBusinessClock(database, 91 * 86_400_000);
  const later = (await make(maker, { period: day.slice(0, 7) })).data;
  expect(later.key_id).not.toBe(data.key_id);
  const keys = await keysNow();
  expect(keys.keys.map(({ retired_at: at }) => at === null)).toEqual([true, false]);
  for (const { id } of [data, later]) {
    const { body } = await fetched(maker, `${id}.json`);
    expect(verify(body, keys)).toMatch(/^OK/);
  }
  // What signs is kept sealed, and is in nothing that is told.
  const { rows } = await admin.query<{ private_sealed: string }>('SELECT private_sealed FROM statement_key');
  for (const { private_sealed: sealed } of rows) {
    expect(sealed).toMatch(/^v1\./);
    expect(JSON.stringify(keys)).not.toContain(vault.open(sealed, 'statement_key.private'));
  }
});

test('one that was sealed before its key began, or after it had ended, is refused though its signature fits', async () => {
  const { data } = await make(maker, {});
  const { body } = await fetched(maker, `${data.id}.json`);
  const keys = await keysNow();
  const { rows } = await admin.query<{ private_sealed: string }>(
    'SELECT private_sealed FROM statement_key WHERE id = $1',
    [data.key_id],
  );
  const key = createPrivateKey({
    key: Buffer.from(vault.open(rows[0]?.private_sealed ?? '', 'statement_key.private'), 'base64'),
    format: 'der',
    type: 'pkcs8',
  });
  const { head, movements } = JSON.parse(body);
  const sealedAt = (at: string): string => {
    const said = { ...head, made_at: at };
    const signature = sign(null, Buffer.from(JSON.stringify(said), 'utf8'), key).toString('hex');
    return verify(`${JSON.stringify({ head: said, signature, movements })}\n`, keys);
  };
  const { created_at: from, retired_at: to } = keys.keys.find(({ id }) => id === data.key_id) ?? {};
  const beside = (at: string | null | undefined, ms: number): string =>
    new Date(Date.parse(at ?? '') + ms).toISOString();
  expect(sealedAt(beside(from, 0))).toMatch(/^OK/);
  expect(sealedAt(beside(to, 0))).toMatch(/^OK/);
  expect(sealedAt(beside(from, -1))).toBe('REFUSED: it was sealed before its key began\n');
  expect(sealedAt(beside(to, 1))).toBe('REFUSED: it was sealed after its key had ended\n');
  for (const odd of ['', 'yesterday', beside(from, 60_000).replace('Z', '+00:00')])
    expect(sealedAt(odd), odd).toMatch(/^REFUSED: '[^']*' is no instant\n$/);
  // A file of keys that does not say how long they live says nothing of any.
  for (const odd of [{ created_at: undefined }, { retired_at: undefined }, { retired_at: 'never' }]) {
    const short = { keys: keys.keys.map((each) => ({ ...each, ...odd })) };
    expect(verify(body, short), JSON.stringify(odd)).toMatch(/^REFUSED: '[^']*' is no instant\n$/);
  }
});

test('whoever waited while another changed the key signs within the life of the new one', async () => {
  await database.app.transaction().execute(async (tx) => {
    // His moment is that of his transaction, which begins here.
    const began = await businessNow(tx);
    await moveBusinessClock(database, 91 * 86_400_000);
    await transact(database.app, (other) => signerNow(other, vault));
    const { madeAt } = await signerNow(tx, vault);
    expect(madeAt.getTime()).toBeGreaterThan(began.getTime());
    const [now] = (await keysNow()).keys;
    expect(madeAt.toISOString()).toBe(now?.created_at);
  });
});

test('a merchant has his own, his senior agent those of his tree, and nobody else any', async () => {
  const { data } = await make(maker, {});
  const merchant = actorOf('customer', tenant.merchantId);
  const agent = actorOf('agent', tenant.agentId);
  const strangers = [
    actorOf('agent', other.agentId),
    actorOf('customer', other.merchantId),
    actorOf('subAgent', tenant.subAgentId),
  ];
  for (const who of [merchant, agent, platform]) {
    const listed = await http.get(who, `/statements?period=${day}&customer_id=${tenant.merchantId}`);
    expect(listed.data.items).toHaveLength(1);
    expect((await fetched(who, `${data.id}.json`)).status).toBe(200);
    expect((await make(who, {})).data.id).toBe(data.id);
  }
  for (const who of strangers) {
    expect((await http.get(who, '/statements')).data.items).toEqual([]);
    expect(JSON.parse((await fetched(who, `${data.id}.json`)).body).code).toBe(404);
    expect((await make(who, {})).code).toBe(404);
  }
  expect(JSON.parse((await fetched(maker, '..%2f1.json')).body).code).toBe(404);
});

test('the page and the table say the same, and hold no formula and no mark of a name', async () => {
  await admin.query(`UPDATE app_user SET name = '=1+1<script>;=2+2' WHERE id = $1`, [other.merchantId]);
  const { data } = await make(maker, { customer_id: String(other.merchantId) });
  const page = await fetched(maker, `${data.id}.html`);
  expect(page.type).toContain('text/html');
  expect(page.body).not.toContain('<script');
  expect(page.body).toContain('@page { size: A4');
  const sheet = await fetched(maker, `${data.id}.csv`);
  expect(sheet.body).toContain(",'=1+1<script>;'=2+2,");
  const own = (await make(maker, {})).data;
  const rows = (await fetched(maker, `${own.id}.csv`)).body.split('\r\n');
  expect(rows.filter((row) => /^\d+,\d{4}-/.test(row))).toHaveLength(own.movements.count);
  const html = (await fetched(maker, `${own.id}.html`)).body;
  for (const figure of [own.opening.total, own.closing.total, own.signature]) expect(html).toContain(figure);
});

test('where an order says another fee than the books took, nothing is signed', async () => {
  await earn('700');
  await admin.query(
    'UPDATE collection_order SET fee = fee + 1, accounted_amount = accounted_amount - 1 WHERE order_amount = 7000000',
  );
  const today = regionDayText(regionDayOf(await businessNow(database.app)));
  await tomorrow();
  const answer = await make(maker, { period: today });
  expect(answer.code).not.toBe(0);
  expect(answer.status).toBe(500);
});
