import type { ApiVersion } from '@suanpan/domain/callbacks/acknowledgement';
import type { Currency } from '@suanpan/money/currency';
import type { Ticket } from '../../orders/index.ts';

/** An order as a merchant, an operator or the demo asks for it; validated, amounts in minor units. */
export interface CreateRequest {
  readonly customerId: bigint;
  readonly merchantOrderNo: string;
  readonly currency: Currency;
  readonly amount: bigint;
  readonly method: string | null;
  readonly realName: string | null;
  readonly payer: Readonly<Record<string, string>> | null;
  readonly payerLast5: string | null;
  readonly productName: string | null;
  readonly requestIp: string | null;
  readonly notifyUrl: string | null;
  readonly returnUrl: string | null;
  readonly metadata: Readonly<Record<string, string>>;
  readonly locale: string | null;
  readonly source: 'api' | 'manual' | 'demo' | 'seed';
  readonly apiVersion: ApiVersion;
  readonly isTest: boolean;
  /** SHA-256 of the canonical request: tells a replay from another order under the same number. */
  readonly requestHash: Buffer;
  readonly lifetimeS: number;
  readonly actorId: bigint | null;
  readonly requestId: string | null;
  /** Of a signed request: it is let in, or refused, in the commit that creates its order. */
  readonly ticket?: Ticket;
}

export interface CreateOutcome {
  readonly orderId: bigint;
  readonly orderNo: string;
  /** created now · replayed: the same request made it before · conflict: another request made it. */
  readonly outcome: 'created' | 'replayed' | 'conflict';
  /** The business clock at the call: the creation time of an order that was created now. */
  readonly at: Date;
}
