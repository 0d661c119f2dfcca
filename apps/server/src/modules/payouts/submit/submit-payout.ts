import { Refusal } from '@suanpan/domain/errors';
import { refuseOrderAmount } from '@suanpan/domain/order-amount';
import { businessNow } from '../../../platform/clock.ts';
import type { Payouts } from '../service.ts';
import { pickWay } from '../route/choose-way.ts';
import { findOwnPayout } from '../read/own-payouts.queries.ts';
import type { ChosenWay, SubmitOutcome, SubmitRequest } from './submit-request.ts';

const noWay: ChosenWay = { channelId: null, method: null, route: { candidates: [] } };

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
  const ways = await payouts.ways.find(request.customerId, request.currency);
  try {
    refuseOrderAmount(request.amount, request.currency);
    if (ways !== undefined) {
      refusePayee(payouts, ways.chain.agent_id, { name: request.payee.accountName, card: accountNo });
    }
  } catch (refusal) {
    const { customerId, isTest, merchantOrderNo } = request;
    const own = await findOwnPayout(payouts.db.app, { customerId, isTest }, { merchantOrderNo });
    if (own === undefined) throw refusal;
  }
  if (ways === undefined) return payouts.submit.submit({ ...request, ...noWay });
  const { way, weights } = pickWay(ways.channels, {
    amount: request.amount,
    currency: request.currency,
    hasSubAgent: ways.chain.sub_agent_id !== null,
    hasMiddleman: ways.chain.middleman_id !== null,
    mayTake: mayTake(payouts, request.isTest),
    refused: new Set(),
    at: await businessNow(payouts.db.app),
  });
  payouts.ways.turn(ways, weights);
  return payouts.submit.submit({ ...request, ...way });
}

/** Whether a driver pays others, and may take orders of this kind. */
export function mayTake({ channels }: Payouts, isTest: boolean): (driver: string) => boolean {
  const drivers = channels.driversFor({ isTest });
  return (driver) => channels.paysOut(driver) && (drivers?.has(driver) ?? true);
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
