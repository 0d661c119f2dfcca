import { foldName } from '../names/fold-name.ts';
import type { TimeWindow } from './time-window.ts';
import { isOpenAt } from './time-window.ts';

/** A rule of a merchant that overrules his polling. A condition that is null holds. */
export interface RouteException {
  /** Minor units, both ends inside. */
  readonly amountMin: bigint | null;
  readonly amountMax: bigint | null;
  /** The payer of a collection or the payee of a payout, as `foldName` leaves it. */
  readonly payer: string | null;
  readonly hours: TimeWindow | null;
  readonly act: 'force' | 'exclude';
  readonly channelId: string;
  /** From then on it counts no more. */
  readonly until: Date | null;
}

interface OrderAsked {
  readonly amount: bigint;
  readonly payer: string | null;
  readonly at: Date;
}

/** The rule that decides about an order: the first whose conditions all hold, and no other after it. */
export function decidingException<Rule extends RouteException>(
  rules: readonly Rule[],
  order: OrderAsked,
): Rule | undefined {
  const payer = order.payer === null ? null : foldName(order.payer);
  return rules.find(
    (rule) =>
      (rule.until === null || order.at < rule.until) &&
      (rule.amountMin === null || order.amount >= rule.amountMin) &&
      (rule.amountMax === null || order.amount <= rule.amountMax) &&
      (rule.payer === null || rule.payer === payer) &&
      (rule.hours === null || isOpenAt([rule.hours], order.at)),
  );
}
