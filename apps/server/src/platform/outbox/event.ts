/** News as a relay tells it. */
export interface OutboxEvent {
  readonly id: bigint;
  readonly kind: string;
  readonly subject: string;
  readonly payload: unknown;
  readonly createdAt: Date;
}
