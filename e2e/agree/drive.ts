import { approveDeposit, applyDeposit } from '@suanpan/contract/endpoints/deposits';
import { payoutSetting, updatePayoutSetting } from '@suanpan/contract/endpoints/payout-setting';
import { randomUUID } from 'node:crypto';
import { openPayoutDesk } from '../browser/testing/payout-desk.ts';
import { enterAs } from '../harness/back-office.ts';
import { moveClockBy } from '../harness/business-clock.ts';
import type { AdminDatabase } from '../harness/database.ts';
import { Merchant, newOrderNo } from '../harness/merchant.ts';
import type { ServerView } from '../harness/server-view.ts';
import { unusedCode } from '../harness/unused-code.ts';
import { until } from '../harness/until.ts';

/** How much is driven through the product; whatever does not end by itself within the time fails. */
export interface Traffic {
  readonly orders: number;
  readonly payouts: number;
  readonly refunds: number;
  readonly withinMs: number;
}

/** Courses of collections that the bank takes at once, by the last two digits of the amount; 50 is nobody's. */
const quick = ['00', '01', '02', '03', '04', '05', '06', '07', '08', '09', '13', '14', '15', '50'] as const;
/** Those in which the call itself goes wrong: some of each, since the caller waits for his answer. */
const slow = ['10', '11', '12', '16'] as const;
const slowEach = 2;
const payoutCourses = ['00', '01', '02', '03', '04', '05', '06', '07', '08', '09'] as const;
const merchants = ['qingniao', 'shanhai', 'xingji', 'zaojiao', 'dianjing', 'hailan'] as const;
/** Below the rate of a key. */
const atOnce = 8;
const payer = 'xingji';

/** Makes the traffic and lets the payers' time pass; answers the numbers of what was asked for. */
export async function drive(
  server: ServerView,
  product: AdminDatabase,
  traffic: Traffic,
): Promise<{ readonly orders: readonly string[]; readonly payouts: readonly string[] }> {
  const shops = merchants.map((name) => new Merchant(server.url, server.account(name)));
  const courses = slow.flatMap((code) => Array<string>(slowEach).fill(code));
  for (let n = 0; courses.length < traffic.orders; n += 1) courses.push(quick[n % quick.length] ?? '50');
  const orders = courses.map(() => newOrderNo());
  const waiting = [...courses.entries()];
  const client = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const [n, code] = next;
      const draft = { order_no: orders[n] ?? '', amount: `${10 + (n % 80)}${code}.00`, method: 'qr' };
      const shop = shops[n % shops.length];
      const answer = await shop?.create(draft);
      // A call that ended in no answer made the order all the same.
      if (answer === undefined || (answer.status !== 201 && answer.status !== 504))
        throw new Error(`An order was not made: ${answer?.status} ${answer?.text}`);
    }
  };
  const payouts = await payOut(server, product, traffic.payouts);
  await Promise.all(Array.from({ length: atOnce }, client));
  await until('what is paid in time was heard of', () => isCalm(product, orders), {
    withinMs: traffic.withinMs,
  });
  await moveClockBy(server.url, 16 * 60_000);
  return { orders, payouts };
}

/** Whether nobody waits for a notice of what the bank pays by itself: what still waits is not paid, or never told of. */
async function isCalm(product: AdminDatabase, orders: readonly string[]): Promise<boolean> {
  const [row] = await product.query<{ n: string }>(
    `SELECT count(*) AS n FROM collection_order
     WHERE merchant_order_no = ANY ($1) AND status = 'pending'
       AND (order_amount / 10000) % 100 IN (0, 4, 5, 6, 7, 8, 9, 12, 14, 15)`,
    [orders],
  );
  return row?.n === '0';
}

async function payOut(server: ServerView, product: AdminDatabase, many: number): Promise<string[]> {
  await topUp(server, '20000000');
  await letBusyHoursPass(server);
  const desk = await openPayoutDesk(server, product, payer);
  const numbers: string[] = [];
  for (let n = 0; n < many; n += 1) {
    const code = payoutCourses[n % payoutCourses.length] ?? '00';
    numbers.push((await desk.place(`${10 + (n % 80)}${code}.00`, true)).orderNo);
  }
  return numbers;
}

/** So many in one hour wait for a person by the rule of a merchant's busiest hour, and a person has one code in thirty seconds. */
async function letBusyHoursPass(server: ServerView): Promise<void> {
  const platform = await enterAs(server.url, 'admin.lin');
  const { own, version } = await platform.call(payoutSetting, { currency: 'TWD' });
  const velocity = own.velocity.map((rule) => (rule.by === 'merchant' ? { ...rule, factor: 0 } : rule));
  await platform.call(updatePayoutSetting, { ...own, velocity, currency: 'TWD', version });
}

/** Money that pays others: a merchant says that he wired it, and the platform found it. */
async function topUp(server: ServerView, amount: string): Promise<void> {
  const office = await enterAs(server.url, payer);
  const { id } = await office.call(
    applyDeposit,
    { amount, currency: 'TWD', method: 'bank', payer_last5: '40917' },
    { idempotencyKey: randomUUID() },
  );
  const operator = server.account('admin.lin');
  const platform = await enterAs(server.url, operator.username);
  await platform.call(
    approveDeposit,
    {
      id,
      reason: 'seen on the statement',
      payment_password: operator.payment_password ?? '',
      one_code: await unusedCode(server, operator),
    },
    { idempotencyKey: randomUUID() },
  );
}

/** Pays back some of the orders that were paid, through the doors, as two people of the platform do. */
export async function payBack(
  product: AdminDatabase,
  orders: readonly string[],
  many: number,
): Promise<void> {
  const people = await product.query<{ id: string }>(
    "SELECT id FROM app_user WHERE username IN ('admin.lin', 'admin.chen') ORDER BY username DESC",
  );
  const [maker, checker] = people.map(({ id }) => id);
  // What the refund takes beside the order's own money is there where he was topped up.
  const paid = await product.query<{ id: string; amount: string }>(
    `SELECT o.id, o.pay_amount / 2 AS amount FROM collection_order o JOIN app_user u ON u.id = o.customer_id
     WHERE o.merchant_order_no = ANY ($1) AND o.status = 'success' AND u.username = $2 ORDER BY o.id LIMIT $3`,
    [orders, payer, many],
  );
  for (const { amount, id } of paid) {
    const [refund] = await product.query<{ id: string }>(
      "SELECT refund_collection($1, $2, $3, NULL, 'agree', NULL) AS id",
      [id, amount, maker],
    );
    await product.query("SELECT refund_send($1, $2, 'agree', NULL)", [refund?.id, maker]);
    await product.query("SELECT refund_confirm($1, $2, $3, 'agree', NULL)", [
      refund?.id,
      `AGREE-${id}`,
      checker,
    ]);
  }
}
