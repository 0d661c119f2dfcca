import { beforeAll, describe, expect, test } from 'vitest';
import { bindRefunds } from '../src/modules/collections/index.ts';
import { openRates } from '../src/modules/rates/index.ts';
import {
  openWithdrawalRooms,
  paymentPassword,
} from '../src/modules/withdrawals/testing/open-withdrawal-rooms.ts';
import { createTenant } from './tenant.ts';

// Whoever owns the database alters one column of one row: the proof names a check that it breaks, or the column is listed here with
// the reason why nobody has anything of altering it. Constraints are dropped first, as he would.

const here = await openWithdrawalRooms();
const { admin, apply, decide, person } = here;
const approvals = here.approvals;
bindRefunds(here.app, here.rooms.collections, here.identity, approvals);
openRates({ db: here.database, identity: here.identity, approvals }).bind(here.app);

/** Columns that nothing rests on, and why. */
const idle: Readonly<Record<string, string>> = {
  'withdrawal.card_sealed': 'it opens no account but the one of its hash (openAccount)',
  'withdrawal.remarks': 'a remark of the platform’s own, each version in the log',
  'refund.maker_person': 'it counts for a day, and whoever asks for more is asked by the approvals',
  'refund.attempts': 'a count for readers',
  'refund.request_hash': 'it tells a repeated request from another one, which is refused; it moves nothing',
};

interface Column {
  readonly column_name: string;
  readonly data_type: string;
}
const changes: Readonly<Record<string, (column: string) => string>> = {
  bigint: (column) => `coalesce(${column}, 0) + 1`,
  integer: (column) => `coalesce(${column}, 0) + 1`,
  smallint: (column) => `coalesce(${column}, 0) + 1`,
  numeric: (column) => `coalesce(${column}, 0) + 1`,
  bytea: (column) => `coalesce(${column}, '') || '\\x01'::bytea`,
  text: (column) => `coalesce(${column}, '') || 'x'`,
  boolean: (column) => `NOT coalesce(${column}, false)`,
  'timestamp with time zone': (column) => `coalesce(${column}, now()) - interval '1 hour'`,
  ARRAY: (column) => `CASE WHEN cardinality(${column}) > 0 THEN ${column}[2:] ELSE NULL END`,
};

const columnsOf = async (table: string): Promise<Column[]> =>
  (
    await admin.query<Column>(
      `SELECT column_name, data_type FROM information_schema.columns
       WHERE table_name = $1 AND table_schema = 'public' AND is_generated = 'NEVER' AND column_name <> 'id' ORDER BY 1`,
      [table],
    )
  ).rows;

/** The columns whose alteration nothing tells, of these rows. */
async function untold(table: string, ids: readonly string[]): Promise<string[]> {
  const silent = new Set<string>();
  const client = await admin.connect();
  await client.query("SET session_replication_role = 'replica'");
  for (const { column_name: column, data_type: type } of await columnsOf(table)) {
    const change = changes[type]?.(column);
    if (change === undefined) throw new Error(`How ${table}.${column} (${type}) is altered is not known`);
    for (const id of ids) {
      await client.query(`CREATE TEMP TABLE kept AS SELECT * FROM ${table} WHERE id = ${id}`);
      const { rowCount } = await client.query(
        `UPDATE ${table} SET ${column} = ${change} WHERE id = ${id} AND (${change}) IS DISTINCT FROM ${column}`,
      );
      if (rowCount === 1 && (await here.failing()).length === 0) silent.add(`${table}.${column} of ${id}`);
      await client.query(`UPDATE ${table} t SET ${column} = k.${column} FROM kept k WHERE t.id = k.id`);
      await client.query('DROP TABLE kept');
    }
  }
  client.release(true);
  expect(await here.failing()).toEqual([]);
  return [...silent];
}

const isIdle = (name: string): boolean => Object.hasOwn(idle, name.split(' ')[0] ?? '');

let withdrawals: string[];
let refunds: string[];
let rates: string[];
beforeAll(async () => {
  const second = await person({ kind: 'admin', paymentPassword });
  const agent = await person({ paymentPassword });
  const merchant = await person({ kind: 'customer', parentId: agent.id, paymentPassword });
  await here.fund(merchant, '100000');
  const account = await here.accountOf(merchant);
  const applied = async (): Promise<string> => (await apply(merchant, account)).data.id;
  const [pending, taken, rejected, paid, reversed] = [
    await applied(),
    await applied(),
    await applied(),
    await applied(),
    await applied(),
  ];
  await decide(here.boss, 'take', taken);
  await decide(here.boss, 'reject', rejected);
  for (const id of [paid, reversed]) {
    await decide(here.boss, 'take', id);
    const asked = await decide(here.boss, 'approve', id, { third_party_no: `TX-${id}` });
    expect((await here.approve(second, asked.data.approval_id)).code).toBe(0);
  }
  const back = await decide(here.boss, 'reverse', reversed);
  expect((await here.approve(second, back.data.approval_id)).code).toBe(0);
  withdrawals = [pending, taken, rejected, paid, reversed];

  const tenant = await createTenant(here, { provider: here.rooms.bank });
  const paidOrder = async (columns: object) => {
    const order = await here.rooms.place(await tenant.merchant(columns));
    here.rooms.bank.pay(order.order_no);
    await here.rooms.tell(order);
    return order;
  };
  const proof = () => here.stepUp(here.boss);
  const early = { payout_from_unsettled: true, settle_rule: 'D2' };
  for (const [columns, steps] of [
    [{}, []],
    [early, ['send']],
    [{ sub_agent_id: tenant.subAgentId }, ['send', 'confirm']],
    [early, ['send', 'confirm']],
    [{}, ['send', 'fail']],
    [{}, ['send', 'fail', 'close']],
  ] as const) {
    const order = await paidOrder(columns);
    await here.fund({ id: order.customer_id });
    const asked = await here.ask(here.boss, `/collection/transactions/${order.id}/refund`, {
      ...proof(),
      confirm: order.order_no.slice(-6),
    });
    expect([asked.message, asked.code]).toEqual([expect.anything(), 0]);
    const { rows } = await admin.query<{ id: bigint }>('SELECT max(id) AS id FROM refund');
    const id = String(rows[0]?.id);
    for (const step of steps) {
      const who = step === 'confirm' || step === 'fail' ? second : here.boss;
      const done = await here.ask(who, `/collection/revert/${id}/${step}`, {
        ...here.stepUp(who),
        ...(step === 'confirm' && { provider_order_no: `RF-${id}` }),
      });
      expect([step, done.message, done.code]).toEqual([step, expect.anything(), 0]);
    }
  }
  refunds = (await admin.query<{ id: bigint }>('SELECT id FROM refund ORDER BY id')).rows.map(({ id }) =>
    String(id),
  );

  const setRate = async (more: object): Promise<void> => {
    const asked = await here.ask(here.boss, '/settings/currency_rate', {
      base: 'USDT',
      quote: 'TWD',
      collection_rate: '31.80',
      payment_rate: '32.60',
      ...here.stepUp(here.boss),
      ...more,
    });
    expect((await here.approve(second, asked.data.approval_id)).code).toBe(0);
  };
  await setRate({});
  const later = new Date(Date.now() + 86_400_000).toISOString();
  await setRate({ valid_from: later });
  await setRate({ base: 'USD', valid_from: later });
  const { rows } = await admin.query<{ id: bigint }>('SELECT id FROM exchange_rate ORDER BY id');
  rates = rows.map(({ id }) => String(id));
  const gone = await here.ask(here.boss, `/settings/currency_rate/${rates[2]}`, here.stepUp(here.boss), {
    method: 'DELETE',
  });
  expect([gone.message, gone.code]).toEqual([expect.anything(), 0]);

  for (const table of ['withdrawal', 'refund', 'exchange_rate']) {
    const { rows: held } = await admin.query<{ conname: string }>(
      `SELECT conname FROM pg_constraint WHERE conrelid = $1::regclass AND contype IN ('c', 'u', 'f')`,
      [table],
    );
    for (const { conname } of held) await admin.query(`ALTER TABLE ${table} DROP CONSTRAINT ${conname}`);
    const { rows: nullable } = await admin.query<Column>(
      `SELECT column_name, data_type FROM information_schema.columns
       WHERE table_name = $1 AND is_nullable = 'NO' AND column_name <> 'id' AND is_generated = 'NEVER'`,
      [table],
    );
    for (const { column_name: column } of nullable)
      await admin.query(`ALTER TABLE ${table} ALTER COLUMN ${column} DROP NOT NULL`);
  }
  await admin.query('DROP INDEX IF EXISTS refund_open');
}, 180_000);

describe('every column that matters', () => {
  test.each([
    ['withdrawal', () => withdrawals],
    ['refund', () => refunds],
    ['exchange_rate', () => rates],
  ])(
    'of %s is held against the books and the sealed log',
    async (table, ids) => {
      expect((await untold(table, ids())).filter((name) => !isIdle(name))).toEqual([]);
    },
    300_000,
  );
});
