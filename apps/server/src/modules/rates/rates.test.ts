import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { moveBusinessClock } from '../../../test/database.ts';
import { openMoneyRooms } from '../../../test/money-rooms.ts';
import { businessNow } from '../../platform/clock.ts';
import { openDoor } from '../identity/testing/open-door.ts';
import type { Person } from '../identity/testing/open-door.ts';
import { prove } from '../ledger/index.ts';
import { openTestUsers } from '../users/testing/open-test-users.ts';
import { convertAt, openRates, rateAt } from './index.ts';

const door = await openDoor();
const { admin, call, code, database, person, tokenOf } = door;
const rooms = await openMoneyRooms(door);
const approvals = openTestUsers(door, door.app, door.identity);
openRates({ db: database, identity: door.identity, approvals }).bind(door.app);
const paymentPassword = 'a payment password';
const reason = 'the market moved';

let boss: Person;
let checker: Person;
let agent: Person;
let merchant: Person;
beforeEach(async () => {
  boss = await person({ kind: 'admin', paymentPassword });
  checker = await person({ kind: 'admin', paymentPassword });
  agent = await person({ paymentPassword });
  merchant = await person({ kind: 'customer', parentId: agent.id, paymentPassword });
});

interface Row {
  readonly id: string;
  readonly agent_id: string | null;
  readonly collection_rate: string;
  readonly payment_rate: string;
  readonly state: string;
  readonly version: number;
  readonly set_by: string | null;
  readonly used_by: number | null;
  readonly actions: readonly string[];
}
interface Answer {
  readonly code: number;
  readonly message: string;
  readonly errors?: Readonly<Record<string, readonly string[]>>;
  readonly data: {
    readonly state?: string;
    readonly approval_id?: string;
    readonly items: readonly Row[];
    readonly total: number;
    readonly rate: string;
    readonly amount: string;
  };
}
async function send(
  method: 'POST' | 'DELETE',
  who: Person,
  path: string,
  body: object,
  key: string = randomUUID(),
): Promise<Answer> {
  return (await call(method, path, {
    token: await tokenOf(who),
    headers: { 'idempotency-key': key },
    body: { payment_password: paymentPassword, one_code: code(who), reason, ...body },
  })) as unknown as Answer;
}
const ask = (who: Person, more: object = {}, key?: string) =>
  send(
    'POST',
    who,
    '/settings/currency_rate',
    { base: 'USDT', quote: 'TWD', collection_rate: '31.80', payment_rate: '32.60', ...more },
    key,
  );
const approve = async (who: Person, { data }: Answer) =>
  (await send('POST', who, `/admin/approvals/${data.approval_id}/approve`, { reason: undefined })).code;
async function set(who: Person, more: object = {}, by: Person = checker): Promise<void> {
  const asked = await ask(who, more);
  expect([asked.message, asked.data?.state]).toEqual([expect.anything(), 'waiting']);
  expect(await approve(by, asked)).toBe(0);
}
const list = async (who: Person, query = ''): Promise<Answer> =>
  (await call('GET', `/settings/currency_rate${query}`, { token: await tokenOf(who) })) as unknown as Answer;
const failing = async (): Promise<string[]> =>
  (await prove(database)).checks.flatMap(({ name, passed }) => (passed ? [] : [name]));
const sound = async () => expect(await failing()).toEqual([]);
const now = () => businessNow(database.app);

describe('a rate', () => {
  test('is agreed to by a second person, and every version stays', async () => {
    const asked = await ask(boss);
    expect(asked.data.state).toBe('waiting');
    expect(await approve(boss, asked)).toBe(21_701);
    await expect(rateAt(database.app, 'USDT', 'TWD', agent.id, await now())).rejects.toMatchObject({
      refusal: 'rateNotSet',
    });
    expect(await approve(checker, asked)).toBe(0);
    expect(await approve(checker, asked)).toBe(21_702);
    const another = await ask(boss, { collection_rate: '31.9', payment_rate: '32.7' });
    // It stands on the rate that it would replace, and says who asked to those who look at what waits.
    expect((await list(checker)).data.items).toMatchObject([
      { version: 1, waiting_acts: [{ act: 'rates.set', maker: { id: String(boss.id) } }] },
    ]);
    expect((await list(merchant)).data.items[0]).not.toHaveProperty('waiting_acts');
    expect(await approve(checker, another)).toBe(0);
    for (const row of (await list(checker, '?shown=all')).data.items)
      expect(row).not.toHaveProperty('waiting_acts');
    const all = (await list(boss, '?shown=all')).data;
    expect(all.items.map(({ collection_rate: rate, state, version }) => [rate, state, version])).toEqual([
      ['31.9', 'current', 2],
      ['31.8', 'past', 1],
    ]);
    expect((await list(boss)).data.total).toBe(1);
    await sound();
  });

  test('is refused backwards, below zero, in the past, and for nobody', async () => {
    expect((await ask(boss, { base: 'TWD', quote: 'USDT' })).errors).toHaveProperty('quote');
    expect((await ask(boss, { base: 'TWD', quote: 'TWD' })).errors).toHaveProperty('quote');
    for (const rate of ['0', '-1', '1e3', '1.123456789', '32,6', '']) {
      expect((await ask(boss, { payment_rate: rate })).errors).toHaveProperty('payment_rate');
    }
    expect((await ask(boss, { collection_rate: '33' })).errors).toHaveProperty('payment_rate');
    expect((await ask(boss, { collection_rate: '33', allow_loss: true })).data.state).toBe('waiting');
    expect((await ask(boss, { valid_from: '2020-01-01T00:00:00Z' })).code).toBe(21_001);
    for (const nobody of [merchant.id, boss.id, 999_999_999n]) {
      expect(await ask(boss, { agent_id: String(nobody) })).toMatchObject({
        code: 21_601,
        message: expect.stringContaining('Premium Proxy ID'),
      });
    }
    const key = randomUUID();
    const first = await ask(boss, { collection_rate: '30' }, key);
    expect((await ask(boss, { collection_rate: '30' }, key)).data).toEqual(first.data);
    expect((await ask(boss, { collection_rate: '29' }, key)).code).toBe(20_409);
  });

  test('of a senior agent is his own, and never better than the platform gives him', async () => {
    await set(boss, { collection_rate: '31.8', payment_rate: '32.5' });
    const clerk = await person({
      kind: 'staffSub',
      parentId: agent.id,
      paymentPassword,
      permissions: ['settings.currency_rate.get', 'settings.currency_rate.create', 'admin.approvals.approve'],
    });
    expect((await ask(agent, { agent_id: String(boss.id) })).code).toBe(21_601);
    expect(await ask(agent, { payment_rate: '32.49' })).toMatchObject({
      code: 21_103,
      message: 'Please check the handling fee',
    });
    expect((await ask(agent, { collection_rate: '31.81' })).code).toBe(21_103);
    expect((await ask(merchant)).code).toBe(20_403);
    await set(agent, { collection_rate: '31.7', payment_rate: '32.6' });
    const rate = await rateAt(database.app, 'TWD', 'USDT', agent.id, await now());
    expect(rate).toMatchObject({
      collectionRate: 3_170_000_000n,
      paymentRate: 3_260_000_000n,
      platform: { paymentRate: 3_250_000_000n },
    });
    // J8: 32,600 TWD at 32.60 are 1,000 USDT; J9: 100 USDT at 31.70 are 3,170 TWD.
    expect(convertAt(rate, 326_000_000n, 'TWD')).toBe(1_000_000_000n);
    expect(convertAt(rate, 100_000_000n, 'USDT')).toBe(31_700_000n);
    // Worse than the platform's by now: nothing is locked at it.
    await set(boss, { collection_rate: '31.6', payment_rate: '32.8' });
    await expect(rateAt(database.app, 'TWD', 'USDT', agent.id, await now())).rejects.toMatchObject({
      refusal: 'checkHandlingFee',
    });
    expect((await list(clerk, `?agent_id=${agent.id}`)).data.items[0]).toMatchObject({ used_by: 0 });
    await sound();
  });

  test('begins at its time, and can be withdrawn until then', async () => {
    const at = await now();
    const from = new Date(at.getTime() + 3_600_000).toISOString();
    await set(boss, { base: 'USD', quote: 'CNY', collection_rate: '7', payment_rate: '7.1' });
    await set(boss, {
      base: 'USD',
      quote: 'CNY',
      collection_rate: '7.2',
      payment_rate: '7.3',
      valid_from: from,
    });
    const [future, current] = (await list(boss, '?base=USD')).data.items;
    expect([future?.state, current?.state]).toEqual(['future', 'current']);
    expect(future?.actions).toEqual(['withdraw']);
    const remove = (who: Person, id: string | undefined) =>
      send('DELETE', who, `/settings/currency_rate/${id}`, {});
    expect((await remove(boss, current?.id)).code).toBe(21_001);
    expect((await remove(agent, future?.id)).code).toBe(20_403);
    expect(
      (await list(boss, `?base=USD&at=${encodeURIComponent(from)}`)).data.items.map(({ version }) => version),
    ).toEqual([2]);
    const other = await ask(boss, {
      base: 'USD',
      quote: 'CNY',
      collection_rate: '7.4',
      payment_rate: '7.5',
      valid_from: from,
    });
    expect(await approve(checker, other)).toBe(0);
    const third = (await list(boss, '?base=USD')).data.items[0];
    expect((await remove(boss, third?.id)).data).toEqual({ state: 'done' });
    expect((await remove(boss, third?.id)).code).toBe(21_001);
    await moveBusinessClock(database, 3_700_000);
    const rate = await rateAt(database.app, 'USD', 'CNY', null, await now());
    expect(rate.collectionRate).toBe(720_000_000n);
    await sound();
  });

  test('is read by everybody of its tree as it counts for him', async () => {
    await set(boss, { base: 'CNY', quote: 'TWD', collection_rate: '4.4', payment_rate: '4.6' });
    const of = async (who: Person) =>
      (await list(who, '?base=CNY')).data.items.map(({ agent_id, collection_rate, set_by, used_by }) => [
        agent_id,
        collection_rate,
        set_by,
        used_by,
      ]);
    expect(await of(merchant)).toEqual([[null, '4.4', null, null]]);
    await set(agent, { base: 'CNY', quote: 'TWD', collection_rate: '4.3', payment_rate: '4.7' });
    expect(await of(merchant)).toEqual([[String(agent.id), '4.3', null, null]]);
    expect((await of(agent)).map(([whose]) => whose)).toEqual([null, String(agent.id)]);
    const stranger = await person({ paymentPassword });
    expect((await of(stranger)).map(([whose]) => whose)).toEqual([null]);
    const convert = async (who: Person, query: string): Promise<Answer> =>
      (await call('GET', `/settings/currency_rate/convert?${query}`, {
        token: await tokenOf(who),
      })) as unknown as Answer;
    expect((await convert(merchant, 'from=CNY&to=TWD&amount=100')).data).toMatchObject({
      rate: '4.3',
      amount: '430.0000',
    });
    expect((await convert(merchant, 'from=TWD&to=CNY&amount=470')).data).toMatchObject({
      rate: '4.7',
      amount: '100.0000',
    });
    expect((await convert(merchant, `from=CNY&to=TWD&amount=1&agent_id=${stranger.id}`)).code).toBe(21_601);
    expect((await convert(merchant, 'from=USD&to=TWD&amount=1')).code).toBe(21_113);
  });
});

test('an order in another currency than its merchant’s carries the rate that was in force', async () => {
  await set(boss, { collection_rate: '31.8', payment_rate: '33' });
  await set(agent, { collection_rate: '31.5', payment_rate: '33' });
  const [foreign, own] = [
    await rooms.create(merchant.id, { currency: 'USDT', major: '100' }),
    await rooms.create(merchant.id),
  ];
  const order = await rooms.order(foreign.orderId);
  expect(order.exchange_rate).toBe('31.50000000');
  const { exchange_rate: none, rate_id: noId } = await rooms.order(own.orderId);
  expect([none, noId]).toEqual([null, null]);
  const used = (await list(boss, `?agent_id=${agent.id}`)).data.items[0];
  expect(used).toMatchObject({ id: String(order.rate_id), used_by: 1 });
  // What is set afterwards changes no order.
  await set(agent, { collection_rate: '31.4', payment_rate: '33' });
  expect((await rooms.order(foreign.orderId)).exchange_rate).toBe('31.50000000');
  await sound();
  const before = await failing();
  const client = await admin.connect();
  await client.query("SET session_replication_role = 'replica'");
  const planted = async (there: string, back: string, seenBy: readonly string[]) => {
    expect((await client.query(there)).rowCount).toBe(1);
    expect(await failing()).toEqual(expect.arrayContaining([...before, ...seenBy]));
    await client.query(back);
    expect(await failing()).toEqual(before);
  };
  const ofOrder = (rate: string) =>
    `UPDATE collection_order SET exchange_rate = ${rate} WHERE id = ${order.id}`;
  await planted(ofOrder('32'), ofOrder('31.5'), ['T3']);
  const ofRate = (change: string) => `UPDATE exchange_rate SET ${change} WHERE id = ${order.rate_id}`;
  await planted(ofRate('collection_rate = 31.6'), ofRate('collection_rate = 31.5'), ['T2', 'T3']);
  await planted(ofRate(`maker_id = ${boss.id}`), ofRate(`maker_id = ${agent.id}`), ['T2']);
  await planted(
    ofRate("valid_from = valid_from + interval '1 day'"),
    ofRate("valid_from = valid_from - interval '1 day'"),
    ['T2', 'T3'],
  );
  client.release(true);
});

describe('the doors believe nobody', () => {
  const refused = (text: string, values: unknown[]) =>
    database.pool.query(text, values).then(
      ({ rows }) => rows[0]?.done,
      (error: { code?: string }) => error.code,
    );
  const setting = (owner: bigint | null, maker: bigint, agreed: bigint | null = null) =>
    refused("SELECT set_exchange_rate($1, 'USDT', 'CNY', 7, 7.1, false, NULL, $2, $3, 'x', NULL) AS done", [
      owner,
      maker,
      agreed,
    ]);

  test('who sets whose rate', async () => {
    const stranger = await person({ paymentPassword });
    expect(await setting(null, agent.id)).toBe('LG403');
    expect(await setting(agent.id, stranger.id)).toBe('LG403');
    expect(await setting(agent.id, merchant.id)).toBe('LG403');
    expect(await setting(agent.id, agent.id, 987_654_321n)).toBe('LG403');
    expect(await setting(merchant.id, boss.id)).toBe('LG404');
    expect(typeof (await setting(null, boss.id))).toBe('bigint');
    for (const text of [
      'INSERT INTO exchange_rate (base) VALUES (1)',
      'UPDATE exchange_rate SET payment_rate = 1',
      'DELETE FROM exchange_rate',
      'UPDATE collection_order SET exchange_rate = 1',
    ]) {
      await expect(database.pool.query(text)).rejects.toMatchObject({ code: '42501' });
    }
  });

  test('in production nobody sets one alone', async () => {
    const client = await admin.connect();
    await client.query("SET session_replication_role = 'replica'");
    await client.query('DELETE FROM installation');
    await client.query("INSERT INTO installation (mode) VALUES ('production')");
    try {
      expect(await setting(null, boss.id)).toBe('LG403');
    } finally {
      await client.query('DELETE FROM installation');
      client.release(true);
    }
  });
});
