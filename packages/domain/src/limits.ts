/**
 * Every business constant in one place, with the section that fixes it ("spec" is the specification, the others
 * are the design texts). Units stand last in the name. Nothing else in the product repeats these numbers.
 */

/** Spec §9: the token cookie; language cookie; notification sound cookie. */
export const tokenCookieName = 'token';
export const languageCookieName = 'lang';
export const soundCookieName = 'payVoice';
/** Back-office API, "Running it": language and sound cookies live ten years. */
export const preferenceCookieMaxAgeS = 10 * 365 * 24 * 3600;

/** Spec §9: default region "UTF+8", a misprint that is accepted and stored as UTC+8 (domain §6.24). */
export const defaultRegion = 'UTC+8';
export const misprintedRegion = 'UTF+8';
export const regionOffsetMinutes = 8 * 60;
/** Spec §9: bank list country. */
export const bankListCountry = 'TW';

/** Spec §9: the order page refreshes every 30 s and stops after 10 min idle. */
export const orderRefreshIntervalMs = 30_000;
export const orderRefreshIdleStopMs = 10 * 60_000;
/** Spec §9: exports cover up to 7 days; request records orders within 2 days. */
export const exportMaxDays = 7;
export const requestRecordDays = 2;
/** Merchants' calls are forgotten after so many days; until then those that are too old to be shown are only counted. */
export const requestLogKeptDays = 7;
/** Spec §9: the new-order alert sounds up to 10 s. */
export const alertSoundMaxMs = 10_000;
/** Spec §9: same real name within 30 min, count 1 when unset. */
export const sameNameWindowMinutes = 30;
export const sameNameDefaultCount = 1;
/** Spec §9, the rate-limit example; ships as the default firewall rule (merchant API §2). */
export const firewallDefaultWindowS = 60;
export const firewallDefaultAttempts = 60;
/** Spec §9: the daily statistics are made at 00:01 (UTC+8, for the day before: domain §7). */
export const dailyStatisticsAt = { hour: 0, minute: 1 } as const;
/** Spec §9: no automatic callback later than 8 h after creation for flagged merchants (domain §6.16). */
export const callbackHoldHours = 8;
/** Spec §9: date picker. */
export const datePickerFormat = 'yyyy-mm-dd';
export const datePickerFirstYear = 1900;
export const datePickerLastYear = 2100;
/** Spec §5 and §9: the authenticator code. */
export const twoFactorCodePattern = /^\d{6}$/;
/** Spec §5: a search over more than a day hides the collection success rate. */
export const successRateMaxRangeHours = 24;
/** Spec §1: the bell shows the first three unread notifications. */
export const bellNotificationCount = 3;
/** Spec §2: leaving an impersonated page warns after one second. */
export const impersonationLeaveWarningMs = 1_000;
/** Spec §5: 0 means no limit for amounts and for card-number usage. */
export const noLimit = 0n;

/** Domain §4: an order lock lives 3 min and is renewable; open claims per person. */
export const orderLockMinutes = 3;
/** So long one person keeps an order by renewing; afterwards he has it again once as long a pause as a lock lives is over. */
export const orderLockMostMinutes = 15;
export const openClaimsPerPerson = 3;
/** Domain §3, J8: how long a rate is offered to somebody who withdraws to another currency. */
export const withdrawalQuoteS = 60;
/** Domain §4: late payments are credited within 72 h of expiry. */
export const lateCreditHours = 72;
/** Domain §4: waits before the automatic callback attempts, from the failure of the one before. */
export const callbackDelaysS = [0, 5, 30, 120, 600, 1_800, 3_600, 7_200, 14_400] as const;
/** Merchant API §2: further attempts of merchants with the flag `extended`. */
export const callbackExtendedDelaysS = [43_200, 86_400, 86_400] as const;
export const callbackJitterPercent = 10;
export const callbackTimeoutMs = 10_000;
export const callbackRetryAfterMaxS = 3_600;
export const callbackBodyKeptBytes = 1024;
/** Reliability §7.11: the widest networks that a key with the payout scope may name. */
export const payoutKeyPrefix = { ipv4: 24, ipv6: 48 } as const;
/** Domain §4: a rotated merchant key stays valid for a day. */
export const previousKeyHours = 24;
/** Domain §5: a provider call times out after 8 s; at most three channels are tried. */
export const providerTimeoutMs = 8_000;
export const routingMaxTries = 3;
/** Domain §10.5: how long one server has an order in hand while it asks, a little longer than its call may take. */
export const providerAskLeaseMs = providerTimeoutMs + 4_000;
/** Merchant API §4.1: a notice that was not heard comes again within this, which tells a simulated payment from a real one. */
export const simulationToldWithinMs = 15 * 60_000;
/** How often a provider is asked to create the payment of one attempt; after that it is only asked what it knows. */
export const createAsksMax = 3;
/** How often an order is sent to providers in all, whatever its payer does. */
export const collectionAttemptsMax = 30;
/** Domain §10.5: 'not found' counts as failed in three queries that lie ten minutes apart. */
export const notFoundQueries = 3;
export const notFoundPauseMinutes = 10;
/** Looks in vain at an order, about forty minutes in all, before people are told that its provider leaves it open. */
export const looksBeforeAlarm = 10;
/** Domain §6.22: above this a second person must agree (TWD, major units as text at ledger scale). */
export const approvalDefaultThreshold = '100000.0000';
/**
 * The highest threshold that may be set: above it nobody would be asked any longer, and four eyes are switched off by an
 * explicit flag of the environment only (domain §6.22). Major units as text at ledger scale.
 */
export const approvalMostThreshold = {
  TWD: '1000000.0000',
  CNY: '250000.0000',
  USD: '30000.0000',
  USDT: '30000.000000',
} as const;
/** Reliability §7.3: a payout that nobody decided is rejected after so long. */
export const payoutUndecidedHours = 72;
/** Domain §5: how long a merchant's own server may take to confirm a payout (代付反查), and how often it is asked. */
export const reverseCheckTimeoutMs = 10_000;
export const reverseCheckTries = 2;
/** How often a payout is sent to providers in all; from then on people decide. */
export const payoutAttemptsMax = 9;
/** Waits between questions about a payout that a provider has: they double up to the last of them. */
export const payoutAskFirstS = 10;
export const payoutAskMostS = 1_800;
/** Domain §5: a provider whose balance has a mark is asked again after so long. */
export const balanceCheckEveryS = 300;
/** Domain §10.1: the greatest amount of one order. Major units as text at ledger scale. */
export const orderMostAmount = {
  TWD: '100000000.0000',
  CNY: '25000000.0000',
  USD: '10000000.0000',
  USDT: '10000000.000000',
} as const;
/** Domain §9: an approval waits 24 h. */
export const approvalHours = 24;
/** Reliability §7.3: so long money waits after somebody else changed what guards it; what one changed oneself, two hours. */
export const coolDownHours = 24;
/** Domain §10.10: over so many hours sums of one person, and on one subject, add up. */
export const approvalSumHours = 24;
/** Reliability §7.1: so long an administrator's recovery is announced before it takes effect. */
export const recoveryHours = 24;
/** Domain §7: settlement at 00:05 in batches; nightly checks. */
export const settlementAt = { hour: 0, minute: 5 } as const;
export const settlementBatchOrders = 500;
/** Domain §3, J1b: what senior agents owe of the system fee is collected on the first of the month. */
export const systemFeeAt = { day: 1, hour: 0, minute: 10 } as const;
export const balanceCheckAt = { hour: 0, minute: 30 } as const;
/** Reliability §2: the audit chain is verified nightly, and its head is told to the administrators. */
export const auditVerifyAt = { hour: 0, minute: 45 } as const;
/** Sealed statements: a key signs so long and is followed by another; and as many movements one file holds. */
export const statementKeyDays = 90;
export const statementMostMovements = 200_000;
/** An operator's acts are analysed over a quarter of a year at the most. */
export const operationAnalysisMaxDays = 92;

/** Broadcasts: sizes of a message, and how many go out in an hour. */
export const broadcastTitleMaxLength = 80;
export const broadcastContentMaxLength = 1_000;
export const broadcastsPerHour = 30;

/** Frontend §5.23: so long a whole account number stays on the screen. */
export const shownNumberS = 30;

/** Back-office API: lists. */
export const listDefaultRows = 20;
export const listMaxRows = 200;
/** Back-office API: single-use download tickets; the one-time impersonation code. */
export const downloadTicketS = 60;
export const impersonationCodeS = 60;
/** Back-office API: order events coalesce per room; above 50 only ids are sent. */
export const orderEventCoalesceMs = 200;
export const orderEventFullMax = 50;

/** Reliability §5 C7: sessions end after 15 min idle and 12 h at most; C17: impersonation after 60 min. */
export const sessionIdleMinutes = 15;
export const sessionMaxHours = 12;
export const impersonationMaxMinutes = 60;
/** Frontend §5.36: warning before a session ends. */
export const sessionEndWarningS = 120;
/** Reliability §5 C10: password bounds. */
export const passwordMinLength = 12;
export const passwordMaxLength = 128;
/** Reliability §5 C12: code window in steps of 30 s and tries of one challenge. */
export const totpStepS = 30;
export const totpWindowSteps = 1;
export const twoFactorChallengeTries = 5;
export const twoFactorChallengeMinutes = 5;
/**
 * Reliability §5 C13 and §7.10: delay and harder bot check from the third failure; ten of them from one network, or in
 * one browser that is known, lock it out of this name for half an hour. The name alone is locked only far above, so
 * that nobody who tries from elsewhere shuts its owner out; from here on the bot check is at its hardest.
 */
export const loginDelayFromFailure = 3;
export const loginLockAtFailure = 10;
export const loginLockMinutes = 30;
export const loginHardestFromFailure = 30;
export const loginNameLockAtFailure = 500;
/** Reliability §5 C59: a bot check lives two minutes and counts once. */
export const botCheckMinutes = 2;
/**
 * Reliability §7.7: this many refusals of one kind within a minute are logged one by one, for all callers together;
 * the others of the minute share one row. Refusals that strangers can cause without limit, such as bad signatures,
 * are summed from the first one.
 */
export const denialsSinglyPerMinute = 10;
/** Forged notices of one channel account that are kept and reported in a minute, by all processes together. */
export const forgeriesKeptPerMinute = 30;
/** Reliability §5 C14: one-time links of resets and first administrators. */
export const oneTimeLinkHours = 24;
/** Reliability §5 C20: tries of a step-up. */
export const stepUpTries = 5;
/** Reliability §5 C32, C33: sizes and life of exports. */
export const bodyMaxBytes = 1024 * 1024;
export const uploadMaxBytes = 2 * 1024 * 1024;
/** Data and operations: a provider's statement; a million lines go into one file. */
export const statementMaxBytes = 50 * 1024 * 1024;
export const statementMaxLines = 1_000_000;
/** Milliseconds in which one of that length is read, kept and held against the books, or given up. */
export const statementWithinMs = 300_000;
/** Data and operations: after the nightly check of the books. */
export const reconciliationLookAt = { hour: 1, minute: 0 } as const;
/** Reliability §5 C35: sides of a logo, in pixels. */
export const logoMinSide = 16;
export const logoMaxSide = 2_048;
/** Uploads of one person that are kept while nobody shows them. */
export const logosKeptUnused = 10;
/** Slips of transfers that one person may keep without a payout that names them. */
export const slipsKeptUnused = 50;
/** More than any telephone takes into two megabytes: a small file of a huge picture fills the memory of who looks at it. */
export const slipMaxPixels = 50_000_000;
/** A file of payouts; drafts that nobody submitted are dropped after a week, and lists go back a month. */
export const payoutBatchMaxRows = 10_000;
export const payoutBatchDraftDays = 7;
export const payoutBatchListDays = 30;
/** A statement of a receiving account; one that nobody took is dropped after days. */
export const transferFileMaxRows = 2_000;
export const transferFileDraftDays = 7;
export const exportFileDays = 7;
export const exportsRunningPerUser = 3;
/** The greatest file; and what is kept: files of one person, files and bytes of one senior agent's tree or of the platform. */
export const exportFileMaxBytes = 512n * 1024n * 1024n;
/** Searches of which a person is told, the longest stretch that one looks over, and the rest between two tellings of one. */
export const watchesPerPerson = 20;
export const watchMostMinutes = 6 * 1_440;
export const watchRestMinutes = 10;
export const exportsKeptPerUser = 200;
export const exportsKeptPerTenant = 2_000;
export const exportKeptBytesPerTenant = 4n * 1024n * 1024n * 1024n;

/** Merchant API §2: headers and limits of v2. */
export const merchantTimestampWindowS = 300;
export const merchantNoncePattern = /^[A-Za-z0-9-]{8,64}$/;
export const merchantOrderNoPattern = /^[A-Za-z0-9_-]{1,64}$/;
export const merchantRatePerMinute = 1_200;
/** Back-office API: calls of one session, whatever rules the firewall has. */
export const sessionRatePerMinute = 600;
/** Sockets that one address opens in a minute; many payers share one behind a carrier. */
export const handshakeRatePerMinute = 600;
export const merchantPageMax = 100;
export const idempotencyKeyHours = 24;
export const collectionExpiresMinS = 60;
export const collectionExpiresMaxS = 86_400;
export const collectionExpiresDefaultS = 900;
/** How much more or less than was asked may still pay an order, in major units of its currency; and never above a tenth of it. */
export const toleranceMost = '100';
export const productNameMaxLength = 128;
export const payerNameMaxLength = 64;
export const urlMaxLength = 512;
export const metadataMaxKeys = 20;
export const metadataMaxLength = 500;
/** Merchant API §3: the v1 form. */
export const merchantV1TimestampWindowS = 600;
/** Merchant API §5: the payer pages poll 3 s for two minutes, then 10 s; the token dies 24 h after a final state. */
export const checkoutPollMs = 3_000;
export const checkoutPollSlowMs = 10_000;
export const checkoutPollSlowAfterMs = 120_000;
export const checkoutTokenHours = 24;
/** Merchant API §5: the result page offers the way back to the shop after five seconds. */
export const checkoutReturnDelayS = 5;
/** What may be typed of a channel and of a contract with a provider. */
export const channelLimit = {
  weight: 10_000,
  priority: 99,
  dailyCount: 1_000_000_000,
  windows: 20,
  networks: 50,
  credential: 4_096,
} as const;
/** After a rotation notices signed with the former credentials are believed for so long. */
export const formerCredentialsHours = 24;

/** Domain §4: a channel is tripped by so many failures in a row, or by too few successes among so many answers of late. */
export const breakerFailuresInARow = 5;
export const breakerLeastAnswers = 20;
export const breakerLeastPct = 50;
export const breakerWindowS = 300;
/** Every channel account is asked a small question this often, a tripped one after its rest. */
export const channelProbeEveryS = 300;
export const channelProbeTrippedEveryS = 15;
/** So long after a question to an account a person's next one is answered by what the last brought: nobody floods a provider. */
export const channelAskRestS = 10;
/** An answer that took longer is slow, and a provider that answered less often within a day is not well. */
export const channelProbeSlowMs = 2_000;
export const channelUptimeLeastPct = 95;
