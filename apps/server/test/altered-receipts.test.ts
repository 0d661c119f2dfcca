import { beforeAll, describe, expect, test } from 'vitest';
import { bindReceipts, bindSupply } from '../src/modules/collections/index.ts';
import type { OrderRow } from '../src/modules/collections/index.ts';
import { openIncome } from '../src/modules/income/index.ts';
import { bindPayoutBatches, bindPrefund, workBatches } from '../src/modules/payouts/index.ts';
import { openWithdrawalRooms } from '../src/modules/withdrawals/testing/open-withdrawal-rooms.ts';
import { nothingByHand } from './nothing-by-hand.ts';
import { openPayoutRooms } from './payout-rooms.ts';
import { loosen, untold } from './planted/alter-columns.ts';
import { createTenant } from './tenant.ts';
import type { Tenant } from './tenant.ts';

// As `altered-columns`, of what persons settle out of unidentified money, of the platform's own income, and of batches.

const here = await openWithdrawalRooms();
const { admin, boss, person, rooms } = here;
const payouts = await openPayoutRooms(here, rooms);
bindSupply(here.app, rooms.collections, here.identity, here.approvals);
bindReceipts(here.app, rooms.collections, here.identity, here.approvals, nothingByHand);
bindPrefund(here.app, payouts.payouts, here.identity, here.approvals);
bindPayoutBatches(here.app, payouts.payouts, here.identity);
openIncome({ db: here.database, identity: here.identity, approvals: here.approvals, log: here.log }).bind(
  here.app,
);

/** Columns that nothing rests on, and why. */
const idle: Readonly<Record<string, string>> = {
  'supply.maker_person': 'it counts for a day, and whoever asks for more is asked by the approvals',
  'receipt_end.maker_person': 'whoever else does it is asked by the approvals',
  'receipt.reason': 'why it lies there, for readers; no money goes by it',
  'income_drawing.drawable':
    'what was shown then, for readers; what can be drawn now is what the journals say',
  'payout_batch_row.n':
    'its line in the file; where its number is made of it, that is held against the payout',
  'payout_batch_row.faults': 'what was wrong with a file, and was put right before it was paid',
  'payout_batch_row.is_duplicate_known': 'it was sealed when it mattered, and is looked at no more',
  'payout_batch_row.branch': 'as it was typed; the payout has its own, sealed',
  'payout_batch_row.memo': 'as it was typed; the payout has its own',
  'payout_batch_row.bank_code': 'as it was typed; the payout has its own, sealed',
  'payout_batch_row.account_name': 'as it was typed; the payout has its own, sealed',
  'payout_batch_row.card_sealed': 'as it was typed; the payout has its own, sealed',
  'payout_batch_row.card_shown': 'as it was typed; the payout has its own',
  'payout_batch_row.channel_id': 'by which it was to go; the payout says by which it went',
  'payout_batch_row.seal': 'held against the row before it is submitted, and looked at no more',
};
const isIdle = (name: string): boolean => Object.hasOwn(idle, name.split(' ')[0] ?? '');
const idsOf = async (table: string, key = 'id'): Promise<string[]> =>
  (await admin.query<{ id: bigint }>(`SELECT ${key} AS id FROM ${table} ORDER BY 1`)).rows.map(({ id }) =>
    String(id),
  );

let tenant: Tenant;
async function mismatched(paid: string): Promise<OrderRow> {
  const order = await rooms.place(await tenant.merchant());
  rooms.bank.pay(order.order_no, { amount: paid });
  await rooms.tell(order);
  return order;
}
const receiptOf = async (order: OrderRow): Promise<string> => {
  const { rows } = await admin.query<{ id: bigint }>('SELECT id FROM receipt WHERE order_id = $1', [
    order.id,
  ]);
  return String(rows[0]?.id);
};

beforeAll(async () => {
  const second = await person({ kind: 'admin', paymentPassword: 'a payment password' });
  tenant = await createTenant(here, { provider: rooms.bank, agent: { system_fee_mode: 'periodic' } });
  const done = (what: string, { code, message }: { code: number; message: string }): void =>
    expect([what, message, code]).toEqual([what, expect.anything(), 0]);
  const agreed = async (what: string, asked: Awaited<ReturnType<typeof here.ask>>): Promise<void> => {
    done(what, asked);
    done(what, await here.approve(second, asked.data.approval_id));
  };
  const supply = async (order: OrderRow, wished: object) => {
    const path = `/collection/transactions/${order.id}/supply`;
    const seen = await here.ask(boss, `${path}/effect`, wished);
    return here.ask(boss, path, { ...wished, ...here.stepUp(boss), effect_hash: seen.data.hash });
  };

  const [taken, left] = [await mismatched('9900.00'), await mismatched('12000.00')];
  done(
    'supply',
    await supply(taken, { amount: '9900', source: 'receipt', receipt_id: await receiptOf(taken) }),
  );
  done(
    'supply',
    await supply(left, { amount: '10000', source: 'receipt', receipt_id: await receiptOf(left) }),
  );
  await agreed(
    'sendBack',
    await here.ask(boss, `/claimOrder/${await receiptOf(left)}/sendBack`, {
      ...here.stepUp(boss),
      provider_order_no: 'BACK-1',
    }),
  );
  await mismatched('1.00');
  const large = await rooms.place(await tenant.merchant(), { major: '100000' });
  await agreed('supply', await supply(large, { amount: '100000', source: 'goodwill' }));
  rooms.bank.pay(large.order_no);
  await rooms.tell(large);
  await agreed(
    'restore',
    await here.ask(boss, `/claimOrder/${await receiptOf(large)}/restore`, here.stepUp(boss)),
  );

  const merchantId = await tenant.merchant({ settle_rule: 'D0' });
  const { channelAccountId } = await payouts.channel(tenant, [merchantId]);
  await payouts.earn(merchantId, 30);
  const collect = (more: object) =>
    here.ask(boss, '/accounting/systemIncome/collect', {
      ...here.stepUp(boss),
      agent_id: String(tenant.agentId),
      currency: 'TWD',
      ...more,
    });
  done('collect', await collect({ amount: '50' }));
  await admin.query(
    "SELECT collect_system_fee($1, 'TWD', NULL, date_trunc('month', business_now())::date, NULL, NULL, NULL)",
    [tenant.agentId],
  );
  await agreed(
    'draw',
    await here.ask(boss, '/accounting/systemIncomewithdraws', {
      ...here.stepUp(boss),
      currency: 'TWD',
      amount: '10',
      to: 'First Bank 0123456789',
    }),
  );
  await here.setRate('TWD', 'USDT', '32.60');
  for (const [side, base_amount, quote_amount] of [
    ['buy', '1000', '32600'],
    ['sell', '400', '13000'],
  ] as const)
    await agreed(
      'exchange',
      await here.ask(boss, '/accounting/systemIncome/exchanges', {
        ...here.stepUp(boss),
        base: 'USDT',
        quote: 'TWD',
        side,
        base_amount,
        quote_amount,
        counterparty: 'First Bank',
      }),
    );
  await agreed(
    'prefund',
    await here.ask(boss, `/payment/balances/${channelAccountId}/prefund`, {
      ...here.stepUp(boss),
      amount: '50000',
      transfer_ref: 'FT-1',
    }),
  );

  const token = (await here.login(boss, { code: here.code(boss) })).data.access_token;
  const uploaded = await here.app.inject({
    method: 'POST',
    url: `/api/payment/apply/batches?name=pay.csv&customer_id=${merchantId}`,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'text/csv', 'idempotency-key': 'one' },
    payload: Buffer.from(
      '銀行,戶名,卡號,金額,訂單號\r\n004,王小明,901234567890,100,\r\n004,王小明,901234567891,250,OWN-1',
    ),
  });
  const { id } = (uploaded.json() as { data: { id: string } }).data;
  const batch = `/payment/apply/batches/${id}/submit`;
  const { hash } = (await here.ask(boss, `${batch}/effect`)).data;
  done('batch', await here.ask(boss, batch, { ...here.stepUp(boss), effect_hash: hash }));
  await workBatches(payouts.payouts);
  expect(await here.failing()).toEqual([]);
  await loosen(admin, ['supply'], 'order_id');
  await loosen(admin, [
    'receipt',
    'receipt_end',
    'income_drawing',
    'house_exchange',
    'system_fee_collection',
    'channel_prefund',
    'payout_batch_row',
  ]);
}, 180_000);

describe('every column that matters', () => {
  test.each([
    ['supply', 'order_id'],
    ['receipt', 'id'],
    ['receipt_end', 'id'],
    ['income_drawing', 'id'],
    ['house_exchange', 'id'],
    ['system_fee_collection', 'id'],
    ['channel_prefund', 'id'],
    ['payout_batch_row', 'id'],
  ])(
    'of %s is held against the books and the sealed log',
    async (table, key) => {
      const ids = await idsOf(table, key);
      expect(ids).not.toEqual([]);
      expect((await untold(here, table, ids, key)).filter((name) => !isIdle(name))).toEqual([]);
    },
    300_000,
  );

  test.each([
    ['supply', 'order_id', ['V1']],
    ['receipt', 'id', []],
    ['receipt_end', 'id', ['V2']],
    ['income_drawing', 'id', ['I2']],
    ['house_exchange', 'id', ['I8']],
    ['system_fee_collection', 'id', ['I3']],
    ['channel_prefund', 'id', ['I4']],
    ['payout_batch_row', 'id', ['Y13']],
  ] as const)('of %s a row that is taken away is missed', async (table, key, names) => {
    const client = await admin.connect();
    await client.query("SET session_replication_role = 'replica'");
    for (const id of await idsOf(table, key)) {
      await client.query(`CREATE TEMP TABLE gone AS SELECT * FROM ${table} WHERE ${key} = ${id}`);
      await client.query(`DELETE FROM ${table} WHERE ${key} = ${id}`);
      const found = await here.failing();
      expect([table, id, found]).not.toEqual([table, id, []]);
      expect(found).toEqual(expect.arrayContaining([...names]));
      await client.query(
        `INSERT INTO ${table} ${key === 'id' ? 'OVERRIDING SYSTEM VALUE ' : ''}SELECT * FROM gone`,
      );
      await client.query('DROP TABLE gone');
    }
    client.release(true);
    expect(await here.failing()).toEqual([]);
  });
});
