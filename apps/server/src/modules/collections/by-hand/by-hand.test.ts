import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { testDatabase } from '../../../../test/database.ts';
import { actorOf, openHttp } from '../../../../test/http.ts';
import { openMoneyRooms } from '../../../../test/money-rooms.ts';
import { createTenant } from '../../../../test/tenant.ts';
import type { Tenant } from '../../../../test/tenant.ts';
import type { Actor } from '../../../platform/http/actor.ts';
import { confirmCollection } from '../index.ts';
import { bindByHand } from './by-hand.routes.ts';

const base = await testDatabase();
const rooms = await openMoneyRooms(base);
const http = openHttp(base);
const steps: unknown[] = [];
bindByHand(http.app, rooms.collections, {
  proveStepUp: (_actor, given) => {
    steps.push(given);
    return Promise.reject(new Error('asked for'));
  },
});
afterAll(() => rooms.collections.close());

let own: Tenant;
let other: Tenant;
beforeAll(async () => {
  own = await createTenant(base, { provider: rooms.bank });
  other = await createTenant(base, { provider: rooms.bank });
});
const agent = (): Actor => actorOf('agent', own.agentId);
const merchant = (): Actor => actorOf('customer', own.merchantId);
const body = (more: object = {}) => ({ amount: '1500', currency: 'TWD', ...more });
const make = (actor: Actor, more: object = {}) => http.post(actor, '/collection/create', body(more));
const count = async (): Promise<number> => {
  const { rows } = await base.admin.query<{ n: string }>('SELECT count(*) AS n FROM collection_order');
  return Number(rows[0]?.n);
};

describe('an order made by hand', () => {
  test('is its maker’s own merchant’s, carries who made it, and has a link that its payer can open', async () => {
    const { code, data } = await make(merchant(), { product_name: '茶葉', real_name: '王小明' });
    expect(code).toBe(0);
    expect(data).toMatchObject({
      customer_id: String(own.merchantId),
      order_amount: '1500.0000',
      status: 'pending',
      product_name: '茶葉',
      refusal: null,
      merchant_order_no: expect.stringMatching(/^M\d{6}-[2-9A-HJ-NP-Z]{8}$/),
    });
    const order = await rooms.order(BigInt(data.id));
    expect(order).toMatchObject({ source: 'manual', notify_url: null });
    expect(order.metadata).toEqual({ via: 'create' });
    const token = new URL(data.checkout_url.replace('/#/', '/')).searchParams.get('t') ?? '';
    expect(rooms.collections.tokens.read(token)).toBe(order.id);
    const { rows } = await base.admin.query<{ actor_id: bigint }>(
      "SELECT actor_id FROM audit_entry WHERE act = 'collection.create' AND object_id = $1",
      [data.id],
    );
    expect(String(rows[0]?.actor_id)).toBe(String(own.merchantId));
  });

  test('with a method has its way to pay at once, and is settled as any other', async () => {
    const { data } = await make(agent(), { customer_id: String(own.merchantId), channel_alias: 'bank' });
    expect(data.refusal).toBeNull();
    const order = await rooms.order(BigInt(data.id));
    expect(order.payment).not.toBeNull();
    rooms.bank.pay(order.order_no);
    await confirmCollection(rooms.collections, order.id, null);
    expect((await rooms.order(order.id)).status).toBe('success');
  });

  test('is made once a key, and answered again as it stands', async () => {
    const before = await count();
    const key = randomUUID();
    const send = () =>
      http.app.inject({
        method: 'POST',
        url: '/api/collection/create',
        headers: { authorization: `Bearer session-${own.merchantId}`, 'idempotency-key': key },
        payload: body({ channel_alias: 'bank' }),
      });
    await make(merchant());
    const answers = await Promise.all([send(), send(), send()]);
    const made = answers.map((answer) => answer.json<{ code: number; data: { id: string } | null }>());
    // Whoever comes while the first one runs is told so, and asks again.
    for (const { code, data } of made) if (data === null) expect(code).toBe(20410);
    const again = (await send()).json<{ data: { id: string } }>().data.id;
    expect(new Set(made.map(({ data }) => data?.id ?? again))).toEqual(new Set([again]));
    expect(await count()).toBe(before + 2);
    await base.admin.query("UPDATE app_user SET status = 'disabled' WHERE id = $1", [own.merchantId]);
    expect((await send()).json<{ code: number; data: { id: string } }>().data.id).toBe(again);
    await base.admin.query("UPDATE app_user SET status = 'active' WHERE id = $1", [own.merchantId]);
  });
});

describe('refused, and nothing is made', () => {
  const refused: readonly (readonly [string, () => Actor, object, number])[] = [
    ['without a merchant', agent, {}, 400],
    ['for a merchant of another tree', agent, { customer_id: () => other.merchantId }, 404],
    ['for a neighbour by a merchant', merchant, { customer_id: () => other.merchantId }, 404],
    ['for somebody who is no merchant', agent, { customer_id: () => own.agentId }, 404],
    ['an amount of nothing', merchant, { amount: '0' }, 21011],
    ['an amount that no order has', merchant, { amount: '999999999999' }, 21011],
    ['a currency without a channel', merchant, { currency: 'USD' }, 21232],
    ['a method that he does not have', merchant, { channel_alias: 'nowhere' }, 21201],
    [
      'by a general agent',
      () => actorOf('subAgent', own.subAgentId),
      { customer_id: () => own.merchantId },
      20403,
    ],
  ];
  test.each(refused)('%s', async (_what, who, more, expected) => {
    const before = await count();
    const filled = Object.fromEntries(
      Object.entries(more).map(([name, value]) => [
        name,
        typeof value === 'function' ? String((value as () => bigint)()) : (value as string),
      ]),
    );
    const { code, errors } = await make(who(), filled);
    expect(code).toBe(expected);
    for (const says of Object.values(errors ?? {}).flat()) expect(says).not.toBe('-');
    expect(await count()).toBe(before);
  });

  test('of a merchant who is shut', async () => {
    const shut = await own.merchant({ status: 'disabled' });
    expect((await make(agent(), { customer_id: String(shut) })).code).toBe(21602);
  });

  test('with a payment password that does not hold: where it is sent, it is proven', async () => {
    const before = await count();
    const answer = await make(merchant(), { payment_password: 'quiet river', one_code: '123456' });
    expect(answer.code).not.toBe(0);
    expect(steps).toEqual([{ oneCode: '123456', paymentPassword: 'quiet river' }]);
    expect(await count()).toBe(before);
  });

  test('at the counter by whoever may only create, and the other way round', async () => {
    const creates = actorOf('customer', own.merchantId, {
      permissions: new Set(['collections.create.get', 'collections.create.create']),
    });
    const collects = actorOf('customer', own.merchantId, {
      permissions: new Set(['counter.get', 'counter.create']),
    });
    expect((await make(creates, { via: 'counter' })).code).toBe(20403);
    expect((await make(collects)).code).toBe(20403);
    expect((await make(collects, { via: 'counter' })).code).toBe(0);
  });
});

describe('the counter’s day', () => {
  test('counts what this person made there and what was paid of it, and nobody else’s', async () => {
    const cashier = actorOf('customerSub', 77_001n, {
      scope: { kind: 'customer', customerId: own.merchantId },
      permissions: new Set(['counter.get', 'counter.create']),
    });
    const paid = await make(cashier, { via: 'counter', channel_alias: 'bank' });
    await make(cashier, { via: 'counter' });
    await make(merchant(), { via: 'counter' });
    await make(merchant());
    const order = await rooms.order(BigInt(paid.data.id));
    rooms.bank.pay(order.order_no);
    await confirmCollection(rooms.collections, order.id, null);
    const day = await http.get(cashier, '/counter/day');
    expect(day.data.by_currency).toEqual([{ currency: 'TWD', count: 2, paid: 1, sum: '1500.0000' }]);
    expect((await http.get(cashier, '/counter/day?day=2020-01-01')).data.by_currency).toEqual([]);
  });

  test('shows the latest orders of this person with what their payers open, and nobody else’s', async () => {
    const cashier = actorOf('customerSub', 77_002n, {
      scope: { kind: 'customer', customerId: own.merchantId },
      permissions: new Set(['counter.get', 'counter.create']),
    });
    const first = await make(cashier, { via: 'counter', channel_alias: 'bank', product_name: '禮盒' });
    const second = await make(cashier, { via: 'counter', amount: '20' });
    await make(merchant(), { via: 'counter' });
    await make(cashier, { via: 'counter', is_test: true });
    const order = await rooms.order(BigInt(first.data.id));
    rooms.bank.pay(order.order_no);
    await confirmCollection(rooms.collections, order.id, null);
    const { orders } = (await http.get(cashier, '/counter/day')).data;
    expect(orders).toMatchObject([
      { id: second.data.id, status: 'pending', order_amount: '20.0000', product_name: null },
      {
        id: first.data.id,
        status: 'success',
        order_no: first.data.order_no,
        merchant_order_no: first.data.merchant_order_no,
        customer_name: first.data.customer_name,
        product_name: '禮盒',
        checkout_url: first.data.checkout_url,
      },
    ]);
    expect((await http.get(cashier, '/counter/day?day=2020-01-01')).data.orders).toEqual([]);
    const elsewhere = actorOf('customerSub', 77_002n, {
      scope: { kind: 'customer', customerId: other.merchantId },
      permissions: new Set(['counter.get']),
    });
    expect((await http.get(elsewhere, '/counter/day')).data.orders).toEqual([]);
  });
});

test('methods are told with their limits, of one’s own tree alone', async () => {
  const path = `/collection/create/methods?customer_id=${own.merchantId}`;
  const { data } = await http.get(agent(), path);
  expect(data).toMatchObject({
    customer: { id: String(own.merchantId) },
    currencies: ['TWD'],
    methods: [{ code: 'bank', kind: 'bank_transfer', currency: 'TWD', min: null, max: null }],
  });
  expect((await http.get(actorOf('agent', other.agentId), path)).code).toBe(404);
});
