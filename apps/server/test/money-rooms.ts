import { createHash } from 'node:crypto';
import type { Payment } from '@suanpan/contract/endpoints/checkout';
import { formatMerchant, parseAmount } from '@suanpan/money/amount';
import type { Currency } from '@suanpan/money/currency';
import { sql } from 'kysely';
import { adapters } from '../src/adapters/registry.ts';
import { createChannels } from '../src/modules/channels/index.ts';
import type { Channels } from '../src/modules/channels/index.ts';
import {
  allocateCollection,
  confirmCollection,
  findOrder,
  openCollections,
  payerFormOf,
} from '../src/modules/collections/index.ts';
import type {
  Collections,
  CreateOutcome,
  CreateRequest,
  OrderRow,
} from '../src/modules/collections/index.ts';
import { receiveNotice } from '../src/modules/collections/confirm/receive-notice.ts';
import type { NoticeAnswer } from '../src/modules/collections/confirm/receive-notice.ts';
import { balancesOf } from '../src/modules/ledger/index.ts';
import { createOutbound } from '../src/platform/outbound.ts';
import { atEnd } from './at-end.ts';
import type { TestDatabase } from './database.ts';
import { sendForm } from './send-form.ts';
import { startFakeBank } from './fake-bank.ts';
import type { FakeBank, NoticeNews } from './fake-bank.ts';

/** Ledger, channels and collections opened on one test database, against a bank of the test's own. */
export interface MoneyRooms {
  readonly bank: FakeBank;
  readonly channels: Channels;
  readonly collections: Collections;
  /** One more process on the same database, perhaps one that providers reach under another name. */
  second(publicUrl?: string): Collections;
  create(
    merchantId: bigint,
    order?: Partial<CreateRequest> & { readonly major?: string },
  ): Promise<CreateOutcome>;
  /** An order that has its way in: created, routed, known to the bank (by its payer where a form takes him there), unpaid. */
  place(merchantId: bigint, order?: Partial<CreateRequest> & { readonly major?: string }): Promise<OrderRow>;
  /** What a provider's notice comes to. */
  tell(order: OrderRow, news?: Partial<NoticeNews>): Promise<NoticeAnswer>;
  order(orderId: bigint): Promise<OrderRow>;
  /** The balances of an owner in the main book, trimmed, without those that stand at zero: `{ L200: '9715.00' }`. */
  balances(ownerId: bigint, currency?: Currency): Promise<Record<string, string>>;
  /** Sums of the accounts that have no balance row, over all owners: `{ A100: '-10000.00', R400: '20.00' }`. */
  house(book?: 'main' | 'test'): Promise<Record<string, string>>;
}

let serial = 0;

/** A request as the merchant API makes it; `major` is the amount in major units. */
export function orderRequest(
  merchantId: bigint,
  { major = '10000', ...order }: Partial<CreateRequest> & { readonly major?: string } = {},
): CreateRequest {
  serial += 1;
  const merchantOrderNo = order.merchantOrderNo ?? `T-${process.pid}-${serial}`;
  return {
    customerId: merchantId,
    merchantOrderNo,
    currency: 'TWD',
    amount: parseAmount(major, order.currency ?? 'TWD'),
    method: null,
    realName: null,
    payer: null,
    payerLast5: null,
    productName: null,
    requestIp: null,
    notifyUrl: null,
    returnUrl: null,
    metadata: {},
    locale: null,
    source: 'api',
    apiVersion: 'v2',
    isTest: false,
    requestHash: createHash('sha256').update(`${merchantOrderNo} ${major}`).digest(),
    lifetimeS: 900,
    actorId: null,
    requestId: null,
    ...order,
  };
}

export async function openMoneyRooms(
  base: TestDatabase,
  {
    production = false,
    startBank = startFakeBank,
  }: { production?: boolean; startBank?: (() => Promise<FakeBank>) | undefined } = {},
): Promise<MoneyRooms> {
  const { database, vault, log } = base;
  const bank = await startBank();
  const outbound = createOutbound({ trustedOrigins: [bank.origin], allowHttp: true });
  const channels = createChannels({ db: database, vault, outbound, adapters, production });
  const publicUrl = 'http://127.0.0.1:3000';
  const opened: Collections[] = [];
  const open = (url = publicUrl): Collections => {
    const collections = openCollections({ db: database, channels, vault, log, publicUrl: url });
    opened.push(collections);
    return collections;
  };
  const collections = open();
  const tellsNothing = adapters[bank.driver]?.parseNotice === undefined;
  atEnd(async () => {
    await Promise.all(opened.map((each) => each.close()));
    await outbound.close();
    await bank.close();
  });

  const rooms: MoneyRooms = {
    bank,
    channels,
    collections,
    second: open,
    create: (merchantId, order) => collections.create.submit(orderRequest(merchantId, order)),
    async place(merchantId, wanted) {
      const { orderId } = await rooms.create(merchantId, wanted);
      await allocateCollection(collections, orderId, { method: null, payerName: null });
      const order = await rooms.order(orderId);
      const form = await payerFormOf(collections, order);
      if (form !== null) await sendForm(form);
      if (adapters[bank.driver]?.feed !== undefined) bank.awaits?.(order.order_no, pageOf(order));
      return order;
    },
    async tell(order, news) {
      if (tellsNothing) {
        await confirmCollection(collections, order.id, 'request-of-a-poll');
        return adapters[bank.driver]?.acknowledgement ?? { status: 200, contentType: 'text/plain', body: '' };
      }
      return receiveNotice(collections, {
        channelAccountId: order.channel_account_id ?? 0n,
        notice: bank.notice(order.channel_account_id ?? 0n, order.order_no, news),
        ip: '203.0.113.9',
        requestId: 'request-of-a-notice',
      });
    },
    async order(orderId) {
      const order = await findOrder(database.app, orderId);
      if (order === undefined) throw new Error(`There is no order ${orderId}`);
      return order;
    },
    async balances(ownerId, currency = 'TWD') {
      const found = (await balancesOf(database.app, ownerId)).find((each) => each.currency === currency);
      return trimmed(Object.entries(found?.byKind ?? {}), currency);
    },
    async house(book = 'main') {
      const { rows } = await sql<{ kind: string; total: bigint }>`
        SELECT a.kind, sum(p.amount)::bigint AS total
        FROM posting p JOIN account a ON a.id = p.account_id LEFT JOIN balance b ON b.account_id = a.id
        WHERE b.account_id IS NULL AND a.book = ${book} AND a.currency = 'TWD'
        GROUP BY a.kind`.execute(database.app);
      return trimmed(
        rows.map((row) => [row.kind, row.total]),
        'TWD',
      );
    },
  };
  return rooms;
}

/** What a payer reads on the page of an order at an account that knows none. */
export function pageOf(order: OrderRow): Record<string, string> {
  const currency = order.currency as Currency;
  const payment = order.payment as Payment | null;
  const paid = { amount: formatMerchant(order.pay_amount, currency), currency };
  if (payment?.type === 'bank_account')
    return { ...paid, destination: payment.account_no, memo: payment.memo ?? '' };
  return payment?.type === 'crypto_address' ? { ...paid, destination: payment.address } : paid;
}

function trimmed(
  entries: readonly (readonly [string, bigint])[],
  currency: Currency,
): Record<string, string> {
  return Object.fromEntries(
    entries
      .filter(([, amount]) => amount !== 0n)
      .map(([kind, amount]) => [
        kind,
        `${amount < 0n ? '-' : ''}${formatMerchant(amount < 0n ? -amount : amount, currency)}`,
      ]),
  );
}
