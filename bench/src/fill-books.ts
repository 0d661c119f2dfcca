import type { Books } from './books.ts';
import { foldSums } from './fold.ts';
import { merchantOf } from './orders.ts';
import { makeOrders, openingOrders } from './ready-orders.ts';
import { adminQuery } from './settings.ts';
import { agentOf } from './tenants.ts';

/** Orders between two lines of progress. */
const stepOrders = 100_000;

/**
 * Fills books with settled orders, by two hands that share no account: each has the merchants of every second senior
 * agent. Each hand keeps the round robin and the accounts that it has opened in mind, so it has a backfill of its own.
 */
export async function fillBooks(books: Books, size: number): Promise<void> {
  const hands = [0n, 1n].map((half) => ({
    half,
    books: { ...books, backfill: books.product.openBackfill() },
  }));
  const fill = async (hand: (typeof hands)[number], from: number, to: number): Promise<void> => {
    const numbers = Array.from({ length: to - from }, (_, index) => from + index);
    await makeOrders(
      hand.books,
      numbers.filter((number) => agentOf(merchantOf(number, false)) % 2n === hand.half),
      { hot: false, run: 'filled', isPaid: true },
    );
  };
  const opening = Math.min(openingOrders, size);
  for (const hand of hands) await fill(hand, 0, opening);
  for (let from = 0; from < size; from += stepOrders) {
    const to = Math.min(from + stepOrders, size);
    await Promise.all(hands.map((hand) => fill(hand, Math.max(from, opening), Math.max(to, opening))));
    await emptyOutbox(books);
    await foldSums(books.productUrl);
    // Autovacuum rests meanwhile, and the plans of the hot path need to know how large the tables have become.
    if (from === 0) await adminQuery(books.productUrl, 'VACUUM (ANALYZE)');
    console.log(`filling: ${to} of ${size} orders`);
  }
}

/** Nobody is told of them: the relay of a server would only be busy with the past. Checkouts differ in their tables. */
async function emptyOutbox({ productUrl }: Books): Promise<void> {
  const tables = await adminQuery(
    productUrl,
    `SELECT relname AS name FROM pg_class WHERE relname IN ('outbox', 'outbox_batch') AND relkind = 'r'`,
  );
  await adminQuery(productUrl, `TRUNCATE ${tables.map(({ name }) => name).join(', ')}`);
}
