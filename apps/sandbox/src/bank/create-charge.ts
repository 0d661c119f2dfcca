import { hash } from 'node:crypto';
import type pg from 'pg';
import { z } from 'zod';
import { inTransaction } from '../database.ts';
import { parseDecimal } from '../decimal.ts';
import { Fault } from '../http/fault.ts';
import type { BankClock } from './bank-clock.ts';
import { chargeKinds } from './charge.ts';
import type { Charge } from './charge.ts';
import { AccountTaken, findCharge, insertCharge, insertSteps } from './charges.store.ts';
import { chooseScenario } from './choose-scenario.ts';
import { issueChargeNo, issuePayment } from './issue-payment.ts';
import { decisionDelayMs, planSteps } from './plan-steps.ts';
import { findScenario } from './scenarios.ts';
import type { Scenario } from './scenarios.ts';

const amount = z
  .string()
  .refine((text) => (parseDecimal(text) ?? 0n) > 0n, 'expected a positive decimal string');
const address = z.url({ protocol: /^https?$/ }).max(512);

/** The body of a create call. */
export const createChargeInput = z.strictObject({
  merchant_order_no: z.string().regex(/^[A-Za-z0-9_-]{1,64}$/),
  amount,
  currency: z.string().regex(/^[A-Z]{3,5}$/),
  kind: z.enum(chargeKinds),
  notify_url: address,
  return_url: address.optional(),
  payer_name: z.string().max(64).optional(),
  expires_at: z.iso.datetime({ offset: true }),
  simulate: z
    .string()
    .refine((text) => findScenario(text) !== undefined, 'unknown scenario')
    .optional(),
});
export type CreateChargeInput = z.output<typeof createChargeInput>;

const drawsForAnAccount = 8;

const hashOf = (input: CreateChargeInput): string =>
  hash('sha256', JSON.stringify(Object.entries(input).sort(([a], [b]) => (a < b ? -1 : 1))), 'hex');

/**
 * Creates a charge with what its scenario has in store for it, or answers the charge the merchant already has under
 * the same order number.
 * @throws Fault 409 when that charge was asked for with another body.
 */
export async function createCharge(
  bank: { pool: pg.Pool; clock: BankClock; speed: number; seed: string; publicBase: string },
  merchantNo: string,
  input: CreateChargeInput,
  scenario: Scenario | null,
  spoken: Pick<Charge, 'dialect' | 'told'> = { dialect: 'simpay', told: {} },
): Promise<{ charge: Charge; isNew: boolean }> {
  const requestHash = hashOf(input);
  const chargeNo = issueChargeNo(bank.seed, merchantNo, input.merchant_order_no);
  const createdAt = bank.clock.now();
  const expiresAt = new Date(input.expires_at);
  const pauseMs =
    scenario?.creation === 'notify_first' ? 0 : decisionDelayMs(bank.seed, input.merchant_order_no);
  const decidedAtMs = createdAt.getTime() + pauseMs / bank.speed;
  const steps = scenario ? planSteps(scenario, { decidedAtMs, expiresAt }, bank.speed) : [];

  for (let attempt = 0; attempt < drawsForAnAccount; attempt += 1) {
    const issued = issuePayment(input.kind, { ...bank, chargeNo, attempt });
    const created = await inTransaction(bank.pool, async (client) => {
      const charge = await insertCharge(client, {
        chargeNo,
        merchantNo,
        merchantOrderNo: input.merchant_order_no,
        requestHash,
        amountMicro: parseDecimal(input.amount) ?? 0n,
        currency: input.currency,
        kind: input.kind,
        notifyUrl: input.notify_url,
        returnUrl: input.return_url ?? null,
        payerName: input.payer_name ?? null,
        expiresAt,
        createdAt,
        scenario: scenario?.code ?? null,
        payment: issued.payment,
        accountNo: issued.accountNo,
        ...spoken,
      });
      if (charge) await insertSteps(client, charge.id, steps);
      return charge;
    }).catch((error: unknown) => {
      if (error instanceof AccountTaken) return 'account taken' as const;
      throw error;
    });
    if (created === 'account taken') continue;
    if (created) return { charge: created, isNew: true };
    const earlier = await findCharge(bank.pool, merchantNo, input.merchant_order_no);
    if (earlier?.requestHash !== requestHash) {
      throw new Fault(409, 'order_conflict', 'the order number was used with another body');
    }
    return { charge: earlier, isNew: false };
  }
  throw new Error('no free account number after several draws');
}

/** The scenario of a create call, null when nothing chooses one. */
export const scenarioOf = (input: CreateChargeInput): Scenario | null =>
  chooseScenario({ simulate: input.simulate, payerName: input.payer_name, amount: input.amount });
