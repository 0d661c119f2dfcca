/**
 * Payouts: money out, from its submission to its end. Promises: a merchant's order number makes one payout; its hold is taken
 * once and then either paid or given back; every sending is committed before its provider hears of it; what became of one is
 * asked and never guessed, so that an unknown end keeps its hold and goes nowhere else; state, postings, news and audit
 * stand in one transaction.
 */
export { openPayouts } from './service.ts';
export type { Payouts, PayoutsDeps } from './service.ts';
export { bindPayoutActs } from './acts.routes.ts';
export { bindPayoutApply } from './apply/apply.routes.ts';
export { bindPayoutBalances } from './balance/balances.routes.ts';
export { bindPrefund } from './balance/prefund.routes.ts';
export { bindPayoutBatches } from './batch/batch.routes.ts';
export { workBatches } from './batch/run-batches.ts';
export { checkBalances } from './balance/check-balance.ts';
export { bindPayoutCards } from './card/cards.routes.ts';
export { cardExport } from './card/export-cards.ts';
export { bindPayoutSetting } from './setting/setting.routes.ts';
export { clearUsage, unlockOrders } from './setting/setting.store.ts';
export { bindPayouts, cardHashesOf } from './payouts.routes.ts';
export { startPayoutJobs, workPayouts } from './payouts.jobs.ts';
export { submitPayout } from './submit/submit-payout.ts';
export type { SubmitOutcome, SubmitRequest } from './submit/submit-request.ts';
export { keepPayee } from './submit/payee.ts';
export { payoutQueue } from './send/queue.queries.ts';
export { blockedOnPayouts } from './hand/blocked-actions.ts';
export { payoutLocks } from './hand/lock.store.ts';
export { cancelPayout } from './end/cancel-payout.ts';
export { receivePayoutNotice } from './confirm/receive-payout-notice.ts';
export { findPayout, findPayoutAttempt } from './payouts.queries.ts';
export type { PayoutRow } from './payouts.queries.ts';
export { findOwnPayout, listOwnPayouts } from './read/own-payouts.queries.ts';
export { reverseCheckKeyPurpose } from './verify/reverse-check.ts';
export { payoutsNow, toldPayouts } from './told-payouts.ts';
export { listPayouts, sumPayouts } from './read/search.queries.ts';
export { presentPayout } from './read/payouts.present.ts';
export { listLowBalances } from './balance/balances.queries.ts';
export type { ListedPayout } from './read/search.queries.ts';
export { pastPayouts } from './read/past-payouts.queries.ts';
export { payoutSales } from './read/price-sales.queries.ts';
export { isPayoutDimension, timesToPayout } from './read/time-to-payout.queries.ts';
export { payoutExports } from './read/export-payouts.ts';
export { payoutDaysCorrected, payoutFigures } from './read/report-figures.queries.ts';
