export interface CatalogueEntry {
  /** The number in the envelope. Codes below 20000 are those of specification §8; all others are ours. */
  readonly code: number;
  /** Set only where the catalogue of the specification names a real HTTP status, or for faults. */
  readonly http?: number;
}

/**
 * Every answer the product can give besides data, by name. Append only: a name or a number that has been
 * released is never changed or used again. The words stand in packages/messages, complete in three languages.
 */
export const catalogue = {
  ok: { code: 0 },

  // Specification §8 and back-office API, ground rules.
  loginRefused: { code: 99 },
  tokenInvalid: { code: 99 },
  accessNotSet: { code: 99 },
  invalidFields: { code: 400 },
  botCheckRefused: { code: 400 },
  notFound: { code: 404 },
  noDataFound: { code: 404 },
  sessionEnded: { code: 10001 },
  challengeEnded: { code: 10002 },
  wrongTwoFactorCode: { code: 10003 },
  twoFactorAlreadyBound: { code: 10026 },

  // Faults and limits of the transport.
  internalFault: { code: 20500, http: 500 },
  serverOverloaded: { code: 20501, http: 503 },
  serverBusy: { code: 20504, http: 504 },
  tooManyRequests: { code: 20429, http: 429 },
  bodyTooLarge: { code: 20413, http: 413 },
  unsupportedMediaType: { code: 20415, http: 415 },
  maintenance: { code: 20503 },

  // Access.
  forbidden: { code: 20403 },
  ipNotAllowed: { code: 20403 },
  idempotencyConflict: { code: 20409 },
  requestInProgress: { code: 20410 },
  agentOnly: { code: 20411 },
  staleEdit: { code: 20412 },
  twoFactorUnbound: { code: 20426 },
  impersonationForbidden: { code: 20430 },
  impersonationCodeEnded: { code: 20431 },
  notImpersonable: { code: 20432 },
  stepUpRequired: { code: 20433 },
  wrongPaymentPassword: { code: 20434 },
  paymentPasswordNotSet: { code: 20435 },
  wrongPassword: { code: 20436 },
  passwordTooCommon: { code: 20437 },
  passwordUnchanged: { code: 20438 },
  twoFactorNotBound: { code: 20439 },
  lockedYourselfOut: { code: 20441 },
  addressBlocked: { code: 20403 },

  // Orders in general.
  idempotencyKeyRequired: { code: 21000 },
  invalidState: { code: 21001 },
  orderLocked: { code: 21002 },
  lockNotHeld: { code: 21003 },
  tooManyClaims: { code: 21004 },
  alreadyPosted: { code: 21005 },
  orderNumberUsed: { code: 21006 },
  outcomeUnknown: { code: 21007 },
  testOrderOnly: { code: 21008 },
  realOrderOnly: { code: 21009 },
  invalidAmount: { code: 21010 },
  amountOutOfRange: { code: 21011 },
  currencyMismatch: { code: 21012 },
  wrongHourRange: { code: 21013 },
  rangeTooLong: { code: 21014 },
  reasonRequired: { code: 21015 },
  proofRequired: { code: 21016 },
  lockUsedUp: { code: 21017 },
  transactionUsed: { code: 21018 },
  inOthersHand: { code: 21019 },

  // Money.
  insufficientBalance: { code: 21100 },
  receivableOutstanding: { code: 21101 },
  feeInversion: { code: 21102 },
  checkHandlingFee: { code: 21103 },
  ledgerConflict: { code: 21104 },
  fundingChoiceRequired: { code: 21105 },
  receiptTooSmall: { code: 21106 },
  receiptTaken: { code: 21107 },
  refundNotPossible: { code: 21108 },
  manualBalanceNotAllowed: { code: 21109 },
  manualPayoutNotAllowed: { code: 21110 },
  drawingExceedsIncome: { code: 21111 },
  frozenOrder: { code: 21112 },
  rateNotSet: { code: 21113 },
  balanceNotZero: { code: 21114 },

  // Channels and routing. A skipped candidate is refused by one of these, kept on the order.
  noChannelAvailable: { code: 21200 },
  methodUnavailable: { code: 21201 },
  collectionsPaused: { code: 21202 },
  payoutsPaused: { code: 21203 },
  channelDisabled: { code: 21204 },
  merchantChannelDisabled: { code: 21205 },
  agentChannelDisabled: { code: 21206 },
  channelAccountDisabled: { code: 21207 },
  excludedByRule: { code: 21208 },
  notForcedByRule: { code: 21209 },
  notThePinnedChannel: { code: 21210 },
  amountBelowMinimum: { code: 21211 },
  amountAboveMaximum: { code: 21212 },
  fractionsNotAccepted: { code: 21213 },
  channelClosedHours: { code: 21214 },
  dailyAmountReached: { code: 21215 },
  dailyCountReached: { code: 21216 },
  balanceLimitReached: { code: 21217 },
  providerBalanceTooLow: { code: 21218 },
  cardUsageReached: { code: 21219 },
  channelTripped: { code: 21220 },
  channelInMaintenance: { code: 21221 },
  channelFeeInverted: { code: 21222 },
  channelCurrencyMismatch: { code: 21223 },
  standbyOnly: { code: 21224 },
  channelError: { code: 21225 },
  channelTimeout: { code: 21226 },
  noResponseAfterTimeout: { code: 21227 },
  checkDomainOrSafelist: { code: 21228 },
  channelInUse: { code: 21229 },
  nothingToUndo: { code: 21230 },
  feeAboveAmount: { code: 21231 },
  currencyNotOffered: { code: 21232 },
  placeInUse: { code: 21233 },

  // Collections.
  payerNameRequired: { code: 21300 },
  duplicatePayerName: { code: 21301 },
  blockedPayer: { code: 21302 },
  orderExpired: { code: 21303 },
  methodAlreadyChosen: { code: 21305 },
  supplyAmountRequired: { code: 21306 },

  // Payouts and withdrawals.
  fillCompleteData: { code: 21400 },
  withdrawalAmountZero: { code: 21401 },
  selectCorrectBankName: { code: 21402 },
  noCardNumberFound: { code: 404 },
  withdrawalWindowClosed: { code: 21404 },
  withdrawalLimitReached: { code: 21405 },
  withdrawalAccountUnverified: { code: 21406 },
  takenByAnotherOperator: { code: 21407 },
  blockedPayee: { code: 21408 },
  verifyFailed: { code: 21409 },
  invalidAddress: { code: 21410 },
  batchRejected: { code: 21411 },
  duplicatePayout: { code: 21412 },
  payoutCancelled: { code: 21413 },
  payoutRejected: { code: 21414 },
  withdrawalAccountExists: { code: 21415 },
  withdrawalAccountsFull: { code: 21416 },
  batchFileUnreadable: { code: 21417 },
  batchFileEncoding: { code: 21418 },
  batchFileTooLong: { code: 21419 },
  batchColumnsMissing: { code: 21420 },
  batchFileEmpty: { code: 21421 },
  batchRunning: { code: 21422 },

  // Reconciliation.
  statementEmpty: { code: 21900 },
  statementTooLong: { code: 21901 },
  statementRejected: { code: 21902 },
  dayClosed: { code: 21903 },
  dayNotOver: { code: 21904 },
  differencesRemain: { code: 21905 },

  // Callbacks.
  callbackUrlMissing: { code: 21500 },
  callbackUrlInvalid: { code: 21501 },
  nothingToReissue: { code: 21502 },
  v1HasNoRejection: { code: 21503 },

  // Users, roles and merchants.
  usernameTaken: { code: 21600 },
  enterPremiumProxyId: { code: 21601 },
  merchantDisabled: { code: 21602 },
  openOrdersRemain: { code: 21603 },
  alreadyBound: { code: 21604 },
  notBound: { code: 21605 },
  roleInUse: { code: 21606 },
  permissionBeyondOwner: { code: 21607 },
  cannotActOnYourself: { code: 21608 },
  lastAdministrator: { code: 21609 },
  alreadyInList: { code: 21610 },
  ownAddress: { code: 21611 },
  keyLimitReached: { code: 21612 },
  setAccessFirst: { code: 21613 },
  usersRemain: { code: 21614 },
  callbacksRemain: { code: 21615 },
  approvalsRemain: { code: 21616 },
  switchedOffAbove: { code: 21617 },

  // Approvals.
  ownSubmission: { code: 21701 },
  approvalEnded: { code: 21702 },
  approvalPending: { code: 21704 },
  thresholdTooHigh: { code: 21705 },
  nobodyCanDecide: { code: 21706 },
  checkerHandledByMaker: { code: 21707 },
  checkerUnseasoned: { code: 21708 },

  // Exports, files and operations.
  exportTooLarge: { code: 21800 },
  exportLimitReached: { code: 21801 },
  fileExpired: { code: 21802 },
  fileTypeRefused: { code: 21803 },
  jobNotRetryable: { code: 21804 },
  demoOnly: { code: 21805 },
  backupInProgress: { code: 21806 },
  clockForwardOnly: { code: 21807 },
  exportsFull: { code: 21808 },
  workFailed: { code: 21809 },

  methodNotAllowed: { code: 20405, http: 405 },
  unreadableRequest: { code: 20400, http: 400 },
  tooManyWatches: { code: 21810 },
} as const satisfies Record<string, CatalogueEntry>;

export type ErrorName = keyof typeof catalogue;

export const errorNames = Object.keys(catalogue) as readonly ErrorName[];

export interface RefusalOptions {
  /** Values for the placeholders of the message. */
  readonly params?: Record<string, string>;
  /** For invalidFields: messages by field, in field order. */
  readonly fields?: Record<string, string[]>;
}

/** An expected refusal, thrown by catalogue name anywhere and turned into an envelope once, in platform/http. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly refusal: ErrorName;
  readonly code: number;
  readonly http: number;
  readonly params: Record<string, string>;
  readonly fields: Record<string, string[]> | undefined;

  constructor(name: ErrorName, options: RefusalOptions = {}) {
    super(name);
    const entry: CatalogueEntry = catalogue[name];
    this.refusal = name;
    this.code = entry.code;
    this.http = entry.http ?? 200;
    this.params = options.params ?? {};
    this.fields = options.fields;
  }
}
