import type { merchantRefusalActs } from './audit/acts.ts';
import type { ErrorName } from './errors.ts';

/** Error names of the merchant API v2 with their HTTP statuses (merchant API §2). Append only. */
export const merchantErrors = {
  invalid_request: 400,
  invalid_key: 401,
  invalid_signature: 401,
  timestamp_out_of_range: 401,
  nonce_reused: 401,
  insufficient_balance: 402,
  ip_not_allowed: 403,
  scope_denied: 403,
  merchant_disabled: 403,
  blacklisted: 403,
  not_found: 404,
  order_no_conflict: 409,
  request_in_progress: 409,
  invalid_state: 409,
  amount_out_of_range: 422,
  method_unavailable: 422,
  no_channel_available: 422,
  channel_closed_hours: 422,
  payer_name_required: 422,
  duplicate_payer_name: 422,
  invalid_bank_code: 422,
  invalid_address: 422,
  rate_limited: 429,
  internal_error: 500,
  channel_error: 502,
  service_unavailable: 503,
  channel_timeout: 504,
  method_not_allowed: 405,
} as const satisfies Record<string, number>;

export type MerchantErrorName = keyof typeof merchantErrors;

/** Which of them refuse authority, and under which name the log keeps them (reliability §7.7). */
export const merchantDenials: Partial<Record<MerchantErrorName, (typeof merchantRefusalActs)[number]>> = {
  invalid_key: 'merchant.unknownKey',
  invalid_signature: 'merchant.badSignature',
  ip_not_allowed: 'merchant.foreignAddress',
  nonce_reused: 'merchant.nonceReused',
  not_found: 'merchant.notFound',
  scope_denied: 'merchant.scopeDenied',
};

/** Codes of the v1 legacy form (merchant API §3). */
export const merchantV1Codes = {
  ok: 0,
  invalidParams: 1001,
  invalidSign: 1002,
  invalidMerchant: 1003,
  serviceOff: 1004,
  duplicateOrder: 1005,
  insufficientBalance: 1006,
  ipNotAllowed: 1007,
  noChannel: 1008,
  timestampExpired: 1009,
  systemError: 9999,
} as const satisfies Record<string, number>;

export type MerchantV1CodeName = keyof typeof merchantV1Codes;

/** Refusals of the business that a merchant may hear under their own name; all others become invalid_state. */
const translated: Partial<Record<ErrorName, MerchantErrorName>> = {
  invalidFields: 'invalid_request',
  invalidAmount: 'invalid_request',
  idempotencyKeyRequired: 'invalid_request',
  callbackUrlInvalid: 'invalid_request',
  bodyTooLarge: 'invalid_request',
  unsupportedMediaType: 'invalid_request',
  currencyMismatch: 'invalid_request',
  notFound: 'not_found',
  noDataFound: 'not_found',
  forbidden: 'scope_denied',
  ipNotAllowed: 'ip_not_allowed',
  addressBlocked: 'ip_not_allowed',
  merchantDisabled: 'merchant_disabled',
  blockedPayer: 'blacklisted',
  blockedPayee: 'blacklisted',
  insufficientBalance: 'insufficient_balance',
  idempotencyConflict: 'order_no_conflict',
  orderNumberUsed: 'order_no_conflict',
  requestInProgress: 'request_in_progress',
  amountOutOfRange: 'amount_out_of_range',
  dailyAmountReached: 'amount_out_of_range',
  dailyCountReached: 'amount_out_of_range',
  cardUsageReached: 'amount_out_of_range',
  fractionsNotAccepted: 'amount_out_of_range',
  methodUnavailable: 'method_unavailable',
  currencyNotOffered: 'method_unavailable',
  noChannelAvailable: 'no_channel_available',
  channelClosedHours: 'channel_closed_hours',
  payerNameRequired: 'payer_name_required',
  duplicatePayerName: 'duplicate_payer_name',
  selectCorrectBankName: 'invalid_bank_code',
  invalidAddress: 'invalid_address',
  tooManyRequests: 'rate_limited',
  channelError: 'channel_error',
  channelTimeout: 'channel_timeout',
  outcomeUnknown: 'channel_timeout',
  internalFault: 'internal_error',
  maintenance: 'service_unavailable',
  serverOverloaded: 'service_unavailable',
  serverBusy: 'service_unavailable',
  collectionsPaused: 'method_unavailable',
  payoutsPaused: 'method_unavailable',
  methodNotAllowed: 'method_not_allowed',
  unreadableRequest: 'invalid_request',
};

/** The merchant API's name for a refusal of the business. */
export function toMerchantError(name: ErrorName): MerchantErrorName {
  return translated[name] ?? 'invalid_state';
}

const payoutFailures: Partial<Record<ErrorName, string>> = {
  approvalEnded: 'not_approved',
  blockedPayee: 'blacklisted',
  payoutCancelled: 'cancelled',
  payoutRejected: 'rejected',
  noResponseAfterTimeout: 'verification_failed',
  checkDomainOrSafelist: 'verification_failed',
  verifyFailed: 'verification_failed',
};

/** Why a payout ended unpaid, as its merchant reads it. */
export function payoutFailureCode(name: ErrorName): string {
  return payoutFailures[name] ?? toMerchantError(name);
}

const v1Codes: Partial<Record<MerchantErrorName, MerchantV1CodeName>> = {
  invalid_request: 'invalidParams',
  invalid_signature: 'invalidSign',
  nonce_reused: 'invalidSign',
  invalid_key: 'invalidMerchant',
  merchant_disabled: 'invalidMerchant',
  timestamp_out_of_range: 'timestampExpired',
  insufficient_balance: 'insufficientBalance',
  ip_not_allowed: 'ipNotAllowed',
  order_no_conflict: 'duplicateOrder',
  request_in_progress: 'duplicateOrder',
  service_unavailable: 'serviceOff',
  scope_denied: 'serviceOff',
  method_unavailable: 'noChannel',
  no_channel_available: 'noChannel',
  channel_closed_hours: 'noChannel',
  internal_error: 'systemError',
  channel_error: 'systemError',
  channel_timeout: 'systemError',
};

/** The v1 code for an error of the merchant API; whatever the merchant sent wrong is 1001. */
export function toMerchantV1Code(name: MerchantErrorName): number {
  return merchantV1Codes[v1Codes[name] ?? 'invalidParams'];
}
