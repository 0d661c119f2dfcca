import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { errorCode } from '../../platform/db/database-error.ts';
import type { Database } from '../../platform/db/database.ts';
import { prepared } from '../../platform/db/prepared.ts';
import type { Tables } from '../../platform/db/tables.generated.ts';

export type ArchivedKind = 'collection' | 'payout';

/**
 * Brings these orders back from the archive with all that belongs to them, for whoever has to act on them; answers how many it
 * brought. Idempotent: what is not archived stays as it is, and of two who ask at once one brings it. In a transaction the orders
 * are locked from then on.
 */
export async function recallOrders(
  db: Kysely<Tables>,
  kind: ArchivedKind,
  ids: readonly bigint[],
): Promise<number> {
  const { rows } = await sql`SELECT FROM recall_orders(${kind}, ${ids}::bigint[])`.execute(db);
  return rows.length;
}

/** The row that `find` looks for online, brought back from the archive where it lies there. */
export async function foundOrRecalled<Row>(
  db: Kysely<Tables>,
  kind: ArchivedKind,
  id: bigint,
  find: () => Promise<Row | undefined>,
): Promise<Row | undefined> {
  return foundOrBrought(find, () => recallOrders(db, kind, [id]));
}

/** The same by the number under which a channel account knows an order. */
export async function attemptFoundOrRecalled<Row>(
  db: Kysely<Tables>,
  kind: ArchivedKind,
  { channelAccountId, requestNo }: { readonly channelAccountId: bigint; readonly requestNo: string },
  find: () => Promise<Row | undefined>,
): Promise<Row | undefined> {
  return foundOrBrought(find, async () => {
    const { rows } = await sql`
      SELECT FROM recall_attempt(${kind}, ${channelAccountId}, ${requestNo})`.execute(db);
    return rows.length;
  });
}

/** What leaves again each time that it was brought back is looked for so often. */
const mostLooks = 10;

/**
 * An order may leave between the look and the lock, and somebody else may bring it back and it may leave again: only whoever
 * has found nothing twice, here and there, has asked for what is not there.
 */
async function foundOrBrought<Row>(
  find: () => Promise<Row | undefined>,
  recall: () => Promise<number>,
): Promise<Row | undefined> {
  for (let looks = 0, missed = 0; looks < mostLooks && missed < 2; looks += 1) {
    const row = await find();
    if (row !== undefined) return row;
    missed = (await recall()) > 0 ? 0 : missed + 1;
  }
  return find();
}

/** As `recallOrders`, by the merchants' own numbers: `customerIds` names the merchant of each. */
export async function recallNumbers(
  db: Kysely<Tables>,
  kind: ArchivedKind,
  merchantOrderNos: readonly string[],
  customerIds: readonly bigint[],
): Promise<void> {
  await sql`SELECT FROM recall_numbers(${kind}, ${merchantOrderNos}::text[], ${customerIds}::bigint[])`.execute(
    db,
  );
}

const recallByNumbers = prepared(
  'recall_numbers',
  'SELECT FROM recall_numbers($1, $2::text[], $3::bigint[])',
);

/** The same in a transaction of its own: for the lanes. */
export async function recallNumbersAtOnce(
  pool: Database['pool'],
  kind: ArchivedKind,
  merchantOrderNos: readonly string[],
  customerIds: readonly bigint[],
): Promise<void> {
  await recallByNumbers(pool, [kind, merchantOrderNos, customerIds]);
}

/** What a table of orders answers where a new order takes the number of an archived one. */
const archivedNumber = 'AR409';

/**
 * Makes orders by their merchants' numbers. Whose number an archived order has is refused by the database, so that nobody else pays
 * for the question: nothing is made then, `recall` brings it back, and they are made again. In a transaction `make` has a savepoint.
 */
export async function makeByNumbers<T>(make: () => Promise<T>, recall: () => Promise<void>): Promise<T> {
  try {
    return await make();
  } catch (error) {
    if (errorCode(error) !== archivedNumber) throw error;
    await recall();
    return make();
  }
}
