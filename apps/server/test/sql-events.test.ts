import type { CollectionNews } from '@suanpan/domain/collection-news';
import type { Events } from '@suanpan/domain/events';
import { collectionStatuses, refundStatuses } from '@suanpan/domain/states/collection';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { businessNow } from '../src/platform/clock.ts';
import { createExpiry } from '../src/modules/collections/expire/expire-collections.ts';
import { moveBusinessClock, testDatabase } from './database.ts';
import { openMoneyRooms } from './money-rooms.ts';
import { createTenant } from './tenant.ts';

const text = z.string();
const maybe = text.nullable();
const id = text.regex(/^\d+$/);
const minor = text.regex(/^\d+$/).nullable();
const instant = z.iso.datetime({ offset: true });
const wholeNews = z.strictObject({
  order_id: id,
  order_no: text,
  merchant_order_no: text,
  customer_id: id,
  agent_id: id,
  sub_agent_id: id.nullable(),
  status: z.enum(collectionStatuses),
  refund_status: z.enum(refundStatuses).nullable(),
  currency: z.enum(['TWD', 'CNY', 'USDT']),
  amount: id,
  pay_amount: id,
  paid_amount: minor,
  fee: minor,
  credited_amount: minor,
  rate: maybe,
  method: maybe,
  created_at: instant,
  expires_at: instant,
  completed_at: instant.nullable(),
  metadata: z.record(text, text),
  notify_url: maybe,
  api_version: z.enum(['v1', 'v2', 'epay']),
  test: z.boolean(),
  source: text,
}) satisfies z.ZodType<CollectionNews>;

/** Everything that SQL writes into the outbox by itself. */
const written = {
  'collection.created': z.strictObject({ order_id: id }),
  'collection.succeeded': wholeNews.pick({
    order_id: true,
    customer_id: true,
    agent_id: true,
    sub_agent_id: true,
    status: true,
    paid_amount: true,
    fee: true,
    credited_amount: true,
    refund_status: true,
    completed_at: true,
    test: true,
  }),
  'collection.expired': wholeNews,
  'collection.amount_mismatch': wholeNews,
  'collection.abnormal': wholeNews,
  'collection.flagged': z.strictObject({ order_id: id, reason: text }),
} satisfies { readonly [Kind in keyof Events]?: z.ZodType<Events[Kind]> };

test('what SQL writes of an order is what the catalogue of events says', async () => {
  const base = await testDatabase();
  const rooms = await openMoneyRooms(base);
  const { merchantId } = await createTenant(base, { provider: rooms.bank });
  const [paid, short, late] = [
    await rooms.place(merchantId, { metadata: { shop: 'x' } }),
    await rooms.place(merchantId),
    await rooms.place(merchantId, { lifetimeS: 60 }),
  ];
  rooms.bank.pay(paid.order_no);
  rooms.bank.pay(short.order_no, { amount: '9000.00' });
  await rooms.tell(paid);
  await rooms.tell(short);
  await base.admin.query("SELECT set_release_aside($1, 'no balance')", [paid.id]);
  await moveBusinessClock(base.database, 61_000);
  await createExpiry(rooms.collections).run(await businessNow(base.database.app));
  await base.admin.query("UPDATE channel_account SET late_payment = 'abnormal'");
  rooms.bank.pay(late.order_no);
  await rooms.tell(late);

  const { rows } = await base.admin.query<{ kind: keyof typeof written; payload: unknown }>(
    'SELECT kind, payload FROM outbox_event ORDER BY id',
  );
  expect([...new Set(rows.map(({ kind }) => kind))].toSorted()).toEqual(Object.keys(written).toSorted());
  for (const { kind, payload } of rows) expect(written[kind].parse(payload)).toEqual(payload);
});
