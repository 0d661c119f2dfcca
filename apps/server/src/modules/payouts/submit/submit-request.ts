import type { ApiVersion } from '@suanpan/domain/callbacks/acknowledgement';
import type { ErrorName } from '@suanpan/domain/errors';
import type { PayoutStage, PayoutWait } from '@suanpan/domain/states/payout';
import type { Currency } from '@suanpan/money/currency';
import type { Route } from '../../channels/index.ts';
import type { Ticket } from '../../orders/index.ts';

/** Whom a payout pays, as it is kept: the account sealed, findable by its keyed hash, and shown masked. */
export interface KeptPayee {
  readonly accountName: string;
  readonly bankCode: string;
  readonly branch: string | null;
  readonly cardSealed: string;
  readonly cardHash: string;
  readonly cardShown: string;
  /** By which the database finds name and account on the block lists; null where the payee has no name. */
  readonly nameMark: string | null;
  readonly cardMark: string;
}

/** A payout as a merchant or a person asks for it; validated, the amount in minor units. */
export interface SubmitRequest {
  readonly customerId: bigint;
  readonly merchantOrderNo: string;
  readonly currency: Currency;
  readonly amount: bigint;
  readonly payee: KeptPayee;
  readonly memo: string | null;
  readonly metadata: Readonly<Record<string, string>>;
  readonly notifyUrl: string | null;
  readonly locale: string | null;
  readonly source: 'api' | 'manual' | 'batch' | 'seed';
  readonly apiVersion: ApiVersion;
  /** The key that signed it; null where a person submits. */
  readonly apiKeyId: bigint | null;
  /** The account that submits it by hand; null for a key. */
  readonly personId: bigint | null;
  readonly isTest: boolean;
  /** Of the body's meaning: the same number with another one is a conflict. */
  readonly requestHash: Buffer;
  readonly requestIp: string | null;
  readonly requestId: string | null;
  /**
   * False where a second person is wished for before it leaves. Whether one has to agree is read by the database itself:
   * true does without nobody.
   */
  readonly isAgreed: boolean;
  /** Whoever submits it knows that the same payee got the same amount lately. */
  readonly isDuplicateKnown: boolean;
  /** Of a signed request: it is let in, or refused, in the commit that submits it. */
  readonly ticket?: Ticket;
}

/** The way that routing chose; none where it found none, which a repeated request does not mind. */
export interface ChosenWay {
  readonly channelId: bigint | null;
  readonly method: string | null;
  readonly route: Route;
  /** The merchant's use of a channel with limits, in which the payout reserves its part; null where there are none. */
  readonly limitedMethodId: bigint | null;
}

export type RoutedSubmit = SubmitRequest & ChosenWay;

/**
 * What submitting came to. poor: kept as insufficient_balance, the number is used up · conflict: another request used the
 * number · refused: nothing is kept.
 */
export type SubmitOutcome =
  | {
      readonly outcome: 'created' | 'poor';
      readonly orderId: bigint;
      readonly orderNo: string;
      readonly stage: PayoutStage | null;
      readonly waitReason: PayoutWait | null;
      readonly merchantFee: bigint;
      readonly at: Date;
    }
  | { readonly outcome: 'replayed' | 'conflict'; readonly orderId: bigint }
  | { readonly outcome: 'refused'; readonly refusal: ErrorName };
