/** A payment that the provider confirmed when asked. */
export interface SettleRequest {
  readonly orderId: bigint;
  /** Minor units in the channel's currency. */
  readonly paidAmount: bigint;
  /** Where it was paid: an order that goes by another account now is not settled by it. */
  readonly channelAccountId: bigint;
  readonly providerOrderNo: string | null;
  /** An expired order may still be credited: the channel allows it and the payment is inside its time. */
  readonly lateAllowed: boolean;
  readonly requestId: string | null;
}

/** settled now · already settled with this amount · mismatch: other amount than asked · refused: another state. */
export type SettleOutcome = 'settled' | 'already' | 'mismatch' | 'refused';

/** A request on its way to a lane. */
export interface QueuedSettle extends SettleRequest {
  /** The order's senior agent: decides the lane. */
  readonly agentId: bigint;
  /** Everybody whose balance settling moves, the senior agent too; the merchant stands first. */
  readonly partyIds: readonly bigint[];
}
