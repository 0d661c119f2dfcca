import type { Currency } from '@suanpan/money/currency';
import type { ApprovalActName, ApprovalState } from './approvals.ts';
import type { AuditFinding } from './audit/findings.ts';
import type { CollectionNews, RefundNews } from './collection-news.ts';
import type { PayoutNews } from './payout-news.ts';
import type { WithdrawalStatus } from './states/withdrawal.ts';

interface OfUser {
  readonly user_id: string;
}

/** What `collection_change()` of the database says of a settled order: whatever can change, and whom it concerns. */
export type SettledNews = Pick<
  CollectionNews,
  | 'order_id'
  | 'customer_id'
  | 'agent_id'
  | 'sub_agent_id'
  | 'status'
  | 'paid_amount'
  | 'fee'
  | 'credited_amount'
  | 'refund_status'
  | 'completed_at'
  | 'test'
>;

/** A submission that waits for its second person, or does not wait any more. */
export interface ApprovalNews {
  readonly approval_id: string;
  readonly act: ApprovalActName;
  readonly state: ApprovalState;
  readonly maker_id: string;
  readonly agent_id: string | null;
  /** Whom it is about; told while it waits. */
  readonly label?: string;
}

/**
 * What modules tell each other: each event in the past tense, with its payload as plain JSON; ids and amounts are decimal
 * text. `npm run check` refuses an event that nobody emits or nobody hears.
 */
export interface Events {
  readonly 'access.changed': { readonly user_ids: readonly string[] };
  readonly 'admin.recovery': { readonly username: string; readonly state: string; readonly at: string };
  /** What a rule asks about has become true; `value` and `mark` are decimals in the metric's unit. */
  readonly 'alert.fired': {
    readonly rule_id: string;
    readonly name: string;
    readonly shipped: string | null;
    readonly metric: string;
    readonly label: string;
    readonly value: string;
    readonly bound: 'under' | 'over';
    readonly mark: string;
    readonly sound: boolean;
  };
  /** A list finds more than its owner wants to find there; `search` is the address of the list as JSON. */
  readonly 'watch.fired': OfUser & {
    readonly name: string;
    readonly list: string;
    readonly search: string;
    readonly found: string;
    readonly mark: string;
    readonly sound: boolean;
  };
  readonly 'approval.ended': ApprovalNews;
  readonly 'approval.submitted': ApprovalNews;
  readonly 'audit.verified': {
    readonly passed: boolean;
    readonly blocks: number;
    readonly rows: number;
    readonly head: string;
    readonly findings: readonly AuditFinding[];
  };
  /** A proof of the books found a difference; the names of the checks that did. */
  readonly 'books.broken': { readonly proof_id: string; readonly checks: readonly string[] };
  readonly 'broadcast.sent': { readonly broadcast_id: string };
  readonly 'callback.failed': {
    readonly order_kind: string;
    readonly order_id: string;
    readonly order_no: string | null;
    readonly merchant_order_no: string | null;
    readonly customer_id: string;
    readonly agent_id: string | null;
    readonly event_id: string;
    readonly type: string;
    readonly result: string | null;
    readonly attempts: number;
  };
  readonly 'callback.paused': {
    readonly customer_id: string;
    readonly agent_id: string | null;
    readonly recipient_id: string;
    readonly url: string;
  };
  /** What a provider holds for payouts fell below its mark. Amounts in minor units. */
  readonly 'channel.balance_low': {
    readonly channel_account_id: string;
    readonly agent_id: string;
    readonly currency: Currency;
    readonly balance: string;
    readonly low_water: string;
  };
  /** A provider's statement of a day does not agree with our books. */
  readonly 'reconciliation.differs': {
    readonly channel_account_id: string;
    readonly agent_id: string;
    readonly day: string;
    readonly open: number;
  };
  readonly 'channel.notice_refused': { readonly channel_account_id: string; readonly ip: string };
  /** A senior agent would pay for the orders of this merchant by this channel, so they do not go there. */
  readonly 'channel.feeInverted': {
    readonly channel_id: string;
    readonly channel: string;
    readonly direction: 'collection' | 'payout';
    readonly agent_id: string;
    readonly customer_id: string;
  };
  /** A channel stopped taking orders, or takes them again. */
  readonly 'channel.stateChanged': {
    readonly channel_id: string;
    readonly channel: string;
    readonly direction: 'collection' | 'payout';
    readonly agent_id: string;
    readonly was: 'ok' | 'tripped' | 'maintenance';
    readonly state: 'ok' | 'tripped' | 'maintenance';
    /** In a few words of the provider or of whoever set it. */
    readonly reason: string | null;
  };
  readonly 'collection.abnormal': CollectionNews;
  readonly 'collection.amount_mismatch': CollectionNews;
  readonly 'collection.created': { readonly order_id: string };
  readonly 'collection.expired': CollectionNews;
  readonly 'collection.flagged': { readonly order_id: string; readonly reason: string };
  readonly 'collection.succeeded': SettledNews;
  /** A top-up was applied for, credited, or ended without money. */
  readonly 'deposit.changed': {
    readonly deposit_id: string;
    readonly no: string;
    readonly owner_id: string;
    readonly agent_id: string;
    readonly currency: Currency;
    readonly amount: string;
    readonly status: string;
    readonly made_by: string;
    /** Another merchant claims the same transfer. */
    readonly contested: boolean;
  };
  readonly 'export.completed': OfUser & { readonly file: string };
  /** Money of these owners moved by hand, or a freeze came to its end. */
  readonly 'funds.moved': { readonly owner_ids: readonly string[] };
  readonly 'merchant.keysChanged': OfUser & {
    readonly change: string;
    readonly key: string;
    readonly by: string;
  };
  /** Submitted: it is processing, or there was no money for it. */
  readonly 'payout.created': { readonly order_id: string; readonly status: PayoutNews['status'] };
  readonly 'payout.failed': PayoutNews;
  readonly 'payout.flagged': { readonly order_id: string; readonly reason: string };
  readonly 'payout.paid': PayoutNews;
  readonly 'payout.rejected': PayoutNews;
  readonly 'payout.reversed': PayoutNews;
  readonly 'payout.waiting': { readonly order_id: string; readonly reason: string };
  /** A price that was agreed for later did not come into force at its time. */
  readonly 'price.refused': {
    readonly version_id: string;
    readonly agent_id: string;
    readonly customer: string;
    readonly channel: string;
    readonly direction: 'collection' | 'payout';
  };
  /** Money goes back to the payer of this order, or came to an end; the order as it stands by then. */
  readonly 'refund.updated': CollectionNews & { readonly refund: RefundNews };
  readonly 'session.ended': OfUser & { readonly session_id: string; readonly reason: string };
  readonly 'session.started': OfUser & {
    readonly session_id: string;
    readonly ip: string;
    readonly user_agent: string;
    readonly is_new_address: boolean;
    readonly is_new_browser: boolean;
  };
  /** Orders of this merchant whose day had come were released. */
  readonly 'settlement.released': {
    readonly customer_id: string;
    readonly agent_id: string;
    readonly day: string;
  };
  readonly 'user.ipAllowlistChanged': OfUser;
  readonly 'user.passwordChanged': OfUser;
  readonly 'user.paymentPasswordChanged': OfUser;
  readonly 'user.twoFactorBound': OfUser;
  readonly 'user.twoFactorReset': OfUser;
  /** A withdrawal was applied for, taken or given back, paid, ended, or came back. */
  readonly 'withdrawal.changed': {
    readonly withdrawal_id: string;
    readonly no: string;
    readonly owner_id: string;
    readonly agent_id: string;
    readonly currency: Currency;
    readonly amount: string;
    readonly status: WithdrawalStatus;
    readonly made_by: string;
  };
}

export type EventKind = keyof Events;
