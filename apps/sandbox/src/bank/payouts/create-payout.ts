import { createHmac, hash } from 'node:crypto';
import { z } from 'zod';
import { inTransaction } from '../../database.ts';
import { parseDecimal } from '../../decimal.ts';
import { Fault } from '../../http/fault.ts';
import type { Bank } from '../bank.ts';
import type { Payout } from './payout.ts';
import { choosePayoutScenario, findPayoutScenario } from './payout-scenarios.ts';
import type { PayoutScenario } from './payout-scenarios.ts';
import { findPayout, insertPayout, insertPayoutSteps } from './payouts.store.ts';

/** The body of a payout call. */
export const createPayoutInput = z.strictObject({
  merchant_order_no: z.string().regex(/^[A-Za-z0-9_-]{1,64}$/),
  amount: z.string().refine((text) => (parseDecimal(text) ?? 0n) > 0n, 'expected a positive decimal string'),
  currency: z.string().regex(/^[A-Z]{3,5}$/),
  bank_code: z.string().regex(/^\d{3}$/),
  account_no: z.string().regex(/^\d{6,20}$/),
  account_name: z.string().min(1).max(64),
  branch: z.string().max(200).optional(),
  memo: z.string().max(200).optional(),
  notify_url: z.url({ protocol: /^https?$/ }).max(512),
  simulate: z
    .string()
    .refine((text) => findPayoutScenario(text) !== undefined, 'unknown scenario')
    .optional(),
});
export type CreatePayoutInput = z.output<typeof createPayoutInput>;

/**
 * Takes a payout with what its scenario has in store for it, or answers the one that the merchant already has under the same
 * number.
 * @throws Fault 409 when that one was asked for with another body.
 */
export async function createPayout(
  bank: Pick<Bank, 'pool' | 'clock' | 'speed' | 'seed'>,
  merchantNo: string,
  input: CreatePayoutInput,
): Promise<{ readonly payout: Payout; readonly isNew: boolean; readonly scenario: PayoutScenario }> {
  const scenario = choosePayoutScenario(input.simulate, input.amount);
  const requestHash = hash(
    'sha256',
    JSON.stringify(Object.entries(input).toSorted(([a], [b]) => a.localeCompare(b))),
    'hex',
  );
  const createdAt = bank.clock.now();
  const digest = createHmac('sha256', bank.seed).update(`payout\n${merchantNo}\n${input.merchant_order_no}`);
  const created = await inTransaction(bank.pool, async (client) => {
    const payout = await insertPayout(client, {
      payoutNo: `PO${digest.digest('hex').slice(0, 16).toUpperCase()}`,
      merchantNo,
      merchantOrderNo: input.merchant_order_no,
      requestHash,
      amountMicro: parseDecimal(input.amount) ?? 0n,
      currency: input.currency,
      bankCode: input.bank_code,
      accountNo: input.account_no,
      accountName: input.account_name,
      notifyUrl: input.notify_url,
      createdAt,
      scenario: scenario.code,
    });
    const steps = scenario.steps.map((step) => ({
      step,
      dueAt: new Date(createdAt.getTime() + step.afterMs / bank.speed),
    }));
    if (payout) await insertPayoutSteps(client, payout.id, steps);
    return payout;
  });
  if (created) return { payout: created, isNew: true, scenario };
  const earlier = await findPayout(bank.pool, merchantNo, input.merchant_order_no);
  if (earlier?.requestHash !== requestHash) {
    throw new Fault(409, 'order_conflict', 'the number was used with another body');
  }
  return { payout: earlier, isNew: false, scenario };
}
