/** Chains over which payouts may go. Of such a payout the network stands where another has its bank's code. */
export const payoutNetworks = ['TRC20'] as const;
export type PayoutNetwork = (typeof payoutNetworks)[number];

/** Whether a payout's bank code is that of a chain: its payee is an address, and no provider is ever asked to pay it. */
export function isPayoutNetwork(bankCode: string): bankCode is PayoutNetwork {
  return (payoutNetworks as readonly string[]).includes(bankCode);
}

/**
 * Why a transaction that somebody named did not pay a payout, as the chain tells of it. failed: it moved nothing · otherToken:
 * no coin of ours was moved by it · otherSender, otherPayee, otherAmount: it was not from our address, not to the payee's, or
 * of another sum · earlier: it stood before the payout was handed over · used: it paid something else meanwhile.
 */
export const transferRefusals = [
  'failed',
  'otherToken',
  'otherSender',
  'otherPayee',
  'otherAmount',
  'earlier',
  'used',
] as const;
export type TransferRefusal = (typeof transferRefusals)[number];
