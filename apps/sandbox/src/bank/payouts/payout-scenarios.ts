/** What happens to a payout at a step, and how often the merchant is told of it. */
export interface PayoutStep {
  readonly afterMs: number;
  readonly act: 'pay' | 'fail' | 'return' | 'sayFailed';
  readonly times: number;
}

/** What goes wrong while the merchant's call is answered; the payout is taken all the same. */
export type PayoutFault = 'slow' | 'denied';

export interface PayoutScenario {
  readonly code: string;
  readonly name: string;
  readonly creation?: PayoutFault;
  readonly steps: readonly PayoutStep[];
}

const pay = (times = 1): PayoutStep => ({ afterMs: 3_000, act: 'pay', times });
const fail: PayoutStep = { afterMs: 3_000, act: 'fail', times: 1 };

/** The courses a payout can take; the code is also the last two integer digits of an amount. */
export const payoutScenarios: readonly PayoutScenario[] = [
  { code: '00', name: 'paid', steps: [pay()] },
  { code: '01', name: 'rejected', steps: [fail] },
  { code: '02', name: 'wrong_name', steps: [fail] },
  { code: '03', name: 'no_funds', steps: [fail] },
  { code: '04', name: 'processing', steps: [] },
  { code: '05', name: 'returned', steps: [pay(), { afterMs: 8_000, act: 'return', times: 1 }] },
  { code: '06', name: 'slow_create', creation: 'slow', steps: [pay()] },
  { code: '07', name: 'notified_often', steps: [pay(4)] },
  { code: '08', name: 'failed_after_paid', steps: [pay(), { afterMs: 6_000, act: 'sayFailed', times: 1 }] },
  { code: '09', name: 'denied_and_paid', creation: 'denied', steps: [pay()] },
];

export function findPayoutScenario(wanted: string): PayoutScenario | undefined {
  const plain = wanted.trim().toLowerCase();
  return payoutScenarios.find(({ code, name }) => code === plain || name === plain);
}

/** What the call asks for, else the last two integer digits of the amount; every other payout is paid. */
export function choosePayoutScenario(simulate: string | undefined, amount: string): PayoutScenario {
  const digits = (amount.split('.')[0] ?? '').padStart(2, '0').slice(-2);
  const [paid] = payoutScenarios;
  const found = findPayoutScenario(simulate ?? '') ?? findPayoutScenario(digits) ?? paid;
  if (found === undefined) throw new Error('There are no scenarios of payouts');
  return found;
}
