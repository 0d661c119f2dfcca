import type { ApprovalActName } from '@suanpan/domain/approvals';
import type { AuditKind } from '@suanpan/domain/audit/acts';
import type { AuditField } from '@suanpan/domain/audit/fields';
import type { Currency } from '@suanpan/money/currency';
import type { z } from 'zod';
import type { Tx } from '../../platform/db/transact.ts';

/** An act that may need a second person. Each module registers its own when main opens it. */
export interface ApprovalAct<Payload> {
  readonly name: ApprovalActName;
  /** Plain JSON, secrets sealed at the most: it is stored, and carried out exactly as it was submitted. */
  readonly payload: z.ZodType<Payload>;
  /**
   * What it would do now, as shown to maker and checker. Runs inside the transaction and takes the locks that
   * `perform` takes, so that nothing moves between the look and the act. Throws Refusals.
   */
  preview(tx: Tx, payload: Payload): Promise<ApprovalEffect>;
  /**
   * Does it: state, postings and outbox rows in this transaction. The mechanism writes the audit row, which names the
   * journal that is answered.
   */
  perform(tx: Tx, payload: Payload, by: ApprovalBy): Promise<{ readonly journalId: bigint } | void>;
}

export interface ApprovalEffect {
  readonly subject: { readonly kind: AuditKind; readonly id: string; readonly label: string };
  /** The senior agent whose tree it belongs to, null for the platform: decides who may see and check it. */
  readonly agentId: bigint | null;
  /** Accounts that it is about: nobody behind them decides it. */
  readonly barred?: readonly bigint[];
  readonly amount?: { readonly currency: Currency; readonly minor: bigint };
  /** On whom a day's sums are added up, where that is not the subject itself: the merchant of an order. */
  readonly sumOn?: { readonly kind: AuditKind; readonly id: string };
  /** The values are plain text, money at the ledger scale. */
  readonly rows: readonly {
    readonly field: AuditField;
    readonly before: string | null;
    readonly after: string | null;
  }[];
}

export interface ApprovalBy {
  readonly makerId: bigint;
  /** Null where nobody else was asked: below the threshold, or four eyes are switched off. */
  readonly checkerId: bigint | null;
  /** What the checker approved; null with him. */
  readonly approvalId: bigint | null;
  readonly reason: string;
  readonly requestId: string;
}

declare const registered: unique symbol;

/** An act as `register` gives it back; nothing else can be submitted. */
export type RegisteredAct<Payload> = ApprovalAct<Payload> & { readonly [registered]: true };
