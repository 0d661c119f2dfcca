import { randomUUID } from 'node:crypto';
import { getBatch } from '@suanpan/contract/endpoints/payout-batches';
import type { BatchEffect, BatchView } from '@suanpan/contract/endpoints/payout-batches';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { endSaid, nobodyDecided, sayPaid } from '../../../../test/nobody-decided.ts';
import { openMoneyRooms } from '../../../../test/money-rooms.ts';
import { openPayoutRooms } from '../../../../test/payout-rooms.ts';
import { createTenant } from '../../../../test/tenant.ts';
import type { Tenant } from '../../../../test/tenant.ts';
import { workbookOf } from '../../../platform/sheets/testing/workbook.ts';
import { openDoor } from '../../identity/testing/open-door.ts';
import type { Person } from '../../identity/testing/open-door.ts';
import { prove } from '../../ledger/index.ts';
import { bindPayoutBatches, workBatches } from '../index.ts';

const door = await openDoor();
const { admin, call, code, person } = door;
const rooms = await openMoneyRooms(door);
const here = await openPayoutRooms(door, rooms);
bindPayoutBatches(door.app, here.payouts, door.identity);
const payment = 'quiet river stones';
const rights = ['payment.apply.get', 'payment.apply.createBatch', 'payment.transactions.get'];

let tenant: Tenant;
let merchantId: bigint;
let clerk: Person;
let boss: Person;
let second: Person;
const tokens = new Map<bigint, string>();
const tokenOf = (who: Person): string => tokens.get(who.id) ?? '';
async function enter(who: Person): Promise<Person> {
  tokens.set(who.id, await door.tokenOf(who));
  return who;
}

beforeAll(async () => {
  tenant = await createTenant(door, { provider: rooms.bank });
  boss = await enter(await person({ kind: 'admin', paymentPassword: payment }));
  second = await enter(await person({ kind: 'admin', paymentPassword: payment }));
});
beforeEach(async () => {
  merchantId = await tenant.merchant();
  await here.channel(tenant, [merchantId]);
  await here.earn(merchantId, 1);
  clerk = await enter(
    await person({
      kind: 'customerSub',
      parentId: merchantId,
      paymentPassword: payment,
      permissions: rights,
    }),
  );
});

let serial = 0;
const card = (): string =>
  `90${String(process.pid).padStart(7, '0')}${String((serial += 1)).padStart(5, '0')}`;
const line = (
  amount = '100',
  more: Partial<Record<'bank' | 'name' | 'card' | 'order', string>> = {},
): string =>
  [more.bank ?? '004', more.name ?? '王小明', more.card ?? card(), amount, more.order ?? ''].join(',');
const csv = (...lines: string[]): string => ['銀行,戶名,卡號,金額,訂單號', ...lines].join('\r\n');

async function upload(
  file: string | Buffer,
  { who = clerk, key = String(randomUUID()), query = 'name=pay.csv' } = {},
) {
  const response = await door.app.inject({
    method: 'POST',
    url: `/api/payment/apply/batches?${query}`,
    headers: {
      authorization: `Bearer ${tokenOf(who)}`,
      'content-type': 'text/csv',
      'x-localization': 'en',
      'idempotency-key': key,
    },
    payload: Buffer.from(file),
  });
  return {
    status: response.statusCode,
    ...(response.json() as { code: number; message: string; data: { id: string } }),
  };
}
const made = async (...lines: string[]): Promise<string> => {
  const answer = await upload(csv(...lines));
  expect(answer.code).toBe(0);
  return answer.data.id;
};
async function view(id: string, query = '', who = clerk): Promise<BatchView> {
  const { data } = await call('GET', `/payment/apply/batches/${id}${query}`, { token: tokenOf(who) });
  return getBatch.output.parse(data);
}
async function edit(id: string, rows: object[], version?: number) {
  return call('PATCH', `/payment/apply/batches/${id}`, {
    token: tokenOf(clerk),
    body: { version: version ?? (await view(id)).version, rows },
  });
}
async function look(id: string, more: object = {}, who = clerk) {
  const reply = await call('POST', `/payment/apply/batches/${id}/submit/effect`, {
    token: tokenOf(who),
    body: more,
  });
  return { ...reply, data: reply.data as unknown as BatchEffect };
}
async function submit(id: string, more: object = {}, who = clerk, key: string = randomUUID()) {
  return call('POST', `/payment/apply/batches/${id}/submit`, {
    token: tokenOf(who),
    headers: { 'idempotency-key': key },
    body: { payment_password: payment, one_code: code(who), ...more },
  });
}
async function pay(id: string, more: object = {}, who = clerk) {
  const { good_only: goodOnly = false, ...rest } = more as { good_only?: boolean };
  const { data } = await look(id, { good_only: goodOnly }, who);
  return submit(
    id,
    { good_only: goodOnly, effect_hash: (data as BatchEffect | null)?.hash ?? '', ...rest },
    who,
  );
}
const letGoOf = (id: string, who: Person) =>
  call('POST', `/payment/apply/batches/${id}/dispatch`, {
    token: tokenOf(who),
    headers: { 'idempotency-key': randomUUID() },
    body: { reason: 'it is right', payment_password: payment, one_code: code(who) },
  });
const payoutsOf = async (batch: string) => {
  const { rows } = await admin.query<{
    merchant_order_no: string;
    amount: bigint;
    wait_reason: string | null;
    source: string;
    n: number;
  }>(
    `SELECT o.merchant_order_no, o.amount, o.wait_reason, o.source, r.n FROM payout_batch_row r
     JOIN payout_order o ON o.id = r.payout_id WHERE r.batch_id = $1 ORDER BY r.n`,
    [batch],
  );
  return rows;
};
const countOf = async (): Promise<number> => {
  const { rows } = await admin.query<{ n: string }>(
    'SELECT count(*) AS n FROM payout_order WHERE customer_id = $1',
    [merchantId],
  );
  return Number(rows[0]?.n);
};
const holds = async (): Promise<void> =>
  expect((await prove(door.database)).checks.flatMap(({ name, passed }) => (passed ? [] : [name]))).toEqual(
    [],
  );

describe('a file of payouts', () => {
  test('is read, shown with its fees and sums, and nothing is paid by that', async () => {
    const id = await made(line('1000'), line('２００', { bank: '臺灣銀行' }));
    expect(await view(id)).toMatchObject({
      state: 'draft',
      good: 2,
      bad: 0,
      sum: '1200.0000',
      fee: '31.2000',
      total: '1231.2000',
      available: '9715.0000',
      rows: [
        { n: 2, fee: '16.0000', errors: {}, bank_name: expect.any(String) },
        { n: 3, bank_code: '004', amount: '200', fee: '15.2000' },
      ],
    });
    expect(await countOf()).toBe(0);
  });

  test('is the same batch for the same key, and another one for another', async () => {
    const file = csv(line());
    const key = randomUUID();
    const first = await upload(file, { key });
    expect((await upload(file, { key })).data.id).toBe(first.data.id);
    expect((await upload(file)).data.id).not.toBe(first.data.id);
    expect((await upload(csv(line()), { key })).data.id).not.toBe(first.data.id);
  });

  test('is taken as XLSX, a card that is a number or a formula is not', async () => {
    const text = (value: string) => `<c t="inlineStr"><is><t>${value}</t></is></c>`;
    const row = (...cells: string[]) => `<row>${cells.join('')}</row>`;
    const file = workbookOf(
      row(...['Bank', 'Account name', 'Card number', 'Amount'].map(text)) +
        row('<c><v>4</v></c>', text('王小明'), text(card()), '<c><v>100.5</v></c>') +
        row(text('004'), text('王小明'), '<c><v>9012345678</v></c>', text('1')) +
        row(text('004'), text('王小明'), text(card()), '<c><f>1+1</f><v>2</v></c>'),
    );
    const { data } = await upload(file);
    const { rows } = await view(data.id);
    expect(rows.map(({ amount, bank_code: bank, errors }) => [bank, amount, Object.keys(errors)])).toEqual([
      ['004', '100.5', []],
      ['004', '1', ['card_no']],
      ['004', '2', ['amount']],
    ]);
    expect(
      (
        await edit(data.id, [
          { n: 3, card_no: '9012345678' },
          { n: 4, amount: '2' },
        ])
      ).code,
    ).toBe(0);
    expect(await view(data.id)).toMatchObject({ good: 3, bad: 0 });
  });

  test.each<[string, string | Buffer, number]>([
    ['that is no sheet', Buffer.from('PK\u0003\u0004 nothing'), 21_417],
    ['in Big5', Buffer.from([0xa4, 0xfd, 0x2c, 0xa4, 0xfd]), 21_418],
    ['without its columns', 'a,b\n1,2', 21_420],
    ['without a row', '銀行,戶名,卡號,金額', 21_421],
    ['of ten thousand and one', csv(...Array.from({ length: 10_001 }, () => '004,王,901234567,1')), 21_419],
  ])('%s is refused with a sentence', async (_what, file, refusal) => {
    const answer = await upload(file);
    expect(answer.code).toBe(refusal);
    expect(answer.message).not.toMatch(/\{\{|errors\./);
  });

  test.each([
    '銀行代碼,收款人姓名,銀行帳號,付款金額,備註,訂單編號',
    '银行名称,户主,银行卡号,代付金额,摘要,商户订单号',
    'Bank code,Beneficiary,Account number,Amount,Remark,Order number',
  ])('is read by the names that other systems give its columns: %s', async (header) => {
    const { code, data } = await upload(`${header}\r\n004,王小明,${card()},12,房租,${randomUUID()}`);
    expect(code).toBe(0);
    expect((await view(data.id)).rows).toMatchObject([
      { bank_code: '004', account_name: '王小明', amount: '12', memo: '房租' },
    ]);
  });

  test('knows a bank by what it is called, and takes none for another', async () => {
    const said = [
      ['國泰世華銀行', '013'],
      ['国泰世华', '013'],
      ['台新銀行', '812'],
      ['中國信託商銀', '822'],
      ['013 國泰世華商業銀行', '013'],
      ['812國泰世華', '812國泰世華'],
      ['商業銀行', '商業銀行'],
      ['銀行', '銀行'],
      ['富邦', '富邦'],
      ['中國銀行', '中國銀行'],
    ] as const;
    const id = await made(...said.map(([bank]) => line('100', { bank })));
    expect((await view(id)).rows.map((row) => row.bank_code)).toEqual(said.map(([, code]) => code));
  });

  test.each(['&#0;', '_x0000_'])(
    'with %s in a cell is taken as far as it can be kept, or refused',
    async (nothing) => {
      const text = (value: string) => `<c t="inlineStr"><is><t>${value}</t></is></c>`;
      const row = (...cells: string[]) => `<row>${cells.map(text).join('')}</row>`;
      const file = workbookOf(
        row('Bank', 'Account name', 'Card number', 'Amount', 'Note') +
          row('004', '王小明', card(), '1', `a${nothing}b`),
      );
      expect([0, 21_417]).toContain((await upload(file)).code);
    },
  );

  test('of fifty megabytes is not taken in at all', async () => {
    expect((await upload(Buffer.alloc(50 * 1024 * 1024, 0x31))).status).toBe(413);
  });

  test('names what is wrong with each row, and is corrected in place', async () => {
    const id = await made(
      line('100', { bank: '999' }),
      line('', { name: '' }),
      line('1.005', { card: '12' }),
      line('100', { order: 'no such number' }),
      line(),
    );
    const { bad, rows } = await view(id);
    expect(bad).toBe(4);
    expect(rows.map(({ errors }) => Object.keys(errors).toSorted())).toEqual([
      ['bank_code'],
      ['account_name', 'amount'],
      ['amount', 'card_no'],
      ['order_no'],
      [],
    ]);
    expect(rows[0]?.errors['bank_code']).toEqual(['Please select the correct bank name']);
    expect(rows[1]?.errors).toEqual({
      account_name: ['Please fill in the account name'],
      amount: ['Please fill in the amount'],
    });
    expect((await view(id, '?only=wrong&paginate=2')).rows.map(({ n }) => n)).toEqual([2, 3]);
    const refused = await look(id);
    expect([refused.code, refused.message]).toEqual([
      21_411,
      '4 rows of the batch have errors; nothing was submitted',
    ]);
    const { version } = await view(id);
    expect((await edit(id, [{ n: 2, bank_code: '005' }], version)).code).toBe(0);
    expect((await edit(id, [{ n: 3, amount: '5' }], version)).code).toBe(20_412);
    expect((await view(id)).bad).toBe(3);
  });

  test('belongs to its merchant, for those with the right', async () => {
    const id = await made(line());
    const neighbour = await tenant.merchant();
    const stranger = await enter(
      await person({
        kind: 'customerSub',
        parentId: neighbour,
        paymentPassword: payment,
        permissions: rights,
      }),
    );
    const without = await enter(
      await person({
        kind: 'customerSub',
        parentId: merchantId,
        paymentPassword: payment,
        permissions: ['payment.apply.get'],
      }),
    );
    expect((await call('GET', `/payment/apply/batches/${id}`, { token: tokenOf(stranger) })).code).toBe(404);
    expect((await look(id, {}, stranger)).code).toBe(404);
    expect((await look(id, {}, without)).code).toBe(20_403);
    expect((await upload(csv(line()), { who: without })).code).toBe(20_403);
    expect((await upload(csv(line()), { query: `customer_id=${neighbour}` })).code).toBe(404);
  });
});

describe('a batch that is submitted', () => {
  test('goes by the alias that was shown, where a channel stands under two at two prices', async () => {
    await admin.query(
      `INSERT INTO customer_method (customer_id, channel_id, alias, weight, merchant_pct, merchant_per_item, sub_agent_per_item)
       SELECT customer_id, channel_id, 'second', weight, 20, 0, sub_agent_per_item FROM customer_method
       WHERE customer_id = $1 AND channel_id IN (SELECT id FROM channel WHERE direction = 'payout')`,
      [merchantId],
    );
    const id = await made(line('100'), line('100'), line('100'), line('100'));
    const shown = (await view(id)).rows.map(({ fee }) => String(fee));
    expect(shown.toSorted()).toEqual(['15.1000', '15.1000', '20.0000', '20.0000']);
    expect((await pay(id)).code).toBe(0);
    await workBatches(here.payouts);
    expect(await view(id)).toMatchObject({ state: 'done', made: 4 });
    const { rows } = await admin.query<{ fee: bigint }>(
      `SELECT o.merchant_fee AS fee FROM payout_batch_row r JOIN payout_order o ON o.id = r.payout_id
       WHERE r.batch_id = $1 ORDER BY r.n`,
      [id],
    );
    expect(rows.map(({ fee }) => Number(fee))).toEqual(shown.map((fee) => Number(fee) * 10_000));
    await holds();
  });

  test('becomes a payout a row, each with its own number, as it was shown', async () => {
    const id = await made(line('100'), line('200', { order: `OWN-${merchantId}` }), line('300'));
    const { data } = await look(id);
    expect(Object.fromEntries(data.effect.map(({ after, field }) => [field, after]))).toMatchObject({
      count: '3',
      amount: '600.0000',
      fee: '45.6000',
      total: '645.6000',
      amount_zh: '新臺幣陸佰元整',
    });
    const key = randomUUID();
    const body = { effect_hash: data.hash };
    expect((await submit(id, body, clerk, key)).code).toBe(0);
    expect((await submit(id, body, clerk, key)).code).toBe(0);
    expect((await submit(id, body)).code).toBe(21_422);
    await workBatches(here.payouts);
    expect(await payoutsOf(id)).toMatchObject([
      { merchant_order_no: `B${id}-2`, source: 'batch', wait_reason: null },
      { merchant_order_no: `OWN-${merchantId}` },
      { merchant_order_no: `B${id}-4` },
    ]);
    expect(await view(id)).toMatchObject({ state: 'done', made: 3, count: 3, good: 0, bad: 0 });
    expect(await rooms.balances(merchantId)).toEqual({ L200: '9069.40', L230: '645.60' });
    const { rows } = await admin.query<{ after: object }>(
      "SELECT after FROM audit_log WHERE act = 'payment.apply.createBatch' AND object_id = $1",
      [id],
    );
    expect(rows).toMatchObject([{ after: { amount: '600.0000', file_rows: '3' } }]);
    await holds();
  });

  test('does not offer a row whose number a payout of the merchant has, be it one of its own', async () => {
    const [twice, before] = [`TWICE-${merchantId}`, `BEFORE-${merchantId}`];
    const earlier = await made(line('10', { order: before }));
    expect((await pay(earlier)).code).toBe(0);
    await workBatches(here.payouts);
    const id = await made(
      line('100', { order: twice }),
      line('200', { order: twice }),
      line('300', { order: before }),
      line('400'),
    );
    const used = { order_no: ['This merchant order number is already used'] };
    const errorsOf = async () => (await view(id)).rows.map(({ errors }) => errors);
    expect(await errorsOf()).toEqual([{}, used, used, {}]);
    expect((await pay(id, { good_only: true })).code).toBe(0);
    await workBatches(here.payouts);
    expect(await view(id)).toMatchObject({ made: 2, good: 0, bad: 2, sum: '0.0000' });
    expect(await errorsOf()).toEqual([{}, used, used, {}]);
  });

  test('is submitted by nobody twice, whatever is sent again, nor by two processes at once', async () => {
    const id = await made(...Array.from({ length: 12 }, () => line('10')));
    expect((await pay(id)).code).toBe(0);
    await Promise.all([workBatches(here.payouts), workBatches(here.payouts), workBatches(here.payouts)]);
    expect(await countOf()).toBe(12);
    expect((await look(id)).code).toBe(21_421);
    expect(await view(id)).toMatchObject({ made: 12 });
  });

  test('goes on where a process died between two rows', async () => {
    const id = await made(...Array.from({ length: 6 }, () => line('10')));
    expect((await pay(id)).code).toBe(0);
    let left = 3;
    const dying = {
      ...here.payouts,
      ways: {
        ...here.payouts.ways,
        find: (...asked: Parameters<typeof here.payouts.ways.find>) => {
          left -= 1;
          return left < 0
            ? Promise.reject(new Error('the process is gone'))
            : here.payouts.ways.find(...asked);
        },
      },
    };
    await workBatches(dying);
    expect(await countOf()).toBe(3);
    expect(await view(id)).toMatchObject({ state: 'running', made: 3 });
    await workBatches(here.payouts);
    expect(await countOf()).toBe(6);
    expect(await view(id)).toMatchObject({ state: 'done', made: 6 });
    await holds();
  });

  test.each<[string, (id: string) => Promise<unknown>]>([
    ['amount', (id) => edit(id, [{ n: 2, amount: '101' }])],
    ['payee', (id) => edit(id, [{ n: 2, card_no: card() }])],
    ['name', (id) => edit(id, [{ n: 2, account_name: '王大明' }])],
    ['order number', (id) => edit(id, [{ n: 2, order_no: 'ANOTHER' }])],
    [
      'fee',
      () =>
        admin.query(
          'UPDATE customer_method SET merchant_per_item = 160000 WHERE customer_id = $1 AND alias = $2',
          [merchantId, 'payout'],
        ),
    ],
  ])('is refused when an %s is not what was seen', async (_what, change) => {
    const id = await made(line());
    const { data } = await look(id);
    await change(id);
    // What is known of a merchant's prices is a second old at the most.
    await new Promise((resolve) => setTimeout(resolve, 1_100));
    expect((await submit(id, { effect_hash: data.hash })).code).toBe(20_412);
    expect(await view(id)).toMatchObject({ state: 'draft' });
  });

  test('needs payment password and a fresh code', async () => {
    const id = await made(line());
    const { data } = await look(id);
    const exact = { effect_hash: data.hash };
    expect((await submit(id, { ...exact, payment_password: 'a guess' })).code).toBe(20_434);
    expect((await submit(id, { ...exact, one_code: '000000' })).code).toBe(10_003);
    expect(await countOf()).toBe(0);
  });

  test('pays the good rows alone where somebody says so, and the others later', async () => {
    const id = await made(line('100'), line('100', { bank: '999' }));
    expect((await pay(id)).code).not.toBe(0);
    expect((await pay(id, { good_only: true })).code).toBe(0);
    await workBatches(here.payouts);
    expect((await payoutsOf(id)).map(({ n }) => n)).toEqual([2]);
    expect((await edit(id, [{ n: 2, amount: '5' }])).code).not.toBe(0);
    expect((await edit(id, [{ n: 3, bank_code: '005' }])).code).toBe(0);
    expect((await pay(id)).code).toBe(0);
    await workBatches(here.payouts);
    expect((await payoutsOf(id)).map(({ n }) => n)).toEqual([2, 3]);
  });

  test('beyond the money fails row by row, and the others stand', async () => {
    const id = await made(line('9000'), line('9000'), line('100'));
    expect((await pay(id)).code).toBe(0);
    await workBatches(here.payouts);
    const { rows } = await view(id);
    expect(rows.map(({ outcome, payout_id: payout }) => [payout !== null, outcome])).toEqual([
      [true, 'Submitted'],
      [false, 'Insufficient balance'],
      [true, 'Submitted'],
    ]);
    await holds();
  });

  test('with the same payee and amount again needs it known, row by row, with a reason', async () => {
    const twice = card();
    const id = await made(
      line('70', { card: twice }),
      line('70', { card: twice }),
      line('71', { card: twice }),
    );
    expect(await view(id)).toMatchObject({ good: 2, bad: 1, duplicates: 1 });
    expect((await view(id, '?only=duplicate')).rows.map(({ n }) => n)).toEqual([3]);
    expect((await edit(id, [{ n: 3, duplicate_known: true }])).code).toBe(0);
    const { data } = await look(id);
    expect(data.duplicates).toBe(1);
    expect((await submit(id, { effect_hash: data.hash })).errors).toHaveProperty('reason');
    expect((await submit(id, { effect_hash: data.hash, reason: 'two bills' })).code).toBe(0);
    await workBatches(here.payouts);
    expect(await payoutsOf(id)).toHaveLength(3);
    // The next file with the same payee and amount is told so too.
    const next = await made(line('70', { card: twice }));
    expect(await view(next)).toMatchObject({ duplicates: 1, bad: 1 });
  });

  test('whose kept row somebody changes behind it pays no other payee', async () => {
    const id = await made(line('100'), line('100'));
    const other = await made(line('100'));
    expect((await pay(id)).code).toBe(0);
    await admin.query(
      `UPDATE payout_batch_row SET card_sealed = (SELECT card_sealed FROM payout_batch_row WHERE batch_id = $2 LIMIT 1)
       WHERE batch_id = $1 AND n = 2`,
      [id, other],
    );
    await admin.query("UPDATE payout_batch_row SET amount = '1' WHERE batch_id = $1 AND n = 3", [id]);
    await workBatches(here.payouts);
    expect(await countOf()).toBe(0);
  });

  test.each([
    ['the maker of which', 'submitted_by = $2'],
    ['of which the second person', 'is_agreed = true, made_by = $2'],
  ])('%s somebody changes behind it pays nobody', async (_what, change) => {
    const { data } = await upload(csv(line('100')), { who: boss, query: `customer_id=${merchantId}` });
    expect((await pay(data.id, {}, boss)).code).toBe(0);
    await admin.query(`UPDATE payout_batch SET ${change} WHERE id = $1`, [data.id, second.id]);
    await workBatches(here.payouts);
    expect(await countOf()).toBe(0);
  });

  test('of one who is let go meanwhile goes no further', async () => {
    const id = await made(line('100'), line('100'));
    expect((await pay(id)).code).toBe(0);
    await admin.query("UPDATE app_user SET status = 'disabled' WHERE id = $1", [clerk.id]);
    await workBatches(here.payouts);
    expect(await countOf()).toBe(0);
  });
});

describe('a second person', () => {
  test('is asked for the whole batch when its total is his, however small its rows are', async () => {
    await here.earn(merchantId, 11);
    const id = await made(...Array.from({ length: 11 }, () => line('9500')));
    const { data } = await look(id);
    expect(data.waits).toBe(true);
    expect((await submit(id, { effect_hash: data.hash })).code).toBe(0);
    await workBatches(here.payouts);
    expect((await payoutsOf(id)).map(({ wait_reason: why }) => why)).toEqual(
      Array.from({ length: 11 }, () => 'approval'),
    );
    await here.work();
    const { rows } = await admin.query<{ stage: string }>(
      'SELECT DISTINCT o.stage FROM payout_order o WHERE o.customer_id = $1',
      [merchantId],
    );
    expect(rows).toEqual([{ stage: 'queued' }]);
  });

  test('is asked too when one sum is made into two batches', async () => {
    await here.earn(merchantId, 13);
    const half = () => made(...Array.from({ length: 6 }, () => line('9500')));
    const [one, two] = [await half(), await half()];
    expect((await pay(one)).code).toBe(0);
    await workBatches(here.payouts);
    expect((await payoutsOf(one)).every(({ wait_reason: why }) => why === null)).toBe(true);
    expect((await look(two)).data.waits).toBe(true);
    expect((await pay(two)).code).toBe(0);
    await workBatches(here.payouts);
    expect((await payoutsOf(two)).every(({ wait_reason: why }) => why === 'approval')).toBe(true);
  });

  test('lets the batch go, and never he who submitted it', async () => {
    const asked = await upload(csv(line('100'), line('200')), {
      who: boss,
      query: `customer_id=${merchantId}`,
    });
    const { id } = asked.data;
    expect((await look(id, {}, boss)).data.waits).toBe(true);
    expect((await pay(id, {}, boss)).code).toBe(0);
    await workBatches(here.payouts);
    expect(await view(id, '', boss)).toMatchObject({ made: 2, waiting: 2 });
    expect((await letGoOf(id, boss)).code).toBe(21_701);
    expect((await letGoOf(id, second)).code).toBe(0);
    await workBatches(here.payouts);
    expect(await view(id, '', boss)).toMatchObject({ waiting: 0 });
    expect((await letGoOf(id, second)).code).not.toBe(0);
  });

  test('lets none go with the batch of which somebody said that it was paid by hand, and nobody decided that', async () => {
    const { data } = await upload(csv(line('100'), line('200')), {
      who: boss,
      query: `customer_id=${merchantId}`,
    });
    expect((await pay(data.id, {}, boss)).code).toBe(0);
    await workBatches(here.payouts);
    const { rows } = await admin.query<{ payout_id: bigint }>(
      'SELECT payout_id FROM payout_batch_row WHERE batch_id = $1 ORDER BY n LIMIT 1',
      [data.id],
    );
    const id = rows[0]?.payout_id ?? 0n;
    await nobodyDecided(door, id, boss.id);
    // Somebody else is just saying so too: that is decided by no batch either.
    const again = await sayPaid(door, id, second.id);
    expect((await letGoOf(data.id, second)).code).toBe(0);
    await workBatches(here.payouts);
    expect((await payoutsOf(data.id)).map(({ wait_reason: why }) => why)).toEqual(['approval', null]);
    await endSaid(door, again, 'withdrawn');
    await workBatches(here.payouts);
    expect((await payoutsOf(data.id)).map(({ wait_reason: why }) => why)).toEqual(['approval', null]);
    expect((await letGoOf(data.id, second)).code).toBe(21_001);
    await holds();
  });

  test('lets go what he saw; what is corrected and submitted after that waits for him again', async () => {
    const asked = await upload(csv(line('100'), line('200', { bank: '999' })), {
      who: boss,
      query: `customer_id=${merchantId}`,
    });
    const { id } = asked.data;
    expect((await pay(id, { good_only: true }, boss)).code).toBe(0);
    await workBatches(here.payouts);
    expect(await view(id, '', boss)).toMatchObject({ made: 1, waiting: 1 });
    expect((await letGoOf(id, second)).code).toBe(0);
    // Before anybody works at it, its maker puts another payee in.
    expect((await edit(id, [{ n: 3, bank_code: '005', amount: '3000' }])).code).toBe(0);
    expect((await pay(id, {}, boss)).code).toBe(0);
    await workBatches(here.payouts);
    expect((await payoutsOf(id)).map(({ n, wait_reason: why }) => [n, why])).toEqual([
      [2, null],
      [3, 'approval'],
    ]);
    await workBatches(here.payouts);
    expect(await view(id, '', boss)).toMatchObject({ waiting: 1 });
    expect((await letGoOf(id, second)).code).toBe(0);
    await workBatches(here.payouts);
    expect(await view(id, '', boss)).toMatchObject({ waiting: 0 });
    await holds();
  });

  test('one payout that cannot go keeps neither its own batch waiting nor another', async () => {
    const waiting = async () => {
      const { data } = await upload(csv(line('100'), line('200'), line('300')), {
        who: boss,
        query: `customer_id=${merchantId}`,
      });
      expect((await pay(data.id, {}, boss)).code).toBe(0);
      await workBatches(here.payouts);
      return data.id;
    };
    const [one, two] = [await waiting(), await waiting()];
    for (const id of [one, two]) expect((await letGoOf(id, second)).code).toBe(0);
    await admin.query(
      `CREATE FUNCTION planted_fault() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'planted'; END $$`,
    );
    await admin.query(
      `CREATE TRIGGER planted_fault BEFORE UPDATE ON payout_order FOR EACH ROW
       WHEN (OLD.merchant_order_no = 'B${one}-3') EXECUTE FUNCTION planted_fault()`,
    );
    await workBatches(here.payouts);
    expect((await payoutsOf(one)).map(({ wait_reason: why }) => why)).toEqual([null, 'approval', null]);
    expect((await payoutsOf(two)).map(({ wait_reason: why }) => why)).toEqual([null, null, null]);
    await admin.query('DROP TRIGGER planted_fault ON payout_order');
    await admin.query('DROP FUNCTION planted_fault');
    await workBatches(here.payouts);
    expect((await payoutsOf(one)).map(({ wait_reason: why }) => why)).toEqual([null, null, null]);
    await holds();
  });
});
