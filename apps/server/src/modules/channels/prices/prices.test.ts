import { randomUUID } from 'node:crypto';
import { splitCollection } from '@suanpan/domain/fees/split';
import { parseAmount } from '@suanpan/money/amount';
import { parseRate } from '@suanpan/money/rate';
import { beforeEach, describe, expect, test } from 'vitest';
import { moveBusinessClock } from '../../../../test/database.ts';
import { actorOf } from '../../../../test/http.ts';
import { openMoneyRooms } from '../../../../test/money-rooms.ts';
import { createTenant } from '../../../../test/tenant.ts';
import type { Tenant } from '../../../../test/tenant.ts';
import { businessNow } from '../../../platform/clock.ts';
import { transact } from '../../../platform/db/transact.ts';
import { openDoor } from '../../identity/testing/open-door.ts';
import type { Person } from '../../identity/testing/open-door.ts';
import { prove } from '../../ledger/index.ts';
import { collectionSales } from '../../collections/read/price-sales.queries.ts';
import { payoutSales } from '../../payouts/read/price-sales.queries.ts';
import { openTestUsers } from '../../users/testing/open-test-users.ts';
import { openPrices, priceVersionExport, versionOf } from '../index.ts';

const door = await openDoor();
const { admin, call, code, database, person, tokenOf } = door;
const rooms = await openMoneyRooms(door);
const approvals = openTestUsers(door, door.app, door.identity);
const prices = openPrices({
  db: database,
  identity: door.identity,
  approvals,
  sales: { collection: collectionSales, payout: payoutSales },
});
prices.bind(door.app);
const paymentPassword = 'a payment password';
const reason = 'as agreed with the merchant';

let boss: Person;
let checker: Person;
let tenant: Tenant;
beforeEach(async () => {
  boss = await person({ kind: 'admin', paymentPassword });
  checker = await person({ kind: 'admin', paymentPassword });
  tenant = await createTenant(door, { provider: rooms.bank });
  await database.pool.query('UPDATE channel SET min_amount = $2, max_amount = $3 WHERE id = $1', [
    tenant.channelId,
    parseAmount('100', 'TWD'),
    parseAmount('50000', 'TWD'),
  ]);
});

interface Row {
  readonly id: string | null;
  readonly channel_id: string;
  readonly alias: string;
  readonly merchant_fee: { readonly pct: string; readonly per_item: string } | null;
  readonly agent_fee: { readonly pct: string; readonly per_item: string } | null;
  readonly margin: Readonly<Record<'min' | 'mean' | 'max', { amount: string; net: string } | null>>;
  readonly mean_amount: string | null;
  readonly allow_loss: boolean;
  readonly scheduled: readonly { readonly id: string; readonly valid_from: string }[];
  readonly v: number;
}
interface Sums {
  readonly orders: number;
  readonly amount: string;
  readonly merchant_fee: string;
  readonly net: string;
}
interface Answer {
  readonly code: number;
  readonly message: string;
  readonly errors?: Readonly<Record<string, readonly string[]>>;
  readonly data: {
    readonly state?: string;
    readonly approval_id?: string;
    readonly items: readonly (Row & {
      readonly state: string;
      readonly version: number | null;
      readonly failure: string | null;
      readonly after: string | null;
    })[];
    readonly hash: string;
    readonly effect: readonly {
      readonly field: string;
      readonly before: string | null;
      readonly after: string;
    }[];
    readonly now: Sums;
    readonly then: Sums;
    readonly difference: Sums;
    readonly by_merchant: readonly { readonly customer: { readonly id: string } }[];
  };
}
const send = async (
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  who: Person,
  path: string,
  body?: object,
): Promise<Answer> =>
  (await call(method, path, {
    token: await tokenOf(who),
    headers: { 'idempotency-key': randomUUID() },
    ...(body !== undefined && { body }),
  })) as unknown as Answer;
const stepUp = (who: Person) => ({ payment_password: paymentPassword, one_code: code(who), reason });

const query = (more = '') =>
  `/rates/matrix${more === '' ? '' : `/${more}`}?customer_id=${tenant.merchantId}&direction=collection&currency=TWD`;
const matrix = async (who: Person = boss): Promise<Row> => {
  const [row] = (await send('GET', who, query())).data.items;
  if (row === undefined) throw new Error('the merchant has no channel');
  return row;
};
const bodyOf = (row: object, more: object = {}) => ({
  customer_id: String(tenant.merchantId),
  direction: 'collection',
  currency: 'TWD',
  rows: [
    {
      channel_id: String(tenant.channelId),
      merchant_fee: { pct: '2.8', per_item: '5' },
      v: 1,
      ...row,
    },
  ],
  ...more,
});
const effect = (body: object, who: Person = boss) => send('POST', who, '/rates/matrix/effect', body);
async function ask(body: object, who: Person = boss): Promise<Answer> {
  const shown = await effect(body, who);
  if (shown.code !== 0) return shown;
  return send('PUT', who, '/rates/matrix', { ...body, effect_hash: shown.data.hash, ...stepUp(who) });
}
const approve = async (who: Person, { data }: Answer) =>
  send('POST', who, `/admin/approvals/${data.approval_id}/approve`, {
    payment_password: paymentPassword,
    one_code: code(who),
  });
async function set(body: object): Promise<void> {
  const asked = await ask(body);
  expect([asked.message, asked.errors, asked.data?.state]).toEqual([asked.message, undefined, 'waiting']);
  expect((await approve(checker, asked)).code).toBe(0);
}
const versions = async () => (await send('GET', boss, query('versions'))).data.items;
const merchantPct = async (): Promise<string | undefined> => (await matrix()).merchant_fee?.pct;
const sound = async () =>
  expect((await prove(database)).checks.flatMap(({ name, passed }) => (passed ? [] : [name]))).toEqual([]);
const applyDue = () =>
  transact(database.workers, async (tx) => prices.works?.[0]?.run(tx, await businessNow(tx)));

describe('the matrix', () => {
  test('tells what everybody takes, what is left, and the margin at the ends of the amounts', async () => {
    const order = await rooms.place(tenant.merchantId, { major: '10000' });
    const row = await matrix();
    expect(row).toMatchObject({
      merchant_fee: { pct: '2.8', per_item: '5.0000' },
      // 2.8 % + 5 less 1.5 % + 2, 0.3 % and 0.1 %.
      agent_fee: { pct: '0.9', per_item: '3.0000' },
      mean_amount: '10000.0000',
      v: 1,
    });
    expect(row.margin.mean).toEqual({ amount: '10000.0000', net: '73.0000' });
    expect(row.margin.min).toEqual({ amount: '100.0000', net: '3.7000' });
    expect(order.channel_id).toBe(tenant.channelId);
  });

  test('is one’s own tree alone', async () => {
    const stranger = await person({ paymentPassword });
    expect((await send('GET', stranger, query())).code).toBe(404);
    const merchant = await person({ kind: 'customer', parentId: tenant.agentId, paymentPassword });
    expect((await send('GET', merchant, query())).code).toBe(20_403);
    expect((await effect(bodyOf({}), stranger)).code).toBe(404);
  });
});

describe('a change', () => {
  test('waits for a second person, comes into force with him, and the next order has it in its plan', async () => {
    const before = await rooms.place(tenant.merchantId);
    const asked = await ask(bodyOf({ merchant_fee: { pct: '3', per_item: '6' } }));
    expect(asked.data.state).toBe('waiting');
    expect((await approve(boss, asked)).code).toBe(21_701);
    expect(await merchantPct()).toBe('2.8');
    expect((await approve(checker, asked)).code).toBe(0);
    expect((await approve(checker, asked)).code).toBe(21_702);
    expect(await matrix()).toMatchObject({ merchant_fee: { pct: '3', per_item: '6.0000' }, v: 2 });
    const after = await rooms.place(tenant.merchantId);
    const { rows } = await admin.query<{ order_id: bigint; fee: string }>(
      "SELECT order_id, fee_snapshot ->> 'merchantFee' AS fee FROM collection_plan WHERE order_id = ANY ($1) ORDER BY order_id",
      [[before.id, after.id]],
    );
    expect(rows.map(({ fee }) => fee)).toEqual(['2850000', '3060000']);
    const ledTo = async (orderId: bigint, at: Date) => {
      const { rows: plans } = await admin.query<{ terms: Record<string, unknown> }>(
        "SELECT fee_snapshot -> 'terms' AS terms FROM collection_plan WHERE order_id = $1",
        [orderId],
      );
      return versionOf(database.app, {
        customerId: tenant.merchantId,
        channelId: tenant.channelId,
        alias: 'bank',
        at,
        by: { terms: plans[0]?.terms ?? {} },
      });
    };
    expect((await ledTo(before.id, before.created_at))?.version).toBe(1);
    expect((await ledTo(after.id, after.created_at))?.version).toBe(2);
    expect(
      (await versions()).filter(({ state }) => state === 'current').map(({ version }) => version),
    ).toContain(2);
    await sound();
  });

  test('that is no price is refused at its cell, whatever it is made of', async () => {
    for (const fee of ['-1', 'x', '1e3', '', '101', '2.123456789', '１'])
      expect((await effect(bodyOf({ merchant_fee: { pct: fee, per_item: '0' } }))).errors).toEqual({
        'rows.0.merchant_fee': ['Please check the handling fee'],
      });
    for (const item of ['-1', 'x', '1.23456', ''])
      expect((await effect(bodyOf({ middleman_fee: { pct: '0', per_item: item } }))).errors).toEqual({
        'rows.0.middleman_fee': ['Please check the handling fee'],
      });
  });

  test('is no figure that no order can be, of whomever, also where it is only tried', async () => {
    const huge = '9'.repeat(20);
    const nobody = { sub_agent_fee: { pct: '0', per_item: huge } };
    for (const row of [{ merchant_fee: { pct: '3', per_item: huge } }, nobody]) {
      expect((await effect(bodyOf(row))).code).toBe(400);
      expect((await send('POST', boss, '/rates/matrix/whatIf', bodyOf(row))).code).toBe(400);
    }
  });

  test('names a row once', async () => {
    const body = bodyOf({});
    const twice = await effect({ ...body, rows: [...body.rows, ...body.rows] });
    expect(Object.keys(twice.errors ?? {})).toEqual(['rows.1.channel_id']);
  });

  test('that loses money is refused and says where, unless it is allowed with a reason; what is impossible is refused all the same', async () => {
    const losing = { merchant_fee: { pct: '1.5', per_item: '5' } };
    const refused = await effect(bodyOf(losing));
    expect(refused.code).toBe(400);
    expect(refused.errors).toEqual({
      'rows.0.merchant_fee': [
        'Please check the handling fee',
        'Fee inversion: at 50,000.00 the senior agent would lose 297.00',
      ],
    });
    await set(bodyOf({ ...losing, allow_loss: true }));
    expect(await matrix()).toMatchObject({ allow_loss: true, margin: { max: { net: '-297.0000' } } });
    const impossible = await effect(
      bodyOf({ merchant_fee: { pct: '0', per_item: '100' }, allow_loss: true, v: 2 }),
    );
    expect(impossible.errors).toEqual({ 'rows.0.merchant_fee': ['Please check the handling fee'] });
    await sound();
  });

  test('of a row that somebody changed meanwhile is refused, and one that waited over it is stale', async () => {
    const waits = await ask(bodyOf({ merchant_fee: { pct: '3', per_item: '5' } }));
    await set(bodyOf({ merchant_fee: { pct: '2.9', per_item: '5' } }));
    expect((await ask(bodyOf({ merchant_fee: { pct: '3.1', per_item: '5' } }))).code).toBe(20_412);
    expect((await approve(checker, waits)).code).not.toBe(0);
    expect(await merchantPct()).toBe('2.9');
    const body = bodyOf({ merchant_fee: { pct: '3.2', per_item: '5' }, v: 2 });
    const other = await send('PUT', boss, '/rates/matrix', { ...body, effect_hash: 'x', ...stepUp(boss) });
    expect(other.code).toBe(20_412);
  });

  test('gives a merchant a channel that he has not got', async () => {
    const fresh = await tenant.user('customer');
    const body = {
      ...bodyOf({ v: 0 }),
      customer_id: String(fresh),
    };
    const asked = await ask(body);
    expect((await approve(checker, asked)).code).toBe(0);
    const { rows } = await admin.query(
      'SELECT merchant_pct::text, enabled FROM customer_method WHERE customer_id = $1',
      [fresh],
    );
    expect(rows).toEqual([{ merchant_pct: '2.80000000', enabled: true }]);
  });
});

describe('a change for later', () => {
  const from = async (ms: number) => new Date((await businessNow(database.app)).getTime() + ms).toISOString();

  test('comes into force at its time, once, and not before', async () => {
    const at = await from(3_600_000);
    await set(bodyOf({ merchant_fee: { pct: '3.3', per_item: '5' } }, { valid_from: at }));
    expect(await merchantPct()).toBe('2.8');
    expect((await matrix()).scheduled).toHaveLength(1);
    await applyDue();
    expect(await merchantPct()).toBe('2.8');
    await moveBusinessClock(database, 3_700_000);
    await Promise.all([applyDue(), applyDue()]);
    expect(await matrix()).toMatchObject({ merchant_fee: { pct: '3.3' }, v: 2, scheduled: [] });
    expect(
      (await versions())
        .filter(({ state }) => state === 'current' || state === 'scheduled')
        .map(({ version }) => version),
    ).toContain(2);
    await sound();
  });

  test('is refused and told where its base has changed by then, and hinders no other', async () => {
    const at = await from(3_600_000);
    await set(bodyOf({ merchant_fee: { pct: '3.4', per_item: '5' } }, { valid_from: at }));
    await set(bodyOf({ merchant_fee: { pct: '2.9', per_item: '5' } }));
    await set(bodyOf({ merchant_fee: { pct: '3.5', per_item: '5' }, v: 2 }, { valid_from: at }));
    await moveBusinessClock(database, 3_700_000);
    await applyDue();
    expect(await merchantPct()).toBe('3.5');
    expect((await versions()).find(({ state }) => state === 'refused')?.failure).toBeTruthy();
    const { rows } = await admin.query("SELECT FROM outbox WHERE kind = 'price.refused'");
    const { rows: archived } = await admin.query("SELECT FROM outbox_event WHERE kind = 'price.refused'");
    expect(rows.length + archived.length).toBeGreaterThan(0);
  });

  test('is taken back by one person until then', async () => {
    await set(bodyOf({ merchant_fee: { pct: '3.6', per_item: '5' } }, { valid_from: await from(3_600_000) }));
    const [next] = (await matrix()).scheduled;
    const remove = () => send('DELETE', boss, `/rates/matrix/versions/${next?.id}`, stepUp(boss));
    expect((await remove()).data).toEqual({ state: 'done' });
    expect((await remove()).code).toBe(21_001);
    await moveBusinessClock(database, 3_700_000);
    await applyDue();
    expect(await merchantPct()).toBe('2.8');
  });
});

test('every version is taken away as a file: as many as the list has and in its words, page by page, and of one tree', async () => {
  await set(bodyOf({ merchant_fee: { pct: '2.9', per_item: '5' } }));
  await set(bodyOf({ merchant_fee: { pct: '3', per_item: '5' }, v: 2 }));
  const list = priceVersionExport('collection');
  const asked = list.filter.parse({ customer_id: String(tenant.merchantId), currency: 'TWD' });
  const reader = { db: database, actor: actorOf('admin', boss.id), locale: 'en' } as const;
  const shown = (await send('GET', boss, `${query('versions')}&paginate=200`)).data;
  expect(shown.items.length).toBeGreaterThan(2);
  expect(await list.count(reader, asked)).toBe(shown.items.length);
  const rows = [];
  for (let after: string | null = null; ;) {
    const page = await list.read(reader, asked, { after, limit: 2 });
    rows.push(...page.rows);
    if (page.next === null) break;
    after = page.next;
  }
  expect(rows.map((row) => [row['after'], row['version']])).toEqual(
    shown.items.map(({ after, version }) => [after, version === null ? null : { count: version }]),
  );
  const other = await createTenant(door, { provider: rooms.bank });
  const stranger = { ...reader, actor: actorOf('agent', other.agentId) };
  expect(await list.count(stranger, asked)).toBe(0);
  expect((await list.read(stranger, asked, { after: null, limit: 2 })).rows).toEqual([]);
  const { rows: his } = await admin.query<{ n: number }>(
    `SELECT count(*)::int AS n FROM price_version v JOIN channel c ON c.id = v.channel_id
     JOIN channel_account a ON a.id = c.channel_account_id WHERE a.agent_id = $1`,
    [other.agentId],
  );
  expect(his[0]?.n).toBeGreaterThan(0);
  expect(await list.count(stranger, list.filter.parse({}))).toBe(his[0]?.n);
  expect(() => list.filter.parse({ direction: 'payout' })).toThrow();
});

test('what if equals the split computed anew over the orders that succeeded in the last seven days', async () => {
  const majors = ['100', '333.33', '9999.99', '50000'];
  for (const major of majors) {
    const order = await rooms.place(tenant.merchantId, { major });
    rooms.bank.pay(order.order_no);
    await rooms.tell(order);
  }
  await rooms.place(tenant.merchantId, { major: '700' });
  const tried = {
    merchant: { pct: parseRate('3.217'), perItem: parseAmount('1.5', 'TWD') },
    subAgent: { pct: parseRate('0.33'), perItem: parseAmount('0.25', 'TWD') },
    middleman: { pct: parseRate('0.1'), perItem: 0n },
    endpoint: { pct: parseRate('1.5'), perItem: parseAmount('2', 'TWD') },
    system: { pct: parseRate('0.2'), perItem: 0n },
  };
  const answer = await send(
    'POST',
    boss,
    '/rates/matrix/whatIf',
    bodyOf({
      merchant_fee: { pct: '3.217', per_item: '1.5' },
      sub_agent_fee: { pct: '0.33', per_item: '0.25' },
    }),
  );
  const splits = majors.map((major) => splitCollection(parseAmount(major, 'TWD'), tried));
  const figure = (minor: bigint) => `${minor / 10_000n}.${String(minor % 10_000n).padStart(4, '0')}`;
  expect(answer.data.then).toMatchObject({
    orders: 4,
    merchant_fee: figure(splits.reduce((sum, { merchantFee }) => sum + merchantFee, 0n)),
    net: figure(splits.reduce((sum, { agentNet }) => sum + agentNet, 0n)),
  });
  const { rows } = await admin.query<{ net: string }>(
    `SELECT sum((fee_snapshot ->> 'agentResidual')::numeric - (fee_snapshot ->> 'systemFee')::numeric) AS net
     FROM collection_plan p JOIN collection_order o ON o.id = p.order_id
     WHERE o.customer_id = $1 AND o.status = 'success'`,
    [tenant.merchantId],
  );
  expect(answer.data.now.net).toBe(figure(BigInt(rows[0]?.net ?? 0)));
  expect(answer.data.by_merchant.map(({ customer }) => customer.id)).toEqual([String(tenant.merchantId)]);
});

describe('the doors believe nobody', () => {
  test('a version is not written into force, and history is not edited', async () => {
    const refused = (text: string, values: unknown[] = []) =>
      database.pool.query(text, values).then(
        () => 'done',
        (error: { code?: string }) => error.code,
      );
    expect(await refused("UPDATE price_version SET state = 'past'")).toBe('42501');
    expect(await refused('DELETE FROM price_version')).toBe('42501');
    expect(
      await refused("INSERT INTO price_version (party, channel_id, version) VALUES ('endpoint', 1, 1)"),
    ).toBe('42501');
  });

  test('what is set past the matrix makes a version too', async () => {
    const [first] = await versions();
    await database.pool.query('UPDATE customer_method SET merchant_pct = 4 WHERE customer_id = $1', [
      tenant.merchantId,
    ]);
    const [second] = await versions();
    expect(BigInt(String((second as unknown as { id: string }).id))).toBeGreaterThan(
      BigInt(String((first as unknown as { id: string }).id)),
    );
  });
});
