import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { prove } from '../../src/modules/ledger/index.ts';
import { cancelPayout } from '../../src/modules/payouts/index.ts';
import { testDatabase } from '../database.ts';
import { openMoneyRooms } from '../money-rooms.ts';
import { openPayoutRooms } from '../payout-rooms.ts';
import { createTenant } from '../tenant.ts';
import type { Tenant } from '../tenant.ts';

// Random payouts with a random bank, against a model that knows nothing of the product: it keeps whole dollars and their
// ten-thousandths, and what each payout and the bank's side of it came to.

const base = await testDatabase();
const rooms = await openMoneyRooms(base);
const here = await openPayoutRooms(base, rooms);
let tenant: Tenant;
beforeAll(async () => {
  tenant = await createTenant(base, { provider: rooms.bank });
});

const dollar = 10_000n;
/** 0.1 % and 15, on top of what the payee gets. */
const feeOf = (amount: bigint): bigint => amount / 1_000n + 15n * dollar;
/** What the provider keeps of a payment that was booked after its hold had gone back. */
const cost = 8n * dollar;

interface Modelled {
  readonly id: bigint;
  readonly orderNo: string;
  readonly amount: bigint;
  status: 'processing' | 'paid' | 'rejected' | 'rejected_reversed' | 'insufficient_balance';
  isSent: boolean;
  /** It was paid after its hold had gone back. */
  isLate: boolean;
  bank: 'none' | 'processing' | 'paid' | 'failed' | 'returned';
}

interface Model {
  readonly merchantId: bigint;
  available: bigint;
  held: bigint;
  owed: bigint;
  readonly payouts: Modelled[];
}

const manners = ['answer', 'cut', 'error', 'garbage', 'deny', 'refuse', 'lost'] as const;
type Step =
  | { readonly do: 'submit'; readonly dollars: number }
  | { readonly do: 'work'; readonly manner: (typeof manners)[number] }
  | { readonly do: 'pay' | 'fail' | 'return' | 'tell' | 'late' | 'cancel'; readonly which: number };

const steps: fc.Arbitrary<readonly Step[]> = fc.array(
  fc.oneof(
    {
      weight: 4,
      arbitrary: fc.record({
        do: fc.constant('submit' as const),
        dollars: fc.integer({ min: 1, max: 6_000 }),
      }),
    },
    {
      weight: 4,
      arbitrary: fc.record({
        do: fc.constant('work' as const),
        manner: fc.constantFrom(...manners, 'answer', 'answer', 'answer'),
      }),
    },
    {
      weight: 8,
      arbitrary: fc.record({
        do: fc.constantFrom('pay', 'fail', 'return', 'tell', 'tell', 'late', 'cancel'),
        which: fc.nat(2),
      }),
    },
  ),
  { minLength: 15, maxLength: 45 },
);

function giveBack(model: Model, payout: Modelled): void {
  model.held -= payout.amount + feeOf(payout.amount);
  model.available += payout.amount + feeOf(payout.amount);
}

/** The product hears what the bank has of a payout. */
function hear(model: Model, payout: Modelled): void {
  if (payout.bank === 'paid' || payout.bank === 'returned') {
    if (payout.status === 'processing') {
      payout.status = 'paid';
      model.held -= payout.amount + feeOf(payout.amount);
    } else if (payout.status === 'rejected' && payout.bank === 'paid') {
      payout.status = 'paid';
      payout.isLate = true;
      const due = payout.amount + cost;
      const paid = due < model.available ? due : model.available;
      model.available -= paid;
      model.owed += due - paid;
    }
  }
  if (payout.bank === 'returned' && payout.status === 'paid' && !payout.isLate) {
    payout.status = 'rejected_reversed';
    model.available += payout.amount + feeOf(payout.amount);
  }
  if (payout.bank === 'failed' && payout.status === 'processing') {
    payout.status = 'rejected';
    giveBack(model, payout);
  }
}

async function play(model: Model, step: Step): Promise<void> {
  if (step.do === 'submit') return submit(model, BigInt(step.dollars) * dollar);
  if (step.do === 'work') return work(model, step.manner);
  // Only what a bank has can be paid or told of; only what it has not can be taken back.
  const among = model.payouts.filter(({ bank }) => (bank === 'none') === (step.do === 'cancel'));
  const payout = among[step.which % Math.max(1, among.length)];
  if (payout === undefined) return;
  if (step.do === 'late') {
    // The bank says that it failed, and pays it all the same.
    for (const act of ['fail', 'tell', 'pay', 'tell'] as const) await play(model, { ...step, do: act });
    return;
  }
  if (step.do === 'cancel') {
    const isTaken = await cancelPayout(here.payouts, payout.id, {
      actorId: model.merchantId,
      requestId: 'model',
    }).then(
      () => true,
      () => false,
    );
    const isFree = payout.status === 'processing' && !payout.isSent;
    expect(isTaken).toBe(isFree);
    if (isFree) {
      payout.status = 'rejected';
      giveBack(model, payout);
    }
    return;
  }
  if (step.do === 'tell') {
    await here.tell(await here.payout(payout.id), { eventId: `model-${Math.random()}`.slice(0, 40) });
    hear(model, payout);
    return;
  }
  const bank = rooms.bank.payout(payout.orderNo);
  // A bank that said failed may pay all the same, and pays nothing twice.
  if (step.do === 'pay' && (payout.bank === 'processing' || payout.bank === 'failed')) bank.status = 'paid';
  if (step.do === 'fail' && payout.bank === 'processing') bank.status = 'failed';
  if (step.do === 'return' && payout.bank === 'paid') {
    Object.assign(bank, { status: 'returned', returnedAmount: bank.request['amount'] });
  }
  payout.bank = bank.status;
}

async function submit(model: Model, amount: bigint): Promise<void> {
  const outcome = await here.submit(model.merchantId, { amount });
  if (model.owed > 0n) {
    expect(outcome).toEqual({ outcome: 'refused', refusal: 'receivableOutstanding' });
    return;
  }
  const total = amount + feeOf(amount);
  const isCovered = total <= model.available;
  expect(outcome.outcome).toBe(isCovered ? 'created' : 'poor');
  if (outcome.outcome !== 'created' && outcome.outcome !== 'poor') return;
  if (isCovered) {
    model.available -= total;
    model.held += total;
  }
  model.payouts.push({
    id: outcome.orderId,
    orderNo: outcome.orderNo,
    amount,
    status: isCovered ? 'processing' : 'insufficient_balance',
    isSent: false,
    isLate: false,
    bank: 'none',
  });
}

/** Everything that is due: what was sent is asked about, and what was not is sent, the bank taking it so. */
async function work(model: Model, manner: (typeof manners)[number]): Promise<void> {
  rooms.bank.takeCreates = manner;
  await here.work();
  rooms.bank.takeCreates = 'answer';
  for (const payout of model.payouts) {
    if (payout.status !== 'processing') continue;
    if (payout.isSent) {
      hear(model, payout);
    } else if (model.owed === 0n) {
      payout.isSent = true;
      if (manner === 'refuse') {
        payout.status = 'rejected';
        giveBack(model, payout);
      } else if (manner !== 'lost') {
        payout.bank = 'processing';
      }
    }
  }
}

const inTenThousandths = (text: string | undefined): bigint =>
  BigInt(
    ((text ?? '0.00').includes('.') ? (text ?? '0.00') : `${text}.00`).replace(
      /\.(\d+)$/,
      (_, digits: string) => digits.padEnd(4, '0'),
    ),
  );

test('whatever happens, the merchant has what the model says, and every payout is where the model has it', async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (played) => {
      const merchantId = await tenant.merchant();
      await here.channel(tenant, [merchantId]);
      await here.earn(merchantId);
      const model: Model = { merchantId, available: 9_715n * dollar, held: 0n, owed: 0n, payouts: [] };
      for (const step of played) await play(model, step);
      const balances = await rooms.balances(merchantId);
      expect({
        available: inTenThousandths(balances['L200']),
        held: inTenThousandths(balances['L230']),
        owed: -inTenThousandths(balances['A130']),
      }).toEqual({ available: model.available, held: model.held, owed: model.owed });
      for (const payout of model.payouts) {
        expect((await here.payout(payout.id)).status).toBe(payout.status);
      }
      // The bank has each of them once, under one number.
      const numbers = [...rooms.bank.payouts.keys()];
      for (const { bank, orderNo } of model.payouts) {
        expect(numbers.filter((number) => number.startsWith(orderNo))).toHaveLength(bank === 'none' ? 0 : 1);
      }
      // What was left open belongs to this run alone.
      await base.admin.query('DELETE FROM payout_work');
    }),
    { numRuns: 25 },
  );
  await base.admin.query(
    `INSERT INTO payout_work (order_id, next_at) SELECT id, now() FROM payout_order
     WHERE stage IN ('verifying', 'submitted', 'unknown') OR (stage = 'queued' AND wait_reason IS NULL)
     ON CONFLICT DO NOTHING`,
  );
  expect((await prove(base.database)).checks.filter(({ passed }) => !passed)).toEqual([]);
});
