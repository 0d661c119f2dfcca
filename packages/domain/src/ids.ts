/** A database id: bigint in the database, a decimal string everywhere else, branded by what it points to. */
type Id<Brand extends string> = string & { readonly __brand: Brand };

export type UserId = Id<'user'>;
export type RoleId = Id<'role'>;
export type SessionId = Id<'session'>;
export type ProviderId = Id<'provider'>;
export type ChannelAccountId = Id<'channelAccount'>;
export type ChannelId = Id<'channel'>;
export type CustomerMethodId = Id<'customerMethod'>;
export type AgentMethodId = Id<'agentMethod'>;
export type ChannelModelId = Id<'channelModel'>;
export type OrderId = Id<'order'>;
export type PayoutId = Id<'payout'>;
export type WithdrawalId = Id<'withdrawal'>;
export type WithdrawAccountId = Id<'withdrawAccount'>;
export type RefundId = Id<'refund'>;
export type ReceiptId = Id<'receipt'>;
export type CallbackId = Id<'callback'>;
export type JournalId = Id<'journal'>;
export type AccountId = Id<'account'>;
export type ExportJobId = Id<'exportJob'>;
export type NotificationId = Id<'notification'>;
export type ApprovalId = Id<'approval'>;
export type ApiKeyId = Id<'apiKey'>;

/** Any of the ids above; used where a kind is carried beside it (audit, outbox). */
export type AnyId = Id<string>;

const decimalId = /^[1-9]\d{0,18}$/;

/** True for the decimal string of a positive bigint id; everything else answers "not found", never a fault. */
export function isId(text: string): boolean {
  return decimalId.test(text) && BigInt(text) <= 9_223_372_036_854_775_807n;
}

/** Brands a string that `isId` has accepted or that the database has given. */
export function asId<T extends AnyId>(text: string): T {
  return text as T;
}
