import type { AccountKind, Book } from '@suanpan/domain/accounts';
import type { Currency } from '@suanpan/money/currency';

/** Names one account of the chart: whose, in which currency, in which book. */
export interface AccountRef {
  readonly kind: AccountKind;
  readonly ownerId: bigint | null;
  readonly channelAccountId: bigint | null;
  readonly currency: Currency;
  readonly book: Book;
}

/** The parties whose money a journal moves; lists and scopes go by them. */
export interface Chain {
  readonly customerId: bigint | null;
  readonly agentId: bigint | null;
  readonly subAgentId: bigint | null;
  readonly middlemanId: bigint | null;
}

/** One leg: positive credits the account, negative debits it, in minor units at ledger scale. */
export interface PostingLeg {
  readonly accountId: bigint;
  readonly amount: bigint;
}

/** A balanced set of legs in one currency. `(event, refId, seq)` makes it happen once. */
export interface Journal {
  readonly event: string;
  readonly refId: bigint;
  readonly seq?: number;
  readonly book: Book;
  readonly currency: Currency;
  readonly chain: Chain;
  /** May take accounts that allow it below zero: claw-back kinds only (domain, journals/claw-back). */
  readonly clawsBack?: boolean;
  readonly reverses?: bigint;
  readonly actorId: bigint | null;
  readonly note?: string;
  readonly requestId: string | null;
  readonly legs: readonly PostingLeg[];
}

export interface PostedJournal {
  readonly journalId: bigint;
  /** The journal stood already, with the same legs; nothing was moved now. */
  readonly replayed: boolean;
}
