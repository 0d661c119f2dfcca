/** A payout that its provider says it paid, when asked. */
export interface PaidRequest {
  readonly orderId: bigint;
  /** Minor units in the payout's currency. */
  readonly paidAmount: bigint;
  /** Which account paid. */
  readonly channelAccountId: bigint;
  readonly providerOrderNo: string;
  readonly requestId: string | null;
}

/**
 * paid now · already paid before · mismatch: another amount than was ordered · late: its hold was given back · refused: never
 * sent there, or of another state.
 */
export type PaidOutcome = 'paid' | 'already' | 'mismatch' | 'late' | 'refused';

/** A request on its way to a lane. */
export interface QueuedPaid extends PaidRequest {
  /** The order's senior agent: decides the lane. */
  readonly agentId: bigint;
  /** Everybody whose balance paying moves; the merchant stands first. */
  readonly partyIds: readonly bigint[];
}
