import { beforeAll, describe, expect, test } from 'vitest';
import { bindRefunds } from '../src/modules/collections/index.ts';
import { openRates } from '../src/modules/rates/index.ts';
import {
  openWithdrawalRooms,
  paymentPassword,
} from '../src/modules/withdrawals/testing/open-withdrawal-rooms.ts';
import { loosen, untold } from './planted/alter-columns.ts';
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

  await loosen(admin, ['withdrawal', 'refund', 'exchange_rate']);
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
      expect((await untold(here, table, ids())).filter((name) => !isIdle(name))).toEqual([]);
    },
    300_000,
  );
});
