import { findScenario } from './scenarios.ts';
import type { Scenario } from './scenarios.ts';

/**
 * Chooses the course of a new charge: what the call asks for, else a payer named `SIM-xx`, else the last two
 * integer digits of the amount. Null when none of them names a scenario: such a charge waits for a hand.
 */
export function chooseScenario(charge: {
  simulate?: string | undefined;
  payerName?: string | undefined;
  amount: string;
}): Scenario | null {
  if (charge.simulate !== undefined) return findScenario(charge.simulate) ?? null;
  const named = /^SIM-/i.test(charge.payerName ?? '') ? findScenario(charge.payerName ?? '') : undefined;
  if (named) return named;
  const whole = charge.amount.split('.')[0] ?? '';
  return findScenario(whole.padStart(2, '0').slice(-2)) ?? null;
}
