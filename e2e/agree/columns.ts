import type { AdminDatabase } from '../harness/database.ts';

/** So many of a kind and what they come to, in minor units; null where a column has no sum of its own. */
interface Figure {
  readonly count: number;
  readonly sum: bigint | null;
}

/** One thing that three sides know of, each in its own books. */
interface AgreedRow {
  readonly name: string;
  readonly bank: Figure;
  readonly callbacks: Figure;
  readonly ledger: Figure;
}

interface Sides {
  readonly product: AdminDatabase;
  readonly bank: AdminDatabase;
  readonly shop: AdminDatabase;
}

interface Told {
  readonly order_no: string;
  readonly type: string;
  readonly data: Readonly<Record<string, unknown>>;
}

interface Counted {
  readonly n: string;
  readonly sum: string | null;
}

const figure = (row: Counted | undefined): Figure => ({
  count: Number(row?.n ?? 0), // Not money: how many.
  sum: BigInt(row?.sum ?? 0),
});

/** Decimal text of whole units in minor units of the ledger, which has four decimals in TWD; nothing where nothing was told. */
function minor(text: unknown): bigint {
  const [whole = '0', part = ''] = (typeof text === 'string' ? text : '0').split('.');
  return BigInt(whole + part.padEnd(4, '0').slice(0, 4));
}

const of = (events: readonly Told[], field: string): Figure => ({
  count: events.length,
  sum: events.reduce((sum, { data }) => sum + minor(data[field]), 0n),
});

/**
 * What the bank, the merchants' own server and the ledger each say of the same orders and payouts. The bank is asked in its own
 * tables, the merchants by the verified callbacks that they accepted, the ledger by its postings alone.
 */
export async function readColumns(
  { bank, product, shop }: Sides,
  asked: { readonly orders: readonly string[]; readonly payouts: readonly string[] },
): Promise<readonly AgreedRow[]> {
  const own = await product.query<{ request_no: string }>(
    `SELECT a.request_no FROM collection_attempt a JOIN collection_order o ON o.id = a.order_id
     WHERE o.merchant_order_no = ANY ($1)`,
    [asked.orders],
  );
  const sent = await product.query<{ request_no: string }>(
    `SELECT a.request_no FROM payout_attempt a JOIN payout_order o ON o.id = a.order_id WHERE o.order_no = ANY ($1)`,
    [asked.payouts],
  );
  const [charges, transfers] = [own.map((row) => row.request_no), sent.map((row) => row.request_no)];
  const payoutNos = await product.query<{ no: string }>(
    'SELECT merchant_order_no AS no FROM payout_order WHERE order_no = ANY ($1)',
    [asked.payouts],
  );
  const told = await readTold(shop, [...asked.orders, ...payoutNos.map(({ no }) => no)]);
  const last = (type: string): Told[] => told.last.filter((event) => event.type === type);

  const atBank = async (condition: string, sum = 'paid_micro'): Promise<Figure> =>
    figure(
      (
        await bank.query<Counted & Record<string, unknown>>(
          `SELECT count(*) AS n, coalesce(sum(${sum}) / 100, 0)::bigint AS sum FROM sandbox_bank.charge
           WHERE merchant_order_no = ANY ($1) AND ${condition}`,
          [charges],
        )
      )[0],
    );
  const transferred = async (condition: string): Promise<Figure> =>
    figure(
      (
        await bank.query<Counted & Record<string, unknown>>(
          `SELECT count(*) AS n, coalesce(sum(amount_micro) / 100, 0)::bigint AS sum FROM sandbox_bank.payout
           WHERE merchant_order_no = ANY ($1) AND ${condition}`,
          [transfers],
        )
      )[0],
    );
  const posted = async (event: string, kind: string, table: 'collection' | 'payout'): Promise<Figure> =>
    figure(
      (
        await product.query<Counted & Record<string, unknown>>(
          `SELECT count(DISTINCT p.journal_id) AS n, coalesce(abs(sum(p.amount)), 0)::bigint AS sum
           FROM posting p JOIN account a ON a.id = p.account_id AND a.kind = $2
           WHERE p.book = 'main' AND p.event = $1 AND p.ref_id IN (${
             table === 'collection'
               ? 'SELECT id FROM collection_order WHERE merchant_order_no = ANY ($3)'
               : 'SELECT id FROM payout_order WHERE order_no = ANY ($3)'
           })`,
          [event, kind, table === 'collection' ? asked.orders : asked.payouts],
        )
      )[0],
    );
  const receipts = figure(
    (
      await product.query<Counted & Record<string, unknown>>(
        `SELECT count(DISTINCT p.journal_id) AS n, coalesce(sum(p.amount), 0)::bigint AS sum
         FROM receipt r JOIN collection_order o ON o.id = r.order_id
         JOIN posting p ON p.event = 'receipt.arrive' AND p.ref_id = r.id AND p.amount > 0
         WHERE o.merchant_order_no = ANY ($1)`,
        [asked.orders],
      )
    )[0],
  );
  const standing = async (table: 'collection_order' | 'payout_order', condition: string, sum: string) =>
    figure(
      (
        await product.query<Counted & Record<string, unknown>>(
          `SELECT count(*) AS n, coalesce(sum(${sum}), 0)::bigint AS sum FROM ${table} o
           WHERE ${table === 'collection_order' ? 'merchant_order_no' : 'order_no'} = ANY ($1) AND ${condition}`,
          [table === 'collection_order' ? asked.orders : asked.payouts],
        )
      )[0],
    );
  const plain = ({ count }: Figure): Figure => ({ count, sum: null });
  const paidBack = figure(
    (
      await product.query<Counted & Record<string, unknown>>(
        `SELECT count(*) AS n, coalesce(sum(p.amount), 0)::bigint AS sum FROM paid_proof p JOIN refund r ON r.id = p.order_id
         JOIN collection_order o ON o.id = r.order_id WHERE p.kind = 'refund' AND o.merchant_order_no = ANY ($1)`,
        [asked.orders],
      )
    )[0],
  );
  const refunded = told.all.filter(
    ({ data, type }) =>
      type === 'refund.updated' && (data['refund'] as { status: string }).status === 'success',
  );
  return [
    {
      name: 'collections paid in full',
      bank: await atBank("status IN ('paid', 'reversed') AND NOT simulated AND paid_micro = amount_micro"),
      callbacks: of(
        told.all.filter(({ data, type }) => type === 'collection.succeeded' && data['test'] !== true),
        'paid_amount',
      ),
      ledger: await posted('collection.settle', 'A100', 'collection'),
    },
    {
      name: 'collections paid with another sum',
      bank: await atBank("status = 'paid' AND paid_micro <> amount_micro"),
      callbacks: of(last('collection.amount_mismatch'), 'paid_amount'),
      ledger: receipts,
    },
    {
      name: 'collections paid as a test',
      bank: plain(await atBank('simulated')),
      callbacks: plain(
        of(
          told.all.filter(({ data, type }) => type === 'collection.succeeded' && data['test'] === true),
          'paid_amount',
        ),
      ),
      ledger: plain(await standing('collection_order', "status = 'test_supplied'", '0')),
    },
    {
      name: 'collections never paid',
      // Of an order whose call failed the bank knows nothing.
      bank: {
        count: asked.orders.length - (await atBank('paid_micro IS NOT NULL')).count,
        sum: null,
      },
      callbacks: plain(of(last('collection.expired'), 'amount')),
      ledger: plain(await standing('collection_order', "status = 'expired' AND fee IS NULL", '0')),
    },
    {
      name: 'payouts paid',
      bank: await transferred("status = 'paid'"),
      callbacks: of(last('payout.paid'), 'amount'),
      ledger: await standing(
        'payout_order',
        "o.status = 'paid' AND EXISTS (SELECT FROM journal j WHERE j.event = 'payout.paid' AND j.ref_id = o.id)",
        'o.amount',
      ),
    },
    {
      name: 'payouts returned',
      bank: await transferred("status = 'returned'"),
      callbacks: of(last('payout.reversed'), 'amount'),
      ledger: await posted('payout.reverse', 'A100', 'payout'),
    },
    {
      name: 'payouts refused',
      bank: {
        ...(await transferred("status = 'failed'")),
      },
      callbacks: of(last('payout.rejected'), 'amount'),
      ledger: await standing(
        'payout_order',
        "o.status = 'rejected' AND EXISTS (SELECT FROM journal j WHERE j.event = 'payout.release' AND j.ref_id = o.id)",
        'o.amount',
      ),
    },
    {
      name: 'payouts that the bank keeps open',
      bank: plain(await transferred("status = 'processing'")),
      callbacks: {
        count: payoutNos.filter(({ no }) => !told.last.some((event) => event.order_no === no)).length,
        sum: null,
      },
      ledger: plain(await standing('payout_order', "o.status = 'processing'", '0')),
    },
    {
      // The sandbox bank pays nothing back by itself: its side is the numbers that people entered as proof.
      name: 'refunds',
      bank: paidBack,
      callbacks: {
        count: refunded.length,
        sum: refunded.reduce(
          (sum, { data }) => sum + minor((data['refund'] as { amount: string }).amount),
          0n,
        ),
      },
      ledger: await posted('collection.refund.done', 'A100', 'collection'),
    },
  ];
}

/** The distinct events that the merchants' server verified and accepted: all of them, and the last of each order. */
async function readTold(
  shop: AdminDatabase,
  numbers: readonly string[],
): Promise<{ readonly all: readonly Told[]; readonly last: readonly Told[] }> {
  const rows = await shop.query<{ body: string }>(
    `SELECT DISTINCT ON (event_key) body FROM echo_shop.event
     WHERE verified AND answered BETWEEN 200 AND 299 AND order_no = ANY ($1) ORDER BY event_key, id`,
    [numbers],
  );
  const all = rows
    .map(({ body }) => JSON.parse(body) as { id: string; type: string; data: Record<string, unknown> })
    .toSorted((one, other) => (one.id < other.id ? -1 : 1))
    .map(({ data, type }): Told => ({ type, data, order_no: String(data['order_no']) }));
  // A refund is told beside what became of its order.
  const ends = all.filter(({ type }) => type !== 'refund.updated');
  return { all, last: [...new Map(ends.map((event) => [event.order_no, event])).values()] };
}

/** The rows as a table, with what differs. */
export function tableOf(rows: readonly AgreedRow[]): { readonly text: string; readonly differences: number } {
  const say = ({ count, sum }: Figure): string =>
    sum === null ? String(count) : `${count} · ${sum / 10_000n}.${String(sum % 10_000n).padStart(4, '0')}`;
  let differences = 0;
  const lines = rows.map(({ bank, callbacks, ledger, name }) => {
    const said = [bank, callbacks, ledger].map(say);
    const isEqual = new Set(said).size === 1;
    if (!isEqual) differences += 1;
    return [name, ...said, isEqual ? '=' : 'DIFFERS'];
  });
  const head = ['', 'bank', 'callbacks', 'ledger', ''];
  const widths = head.map((_, n) => Math.max(...[head, ...lines].map((line) => line[n]?.length ?? 0)));
  const text = [head, ...lines]
    .map((line) =>
      line
        .map((cell, n) => cell.padEnd(widths[n] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
  return { text: `${text}\n${rows.length} rows, differences ${differences}`, differences };
}
