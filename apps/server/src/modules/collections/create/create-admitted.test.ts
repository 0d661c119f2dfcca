import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { testDatabase } from '../../../../test/database.ts';
import { openMoneyRooms, orderRequest } from '../../../../test/money-rooms.ts';
import { createTenant } from '../../../../test/tenant.ts';
import { transact } from '../../../platform/db/transact.ts';
import type { Ticket } from '../../orders/index.ts';
import type { CreateRequest } from './create-request.ts';

const base = await testDatabase();
const { database, admin } = base;
const rooms = await openMoneyRooms(base);
const { create } = rooms.collections;
let merchantId = 0n;
let serial = 0;
beforeAll(async () => {
  merchantId = (await createTenant(base, { provider: rooms.bank })).merchantId;
});

const ticket = (fields: Partial<Ticket> = {}): Ticket => {
  serial += 1;
  return { counterId: 7n, nonce: `nonce-${serial}`, perMinute: 10_000, ...fields };
};
const signed = (fields: Partial<Ticket> = {}, order: Partial<CreateRequest> = {}): CreateRequest => ({
  ...orderRequest(merchantId, order),
  ticket: ticket(fields),
});
/** What became of requests that were asked at once: the order's outcome, or the error's text. */
const outcomes = async (requests: readonly CreateRequest[]): Promise<string[]> =>
  (await Promise.allSettled(requests.map((request) => create.submit(request)))).map((settled) =>
    settled.status === 'fulfilled' ? settled.value.outcome : (settled.reason as Error).message,
  );
const ordersOf = async (requests: readonly CreateRequest[]): Promise<string[]> => {
  const numbers = requests.map(({ merchantOrderNo }) => merchantOrderNo);
  const { rows } = await admin.query<{ no: string }>(
    'SELECT merchant_order_no AS no FROM collection_order WHERE merchant_order_no = ANY ($1) ORDER BY id',
    [numbers],
  );
  return rows.map(({ no }) => no);
};
const burnt = async (request: CreateRequest): Promise<number> =>
  (await admin.query('SELECT FROM merchant_nonce WHERE nonce = $1', [request.ticket?.nonce])).rowCount ?? 0;

test('the nonce is burnt in the commit that creates the order', async () => {
  const request = signed();
  await create.submit(request);
  const { rows } = await admin.query(
    `SELECT n.xmin = o.xmin AS together FROM merchant_nonce n, collection_order o
     WHERE n.nonce = $1 AND o.merchant_order_no = $2`,
    [request.ticket?.nonce, request.merchantOrderNo],
  );
  expect(rows).toEqual([{ together: true }]);
});

test('of two requests with one nonce in a batch the first makes its order, and the neighbours make theirs', async () => {
  const [one, two, three, four] = [
    signed(),
    signed({ nonce: 'twice' }),
    signed({ nonce: 'twice' }),
    signed(),
  ];
  // The first goes alone, the rest together behind it.
  expect(await outcomes([signed(), one, two, three, four])).toEqual([
    'created',
    'created',
    'created',
    'nonce_reused',
    'created',
  ]);
  expect(await ordersOf([one, two, three, four])).toEqual(
    [one, two, four].map(({ merchantOrderNo }) => merchantOrderNo),
  );
});

test('requests with and without a ticket share a batch', async () => {
  const used = ticket();
  await create.submit(signed(used));
  const plain = orderRequest(merchantId);
  expect(await outcomes([signed(), plain, signed(used), signed(), orderRequest(merchantId)])).toEqual([
    'created',
    'created',
    'nonce_reused',
    'created',
    'created',
  ]);
  expect(await outcomes([plain, plain])).toEqual(['replayed', 'replayed']);
});

test('a full minute refuses what comes after it, also within a batch, and creates nothing', async () => {
  const requests = Array.from({ length: 6 }, () => signed({ counterId: 8n, perMinute: 4 }));
  expect((await outcomes(requests)).toSorted()).toEqual([
    ...Array.from({ length: 4 }, () => 'created'),
    'rate_limited',
    'rate_limited',
  ]);
  expect(await ordersOf(requests)).toHaveLength(4);
});

test('a batch of which nothing is let in creates nothing', async () => {
  const used = ticket();
  await create.submit(signed(used));
  const requests = [signed(used), signed(used)];
  expect(await outcomes(requests)).toEqual(['nonce_reused', 'nonce_reused']);
  expect(await ordersOf(requests)).toEqual([]);
});

test('an order the database refuses fails alone: its neighbours stand, their nonces burnt once', async () => {
  const requests = Array.from({ length: 20 }, (_, index) => signed({}, { amount: index === 13 ? 0n : 5n }));
  const came = await outcomes(requests);
  expect(came.filter((outcome) => outcome === 'created')).toHaveLength(19);
  expect(came[13]).toMatch('order_amount_check');
  expect(await burnt(requests[13]!)).toBe(0);
  expect(await burnt(requests[12]!)).toBe(1);
});

test('an order that was answered survives a crash, though an admission alone need not', async () => {
  const durability = (keys: string) =>
    transact(database.app, async (tx) => {
      await sql`SET LOCAL synchronous_commit = 'on'`.execute(tx);
      const request = orderRequest(merchantId);
      await sql`SELECT FROM create_admitted(
        ${sql.raw(keys)}, ARRAY['durable-1'], ARRAY[10], ARRAY[${request.merchantOrderNo}], ARRAY[${merchantId}::bigint],
        ARRAY['TWD'], ARRAY[5::bigint], ARRAY[NULL], ARRAY[NULL], ARRAY[NULL::jsonb], ARRAY[NULL], ARRAY[NULL],
        ARRAY[NULL], ARRAY[NULL], ARRAY[NULL], ARRAY[NULL::jsonb], ARRAY[NULL], ARRAY['api'], ARRAY['v2'],
        ARRAY[false], ARRAY['\\x00'::bytea], ARRAY[60], ARRAY[NULL::bigint], ARRAY[NULL])`.execute(tx);
      const { rows } = await sql<{ setting: string }>`
        SELECT current_setting('synchronous_commit') AS setting`.execute(tx);
      return rows[0]?.setting;
    });
  expect(await durability('ARRAY[9::bigint]')).toBe('on');
  expect(await durability('ARRAY[NULL::bigint]')).toBe('on');
});
