import { Refusal } from '@suanpan/domain/errors';
import { refuseOrderAmount } from '@suanpan/domain/order-amount';
import { wallClock } from '../../../platform/clock.ts';
import { readUsage, sharedReason } from '../../channels/index.ts';
import type { Payouts } from '../service.ts';
import { pickWay } from '../route/choose-way.ts';
import { findOwnPayout } from '../read/own-payouts.queries.ts';
import type { ChosenWay, RoutedSubmit, SubmitOutcome, SubmitRequest } from './submit-request.ts';
import { isChannelFull } from './submit.store.ts';

const noWay: ChosenWay = { channelId: null, method: null, route: { candidates: [] }, limitedMethodId: null };

/**
 * Submits a payout, once per merchant and order number. Throws `amountOutOfRange` and `blockedPayee` for one that can never
 * be; an order that was made before is answered as it stands, whatever has changed since.
 */
export async function submitPayout(
  payouts: Payouts,
  request: SubmitRequest,
  /** The payee's account in clear, for the block lists. */
  accountNo: string,
): Promise<SubmitOutcome> {
  try {
    return await submitWhereItFits(payouts, request, accountNo);
  } catch (refusal) {
    if (!(refusal instanceof Refusal)) throw refusal;
    const { customerId, isTest, merchantOrderNo } = request;
    const own = await findOwnPayout(payouts.db.app, { customerId, isTest }, { merchantOrderNo });
    if (own === undefined) throw refusal;
    return payouts.submit.submit({ ...request, ...noWay });
  }
}

/**
 * Whoever was quicker may have taken what was left of a channel's limit: then it chooses anew, and at last without that one. What
 * stopped every channel in the same way is refused by its own name.
 */
async function submitWhereItFits(
  payouts: Payouts,
  request: SubmitRequest,
  accountNo: string,
): Promise<SubmitOutcome> {
  const full = new Set<string>();
  for (let tries = 1; ; tries += 1) {
    const { routed, take } = await routePayout(payouts, request, accountNo, undefined, full);
    take();
    try {
      const outcome = await payouts.submit.submit(routed);
      const isWithoutWay = outcome.outcome === 'refused' && outcome.refusal === 'noChannelAvailable';
      const shared = isWithoutWay ? sharedReason(routed.route.candidates) : null;
      return shared === null ? outcome : { outcome: 'refused', refusal: shared };
    } catch (error) {
      if (!isChannelFull(error) || routed.channelId === null || full.has(String(routed.channelId)))
        throw error;
      if (tries > 1) full.add(String(routed.channelId));
    }
  }
}

/**
 * Finds a payout its way. Throws `amountOutOfRange` and `blockedPayee`. `take` tells the round robin that it will go there; whoever
 * only looks leaves it where it is.
 */
export async function routePayout(
  payouts: Payouts,
  request: SubmitRequest,
  accountNo: string,
  /** The merchant's name for the channels that it may go by; any of them without one. */
  alias?: string,
  /** Channels that were full when it was given to them. */
  full: ReadonlySet<string> = new Set(),
): Promise<{ readonly routed: RoutedSubmit; readonly take: () => void }> {
  const ways = await payouts.ways.find(request.customerId, request.currency);
  refuseOrderAmount(request.amount, request.currency);
  if (ways === undefined) return { routed: { ...request, ...noWay }, take: () => {} };
  refusePayee(payouts, ways.chain.agent_id, { name: request.payee.accountName, card: accountNo });
  const channels = ways.channels.filter((row) => alias === undefined || row.alias === alias);
  const { way, weights } = pickWay(channels, {
    amount: request.amount,
    currency: request.currency,
    hasSubAgent: ways.chain.sub_agent_id !== null,
    hasMiddleman: ways.chain.middleman_id !== null,
    mayTake: mayTake(payouts, request.isTest, request.payee.bankCode),
    refused: full,
    usage: await readUsage(payouts.db.app, channels),
    exceptions: ways.exceptions,
    turns: ways.turns,
    payer: request.payee.accountName,
    at: new Date(wallClock.now().getTime() + ways.aheadMs),
  });
  return { routed: { ...request, ...way }, take: () => payouts.ways.turn(ways, weights) };
}

/** Whether a driver pays accounts of this bank, of any where none is said, and may take orders of this kind. */
export function mayTake({ channels }: Payouts, isTest: boolean, bankCode = ''): (driver: string) => boolean {
  const drivers = channels.driversFor({ isTest });
  return (driver) => channels.paysOut(driver, bankCode) && (drivers?.has(driver) ?? true);
}

/** Throws `blockedPayee` for a name or an account on a list. */
export function refusePayee(
  { gate }: Payouts,
  agentId: bigint,
  payee: { readonly name: string; readonly card: string },
): void {
  try {
    gate?.refusePayer({ agentId, ...payee });
  } catch (error) {
    throw error instanceof Refusal && error.refusal === 'blockedPayer' ? new Refusal('blockedPayee') : error;
  }
}
