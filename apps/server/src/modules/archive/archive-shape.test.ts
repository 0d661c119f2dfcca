import { expect, test } from 'vitest';
import { testDatabase } from '../../../test/database.ts';

const { admin } = await testDatabase();

const columnsOf = async (schema: string, table: string): Promise<unknown> =>
  (
    await admin.query(
      `SELECT a.attname, format_type(a.atttypid, a.atttypmod) AS type
       FROM pg_attribute a WHERE a.attrelid = format('%I.%I', $1::text, $2::text)::regclass AND a.attnum > 0 AND NOT a.attisdropped
       ORDER BY a.attnum`,
      [schema, table],
    )
  ).rows;
const { rows: parts } = await admin.query<{ kind: string; name: string }>(
  'SELECT kind, name FROM archive.part',
);

test.each([...new Set(parts.map(({ name }) => name))])(
  'what is archived of %s has the columns of what is online, and so has the whole',
  async (name) => {
    const online = await columnsOf('public', name);
    expect(await columnsOf('archive', name)).toEqual(online);
    expect(await columnsOf('whole', name)).toEqual(online);
  },
);

test('a view over the whole says what its first one says of the online tables', async () => {
  const textOf = async (schema: string, path: string): Promise<unknown> => {
    const { rows } = await admin.query(
      `SELECT set_config('search_path', $2, false), c.relname AS name, pg_get_viewdef(c.oid) AS text
       FROM pg_class c WHERE c.relkind = 'v' AND c.relnamespace = $1::regnamespace
         AND c.relname IN ('collection_answer', 'payout_commission', 'reconciliation_booked', 'reconciliation_difference_now')
       ORDER BY c.relname`,
      [schema, path],
    );
    return rows.map(({ name, text }) => [name, text]);
  };
  const whole = await textOf('whole', 'whole, public');
  expect(await textOf('public', 'public')).toEqual(whole);
});

/** What has rows of an order and does not move with it, and why. */
const staying: Readonly<Record<string, string>> = {
  balance_edit: 'a freeze keeps its order online',
  channel_reservation: 'only while an order is on its way',
  collection_check: 'keeps its order online',
  collection_delta: 'keeps its orders online until it is folded',
  collection_lock: 'goes when its order moves',
  failed_callback: 'names an order wherever that is',
  order_by_amount: 'names an order wherever that is',
  paid_proof: 'a payment is proven once, whenever its payout was',
  payer_changed: 'names an order wherever that is',
  payout_batch_row: 'names a payout wherever that is',
  payout_by_hand: 'keeps its payout online',
  payout_delta: 'keeps its payouts online until it is folded',
  payout_in_hand: 'keeps its payout online',
  payout_lock: 'goes when its payout moves',
  payout_transfer: 'keeps its payout online',
  payout_unsent: 'keeps its payout online',
  payout_work: 'keeps its payout online',
  provider_confirmation: 'a payment is booked once, whenever its order was',
  rare_order: 'names an order wherever that is',
  receipt: 'keeps its order online',
  receipt_lock: 'is of receipts',
  reconciliation_difference: 'keeps its order online while it is open',
  reconciliation_line: 'a statement stands by itself',
  refund: 'keeps its order online',
  request_log: 'is forgotten within days',
  settlement_due: 'keeps its order online',
  supply: 'keeps its order online',
};

test('every table with rows of an order moves with it, or is known to stay', async () => {
  const { rows } = await admin.query<{ name: string }>(
    `SELECT DISTINCT c.relname AS name FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
     WHERE c.relkind = 'r' AND c.relnamespace = 'public'::regnamespace AND NOT a.attisdropped
       AND a.attname IN ('order_id', 'order_ids', 'payout_id', 'callback_id')`,
  );
  const moving = new Set(parts.map(({ name }) => name));
  expect(
    rows
      .map(({ name }) => name)
      .filter((name) => !moving.has(name))
      .toSorted(),
  ).toEqual(Object.keys(staying).toSorted());
});
