import type { Permission } from '@suanpan/domain/access/permissions';

/** Kinds of notifications; their names stand in the words (`notifications.kinds`). */
export type NoticeType =
  | 'AlertFired'
  | 'CallbackFailed'
  | 'CallbackPaused'
  | 'AmountMismatch'
  | 'AbnormalOrder'
  | 'AbnormalPayout'
  | 'BalanceLow'
  | 'ReconciliationDiffers'
  | 'ChannelTripped'
  | 'ChannelBack'
  | 'ChannelMaintenance'
  | 'FeeInversion'
  | 'BalanceCheckFailed'
  | 'PriceRefused'
  | 'SettlementDone'
  | 'VerifyFailed'
  | 'NewPaymentNotification'
  | 'NoticeRefused'
  | 'NewCollectionNotification'
  | 'ApprovalWaiting'
  | 'ApprovalEnded'
  | 'NewDeposit'
  | 'DepositContested'
  | 'DepositEnded'
  | 'WithdrawalEnded'
  | 'ExportCompleted'
  | 'WatchFired'
  | 'LoginFromNewIp'
  | 'SecurityChanged'
  | 'AuditVerified'
  | 'AuditBroken'
  | 'AdminRecovery'
  | 'Broadcast';

export type NoticeLevel = 'info' | 'warning' | 'danger';

/** Whose tree an event touches. Absent parts are not told. */
export interface Audience {
  readonly platform: boolean;
  readonly agentId?: bigint | null;
  readonly customerId?: bigint | null;
  /** One user alone, whoever he is. */
  readonly userId?: bigint;
}

/** Something to tell people: who they are is decided from their rights of this moment. */
export interface Notice {
  /** The outbox event it comes from: a repeated event tells nobody twice. */
  readonly eventId: bigint;
  readonly type: NoticeType;
  readonly level: NoticeLevel;
  readonly sound: boolean;
  /** Values for the words, kept as text; they are rendered when somebody reads. */
  readonly params: Readonly<Record<string, string>>;
  readonly audience: Audience;
  /** What one must be allowed, all of it, of a list one; to see orders, when absent. */
  readonly needs?: readonly (Permission | readonly Permission[])[];
  /** He knows already: it was he. */
  readonly except?: bigint;
  /** One notification of this type and subject is enough for ten minutes. */
  readonly subject?: string;
}
