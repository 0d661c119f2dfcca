import { oneMajorMicro } from '../decimal.ts';
import type { Charge, ChargeEvent } from './charge.ts';
import type { Act } from './scenarios.ts';

/** What an act changes on a charge and tells about it. */
export interface Decision {
  change?: Pick<Charge, 'status' | 'paidMicro' | 'paidAt' | 'simulated'>;
  /** What the bank books; test payments move no money. */
  entry?: { kind: 'payment' | 'reversal'; amountMicro: bigint };
  /** The event told to the merchant, null when there is nothing to tell. */
  event: ChargeEvent | null;
}

const paidAmount = (charge: Charge, act: Extract<Act, { do: 'pay' }>): bigint => {
  if (act.amountMicro !== undefined) return BigInt(act.amountMicro);
  if (act.difference === 1) return charge.amountMicro + oneMajorMicro;
  if (act.difference === undefined) return charge.amountMicro;
  // An underpayment never reaches zero, however small the charge.
  return charge.amountMicro > oneMajorMicro
    ? charge.amountMicro - oneMajorMicro
    : (charge.amountMicro + 1n) / 2n;
};

/**
 * Decides what an act does to a charge. Money is booked once: paying what is paid only tells the same event again,
 * and failing what is paid tells a failure that did not happen, which is the fault of scenario 08.
 */
export function decide(charge: Charge, act: Act, now: Date): Decision {
  switch (act.do) {
    case 'pay': {
      if (charge.status === 'paid') return { event: 'paid' };
      if (charge.status === 'reversed') return { event: null };
      const amountMicro = paidAmount(charge, act);
      const simulated = act.simulated === true;
      const change = { status: 'paid' as const, paidMicro: amountMicro, paidAt: now, simulated };
      return {
        change,
        event: 'paid',
        ...(simulated ? {} : { entry: { kind: 'payment' as const, amountMicro } }),
      };
    }
    case 'fail': {
      if (charge.status === 'paid') return { event: 'failed' };
      if (charge.status !== 'pending') return { event: null };
      return {
        change: { status: 'failed', paidMicro: null, paidAt: null, simulated: false },
        event: 'failed',
      };
    }
    case 'reverse': {
      if (charge.status !== 'paid') return { event: null };
      const { paidMicro, paidAt, simulated } = charge;
      const entry = { kind: 'reversal' as const, amountMicro: -(paidMicro ?? 0n) };
      return {
        change: { status: 'reversed', paidMicro, paidAt, simulated },
        event: 'reversed',
        ...(simulated ? {} : { entry }),
      };
    }
    case 'announce_stranger':
      return { event: 'stranger' };
  }
}
