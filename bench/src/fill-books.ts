import { setPaymentAside } from '../../apps/server/src/modules/collections/collections.store.ts';
import { makeMissingReport } from '../../apps/server/src/modules/reports/index.ts';
import type { Books } from './books.ts';
import { filledMerchant, filledOrder } from './drawn-orders.ts';
import { foldSums } from './fold.ts';
import { openPayoutLanes, preparePayouts } from './payout-lanes.ts';
import { makeOrders, openingOrders } from './ready-orders.ts';
import type { MadeOrder } from './ready-orders.ts';
import { adminQuery } from './settings.ts';
import { agentOf } from './tenants.ts';

/** So dense lie the orders in the past, whatever the books' size: five million are 180 days. */
const ordersADay = 27_800;
/** Orders of one instant of the past; a step of the clock is three and a half hours. */
const sliceOrders = 4_096;
/** Of so many orders one is followed by a payout. */
const ordersAPayout = 20;
/** Orders between two lines of progress. */
const stepOrders = 100_000;

/** Begins the past that `size` orders will lie in; only while nobody is there yet may the business clock be turned back. */
export async function beginPast(productUrl: string, size: number): Promise<void> {
  await adminQuery(productUrl, `UPDATE business_clock SET offset_us = -${microsecondsOf(size)}`);
}

/** Leaves as long for the orders that are still to come; the clock never goes back. */
async function moveClock(productUrl: string, left: number): Promise<void> {
  await adminQuery(
    productUrl,
    `UPDATE business_clock SET offset_us = greatest(offset_us, -${microsecondsOf(left)})`,
  );
}

const microsecondsOf = (orders: number): number => Math.round((orders / ordersADay) * 86_400_000_000);

/**
 * Fills books with orders and payouts that have come to their end, as days of the past went by. Two hands make them that share
 * no account: each has the merchants of every second senior agent. Each hand keeps the round robin and the accounts that it has
 * opened in mind, so it has a backfill of its own. Merchants are paid at once, so that no release is due.
 */
export async function fillBooks(books: Books, size: number): Promise<void> {
  await preparePayouts(books);
  const payouts = openPayoutLanes(books);
  const hands = [0n, 1n].map((half) => ({
    half,
    books: { ...books, backfill: books.product.openBackfill() },
  }));
  const fill = (hand: (typeof hands)[number], numbers: readonly number[]): Promise<MadeOrder[]> =>
    makeOrders(
      hand.books,
      numbers
        .filter((number) => agentOf(filledMerchant(number)) % 2n === hand.half)
        .map((number) => filledOrder(books.product, number)),
    );
  let open: MadeOrder[] = [];
  let told = 0;
  for (let from = 0; from < size; from += sliceOrders) {
    const to = Math.min(from + sliceOrders, size);
    await moveClock(books.productUrl, size - to);
    await endOrders(books, open);
    const numbers = Array.from({ length: to - from }, (_, index) => from + index);
    // The first ones open accounts that both hands share.
    const made =
      from < openingOrders
        ? [
            await fill(hands[0] as (typeof hands)[number], numbers),
            await fill(hands[1] as (typeof hands)[number], numbers),
          ]
        : await Promise.all(hands.map((hand) => fill(hand, numbers)));
    open = made.flat().filter(({ end }) => end !== 'paid');
    await payouts.payOut(
      'filled',
      numbers.filter((number) => number % ordersAPayout === 0).map((number) => number / ordersAPayout),
    );
    if (to - told < stepOrders && to < size && from > 0) continue;
    told = to;
    await emptyOutbox(books);
    await foldSums(books.productUrl);
    // Autovacuum rests meanwhile, and the plans of the hot path need to know how large the tables have become.
    if (from === 0) await adminQuery(books.productUrl, 'VACUUM (ANALYZE)');
    console.log(`filling: ${to} of ${size} orders`);
  }
  await payouts.close();
  // A day is reported on by statements that know how large the tables are.
  await adminQuery(books.productUrl, 'ANALYZE');
  await books.product.transact(books.database.workers, async (tx) => {
    while (await makeMissingReport(tx, await books.product.businessNow(tx)));
  });
  await adminQuery(books.productUrl, "UPDATE app_user SET settle_rule = DEFAULT WHERE kind = 'customer'");
}

/** What becomes of those that were not paid as they should be. */
async function endOrders({ backfill, database, product }: Books, open: readonly MadeOrder[]): Promise<void> {
  if (open.length === 0) return;
  await product.transact(database.workers, async (tx) => {
    const unpaid = open.filter(({ end }) => end === 'unpaid').map(({ orderId }) => orderId);
    const expired = await backfill.expire(tx, unpaid);
    if (expired.length !== unpaid.length)
      throw new Error(`${unpaid.length - expired.length} orders did not expire`);
    for (const { amount, end, orderId } of open) {
      if (end !== 'another') continue;
      await setPaymentAside(tx, {
        orderId,
        channelAccountId: 1n,
        providerRef: `P${orderId}`,
        currency: 'TWD',
        amount: amount - 10_000n,
        reason: 'amount_mismatch',
        requestId: 'bench',
      });
    }
  });
}

/** Nobody is told of them: the relay of a server would only be busy with the past. Checkouts differ in their tables. */
async function emptyOutbox({ productUrl }: Books): Promise<void> {
  const tables = await adminQuery(
    productUrl,
    `SELECT relname AS name FROM pg_class WHERE relname IN ('outbox', 'outbox_batch') AND relkind = 'r'`,
  );
  await adminQuery(productUrl, `TRUNCATE ${tables.map(({ name }) => name).join(', ')}`);
}
