import { createHmac } from 'node:crypto';
import type { Act, Scenario } from './scenarios.ts';

export interface PlannedStep {
  dueAt: Date;
  act: Act;
}

/** How long the payer of a charge thinks it over: 2 to 5 seconds, always the same for the same seed and order. */
export function decisionDelayMs(seed: string, merchantOrderNo: string): number {
  const digest = createHmac('sha256', seed).update(`decision\n${merchantOrderNo}`).digest();
  return 2000 + (digest.readUInt32BE(0) % 3001);
}

/** Lays the steps of a scenario out in time; every waiting but the life of the charge is divided by the speed. */
export function planSteps(
  scenario: Scenario,
  charge: { decidedAtMs: number; expiresAt: Date },
  speed: number,
): PlannedStep[] {
  return scenario.steps.map((step) => {
    const expiry = Math.max(charge.expiresAt.getTime(), charge.decidedAtMs);
    const origin = step.from === 'expiry' ? expiry : charge.decidedAtMs;
    return { dueAt: new Date(origin + step.afterMs / speed), act: step.act };
  });
}
