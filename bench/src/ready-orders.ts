import { sql } from 'kysely';
import { adminQuery } from './settings.ts';
import type { Books } from './books.ts';
import { waitingOrder } from './drawn-orders.ts';
import type { DrawnOrder } from './drawn-orders.ts';
import type { ReadyOrder } from './orders.ts';
import { agentOf } from './tenants.ts';

/** Orders that one transaction makes: large enough that its commit costs little. */
const atOnce = 2_048;
/** Orders that open the accounts which hands share. */
export const openingOrders = 2_048;

/** An order that was made, with its amount. */
export interface MadeOrder extends ReadyOrder {
  readonly amount: bigint;
  readonly end: DrawnOrder['end'];
}

/**
 * Makes orders by the product's own backfill: the creation, routing, split and legs of a live order, without asking a
 * provider. Those that are paid are settled at once; the others wait.
 */
export async function makeOrders(
  { product, database, backfill }: Books,
  drawn: readonly DrawnOrder[],
): Promise<MadeOrder[]> {
  const made: MadeOrder[] = [];
  for (let start = 0; start < drawn.length; start += atOnce) {
    const some = drawn.slice(start, start + atOnce);
    const ready = await product.transact(database.workers, async (tx) => {
      // Nobody is told of these orders before the measured work begins with commits that wait.
      await sql`SET LOCAL synchronous_commit = off`.execute(tx);
      const at = await product.businessNow(tx);
      const created = await backfill.create(
        tx,
        some.map(({ order }) => order),
        at,
      );
      const without = created.find((order) => order.channelAccountId === null);
      if (without !== undefined) throw new Error(`Order ${without.orderNo} found no channel`);
      const orders = created.map(({ orderId }, index): MadeOrder => {
        const { order, end } = some[index] as DrawnOrder;
        const { amount, customerId } = order;
        return { orderId, customerId, agentId: agentOf(customerId), amount, end };
      });
      const paid = orders.filter(({ end }) => end === 'paid');
      const payments = paid.map(({ amount, orderId }) => ({
        orderId,
        paidAmount: amount,
        channelAccountId: 1n,
        providerOrderNo: `P${orderId}`,
        lateAllowed: false,
        requestId: 'bench',
      }));
      const outcomes = await backfill.settle(tx, payments, at);
      const refused = outcomes.find((outcome) => outcome !== 'settled');
      if (refused !== undefined) throw new Error(`An order of the books to be filled was ${refused}`);
      return orders;
    });
    made.push(...ready);
  }
  return made;
}

/** Orders ready to be settled, mixed, on tables that were looked after as autovacuum does in time. */
export async function readyOrders(
  books: Books,
  count: number,
  hot: boolean,
  run: string,
): Promise<ReadyOrder[]> {
  // Making takes longer than settling and nobody measures it, so two hands share it. The first few open what both share.
  const numbers = Array.from({ length: count }, (_, index) => index);
  const make = (some: readonly number[]) =>
    makeOrders(
      { ...books, backfill: books.product.openBackfill() },
      some.map((number) => waitingOrder(books.product, number, hot, run)),
    );
  const opened = await make(numbers.slice(0, openingOrders));
  const halves = [0, 1].map((half) =>
    numbers.filter((number) => number >= openingOrders && Math.floor(number / atOnce) % 2 === half),
  );
  const others = (await Promise.all(halves.map(make))).flat();
  const orders = [...opened, ...others].sort((one, other) => (one.orderId < other.orderId ? -1 : 1));
  await adminQuery(books.productUrl, 'VACUUM (ANALYZE) collection_order, collection_plan');
  return mixed(orders);
}

const window = 1_024;
const stride = 389;

/**
 * Payments follow their orders within minutes and in no order: inside a window of neighbours the sequence is
 * mixed by a fixed stride, the same in every run.
 */
function mixed(orders: readonly ReadyOrder[]): ReadyOrder[] {
  const result: ReadyOrder[] = [];
  for (let start = 0; start < orders.length; start += window) {
    const part = orders.slice(start, start + window);
    // A stride that divides the length would meet the same orders again.
    const step = part.length % stride === 0 ? 1 : stride;
    for (let index = 0; index < part.length; index += 1)
      result.push(part[(index * step) % part.length] as ReadyOrder);
  }
  return result;
}
