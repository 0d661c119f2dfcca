import type pg from 'pg';
import { inTransaction } from '../database.ts';
import type { BankClock } from './bank-clock.ts';
import type { Charge } from './charge.ts';
import { deleteSteps, insertSteps, saveScenario } from './charges.store.ts';
import { performDueSteps } from './perform-steps.ts';
import { planSteps } from './plan-steps.ts';
import type { Act, Scenario } from './scenarios.ts';

interface Bank {
  pool: pg.Pool;
  clock: BankClock;
  speed: number;
}

/** With another amount, the payer pays that instead of what the scenario says. */
const withAmount = (act: Act, amountMicro: bigint | null): Act =>
  act.do === 'pay' && amountMicro !== null ? { ...act, amountMicro: amountMicro.toString() } : act;

/**
 * Sends an existing charge on the course of a scenario, at once and without the payer's pause; what an earlier
 * scenario still had in store is dropped. Answers the charge after the first step.
 */
export async function takeCourse(
  bank: Bank,
  charge: Charge,
  scenario: Scenario,
  amountMicro: bigint | null,
): Promise<Charge> {
  await inTransaction(bank.pool, async (client) => {
    await client.query('select 1 from sandbox_bank.charge where id = $1 for update', [charge.id]);
    const decidedAtMs = bank.clock.now().getTime();
    const steps = planSteps(scenario, { decidedAtMs, expiresAt: charge.expiresAt }, bank.speed);
    await deleteSteps(client, charge.id);
    await saveScenario(client, charge.id, scenario.code);
    await insertSteps(
      client,
      charge.id,
      steps.map((step) => ({ ...step, act: withAmount(step.act, amountMicro) })),
    );
  });
  return performDueSteps(bank, charge.id);
}
