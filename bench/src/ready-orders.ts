import { sql } from 'kysely';
import type { PastOrder } from '../../apps/server/src/modules/collections/index.ts';
import { adminQuery } from './settings.ts';
import type { Books } from './books.ts';
import { amount, merchantOf } from './orders.ts';
import type { ReadyOrder } from './orders.ts';
import { agentOf } from './tenants.ts';

/** Orders that one transaction makes: large enough that its commit costs little. */
const atOnce = 512;
/** Orders that open the accounts which hands share. */
export const openingOrders = 2_048;

/**
 * Makes orders that wait for their payment by the product's own backfill: the creation, routing, split and legs of a live
 * order, without asking a provider. `hot` gives all of them to one merchant. `run` names them. With `isPaid` they are
 * settled at once.
 */
export async function makeOrders(
  { product, database, backfill }: Books,
  numbers: readonly number[],
  options: { readonly hot: boolean; readonly run: string; readonly isPaid: boolean },
): Promise<ReadyOrder[]> {
  const made: ReadyOrder[] = [];
  for (let start = 0; start < numbers.length; start += atOnce) {
    const orders = numbers.slice(start, start + atOnce).map((number): PastOrder => {
      const customerId = merchantOf(number, options.hot);
      const request = product.orderRequest(customerId, `${options.run}-${number}`);
      // What lies in the past was told long ago.
      return { ...request, ...(options.isPaid && { notifyUrl: null }), taken: 'bank' };
    });
    const ready = await product.transact(database.workers, async (tx) => {
      // Nobody is told of these orders before the measured work begins with commits that wait.
      await sql`SET LOCAL synchronous_commit = off`.execute(tx);
      const at = await product.businessNow(tx);
      const created = await backfill.create(tx, orders, at);
      const without = created.find((order) => order.channelAccountId === null);
      if (without !== undefined) throw new Error(`Order ${without.orderNo} found no channel`);
      if (options.isPaid) {
        const paid = created.map(({ orderId }) => ({
          orderId,
          paidAmount: amount,
          channelAccountId: 1n,
          providerOrderNo: `P${orderId}`,
          lateAllowed: false,
          requestId: 'bench',
        }));
        const outcomes = await backfill.settle(tx, paid, at);
        const refused = outcomes.find((outcome) => outcome !== 'settled');
        if (refused !== undefined) throw new Error(`An order of the books to be filled was ${refused}`);
      }
      return created.map(({ orderId }, index) => {
        const customerId = orders[index]?.customerId ?? 0n;
        return { orderId, customerId, agentId: agentOf(customerId) };
      });
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
    makeOrders({ ...books, backfill: books.product.openBackfill() }, some, { hot, run, isPaid: false });
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
