import { regionDayOf, startOfRegionDay } from '@suanpan/domain/region-day';
import {
  listCollections,
  sumCollections,
} from '../../apps/server/src/modules/collections/read/search.queries.ts';
import type { CollectionFilter } from '../../apps/server/src/modules/collections/read/collection-search.ts';
import { listPayouts, sumPayouts } from '../../apps/server/src/modules/payouts/read/search.queries.ts';
import type { PayoutFilter } from '../../apps/server/src/modules/payouts/read/payout-search.ts';
import type { Books } from './books.ts';
import { startCluster } from './cluster.ts';
import { describeBooks } from './figures.ts';
import { largest, lookers } from './lookers.ts';
import type { BenchOptions } from './options.ts';
import { loadProduct } from './product.ts';
import { adminQuery, printSettings } from './settings.ts';
import { agentOf } from './tenants.ts';
import { printSlowest, timeQueries } from './time-queries.ts';
import type { TimedQuery } from './time-queries.ts';

/** What the design asks of a page, and of the totals below it. */
const mostMs = 20;
const explained = 6;
const page = { offset: 0, limit: 50 };

/** The pages of the order lists and the totals below them, by whoever looks, range of days and filter. */
export async function benchLists(options: BenchOptions): Promise<void> {
  const cluster = await startCluster(await loadProduct(), options.filled, 'read');
  try {
    await printSettings(cluster.adminUrl);
    for (const books of cluster.books) {
      const where = describeBooks(books);
      const { pages, sums } = await questionsOf(books);
      const asked = (questions: TimedQuery[]): TimedQuery[] =>
        questions.filter(({ name }) => name.includes(options.only));
      const pool = books.database.pools.api;
      console.log(`pages of the lists${where}`);
      await printSlowest(await timeQueries(pool, asked(pages)), mostMs, explained);
      console.log(`totals of the lists${where}`);
      await printSlowest(await timeQueries(pool, asked(sums)), mostMs, explained);
    }
  } finally {
    await cluster.stop();
  }
}

type Dates = Pick<CollectionFilter, 'createdFrom' | 'createdTo'>;

/** Every filter of the two lists. What asks for one order is asked without dates, as the screens do. */
async function questionsOf(books: Books): Promise<{ pages: TimedQuery[]; sums: TimedQuery[] }> {
  const today = regionDayOf(await books.product.businessNow(books.database.app));
  const days = (count: number): Dates => ({
    createdFrom: startOfRegionDay(today - count),
    createdTo: startOfRegionDay(today),
  });
  const ranges: Readonly<Record<string, Dates>> = {
    'a day': days(1),
    'a week': days(7),
    '30 days': days(30),
  };
  const collections = await collectionFilters(books);
  const payouts = await payoutFilters(books);
  const pages: TimedQuery[] = [];
  const sums: TimedQuery[] = [];
  const add = <Filter extends object>(
    list: string,
    filters: Readonly<Record<string, Filter>>,
    dates: Readonly<Record<string, Dates>>,
    query: {
      page(...asked: Parameters<typeof listCollections>): Promise<unknown[]>;
      sums(...asked: Parameters<typeof sumCollections>): Promise<readonly { count: bigint }[]>;
    },
  ): void => {
    for (const [who, scope] of Object.entries(lookers)) {
      for (const [range, between] of Object.entries(dates)) {
        for (const [asked, filter] of Object.entries(filters)) {
          const name = `${list} · ${who} · ${range} · ${asked}`;
          const whole = { ...filter, ...between } as CollectionFilter;
          const sort = asked === 'by amount' ? '-amount' : '-created_at';
          pages.push({
            name,
            ask: async (db) => `${(await query.page(db, scope, whole, sort, page)).length} rows`,
          });
          if (asked === 'by amount') continue;
          sums.push({
            name,
            ask: async (db) =>
              `${(await query.sums(db, scope, whole)).reduce((all, { count }) => all + count, 0n)} orders`,
          });
        }
      }
    }
  };
  const ofCollections = { page: listCollections, sums: sumCollections };
  const ofPayouts = { page: listPayouts, sums: sumPayouts } as unknown as typeof ofCollections;
  add('collections', collections.dated, ranges, ofCollections);
  add('collections', collections.single, { 'all time': {} }, ofCollections);
  add('payouts', payouts.dated, ranges, ofPayouts);
  add('payouts', payouts.single, { 'all time': {} }, ofPayouts);
  return { pages, sums };
}

interface Filters<Filter> {
  readonly dated: Readonly<Record<string, Filter>>;
  readonly single: Readonly<Record<string, Filter>>;
}

/** Filters of either list. */
const ofBoth = {
  none: {},
  'by amount': {},
  'callback failed': { callbackStatus: ['failed'] },
  merchant: { customerId: largest + 1n },
};

/** An order of the largest merchant that the list has, and the filters that ask for it by each of its numbers. */
async function askedByNumber({ productUrl }: Books, table: string, which: string) {
  const [known = {}] = await adminQuery(
    productUrl,
    `SELECT * FROM ${table} WHERE customer_id = ${largest} ${which} LIMIT 1`,
  );
  const { merchant_order_no: merchantOrderNo = '', order_no: orderNo = '' } = known;
  const numbers = [orderNo, merchantOrderNo, known['provider_order_no'] ?? ''];
  const single = {
    'order number': { orderNo },
    'merchant number': { merchantOrderNo },
    numbers: { numbers },
  };
  return { known, single };
}

async function collectionFilters(books: Books): Promise<Filters<CollectionFilter>> {
  const { single } = await askedByNumber(
    books,
    'collection_order',
    "AND status = 'success' ORDER BY id OFFSET 1000",
  );
  return {
    dated: {
      ...ofBoth,
      'status success': { status: ['success'] },
      'status expired': { status: ['expired'] },
      'status amount_mismatch': { status: ['amount_mismatch'] },
      'status refund': { status: ['refund'] },
      'status pending': { status: ['pending'] },
      channel: { channelId: 1n },
      'channel account': { channelAccountId: 1n },
      'no channel': { channelId: 0n },
      'senior agent': { agentId: agentOf(largest) },
      'general agent': { subAgentId: agentOf(largest) + 10_000n },
      currency: { currency: 'TWD' },
      'another currency': { currency: 'USDT' },
      'amount, one': { amountMinMillionths: 1_700_000_000n, amountMaxMillionths: 1_700_000_000n },
      'amount, a range': { amountMinMillionths: 1_000_000_000n, amountMaxMillionths: 2_000_000_000n },
      'payer name': { realName: 'Payer 77' },
      'last five digits': { last5: '00077' },
      IP: { requestIp: '198.51.7.7' },
      tests: { isTest: true },
      'no tests': { isTest: false },
      'status and channel': { status: ['expired'], channelId: 1n },
    },
    single: { ...single, 'a number of nobody': { numbers: ['X-1'] } },
  };
}

async function payoutFilters(books: Books): Promise<Filters<PayoutFilter>> {
  const { known, single } = await askedByNumber(books, 'payout_order', 'ORDER BY id OFFSET 3');
  return {
    dated: {
      ...ofBoth,
      'status paid': { status: ['paid'] },
      'status rejected': { status: ['rejected'] },
      'stage queued': { stage: ['queued'] },
      reversed: { reverseStatus: ['reversed'] },
      channel: { channelId: 2n },
      'payee name': { accountName: known['account_name'] ?? '' },
      bank: { bankCode: '004' },
      failure: { failure: 'insufficient_balance' },
      card: { cardHashes: [known['card_hash'] ?? ''] },
      'amount, one': { amountMinMillionths: 10_000_000n, amountMaxMillionths: 10_000_000n },
    },
    single: { ...single, 'provider number': { providerOrderNo: known['provider_order_no'] ?? '' } },
  };
}
