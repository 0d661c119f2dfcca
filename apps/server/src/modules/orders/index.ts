/**
 * What orders of every kind have in common for those who read them: whose they are, how their list is searched, what a
 * merchant reads of his own, their story, and how far a merchant was told. It changes no order but for that.
 */
export { numberByHand } from './number-by-hand.ts';
export { ownMerchant } from './own-merchant.ts';
export { findMerchant } from './read/merchant-in-scope.queries.ts';
export type { MerchantInScope } from './read/merchant-in-scope.queries.ts';
export { checkAgent } from './read/check-agent.ts';
export { fromPlatform } from './read/from-platform.ts';
export { findNames } from './read/names.queries.ts';
export { feeSplitSums, withSplit } from './read/fee-split.ts';
export type { FeeSplitSum } from './read/fee-split.ts';
export { orderFilterOf } from './read/filter-of.ts';
export { listByAmount, ordersOfAmount } from './read/by-amount.queries.ts';
export { fewPlaces } from './read/few-places.queries.ts';
export type { KeptPlaces } from './read/few-places.queries.ts';
export {
  amongRare,
  orderConditions,
  pageAfter,
  rareOrders,
  withoutDates,
} from './read/order-filter.queries.ts';
export type { OrderColumns, OrderFilter } from './read/order-filter.queries.ts';
export { ownOrders } from './read/own-orders.queries.ts';
export { inOrderScope } from './read/scope.queries.ts';
export { pagedBy } from './read/paged.ts';
export { isToldByPlace, keptSumsOf } from './read/told-by-sums.ts';
export type { KeptSums } from './read/told-by-sums.ts';
export { endsOf } from './read/whole-days.ts';
export type { WholeDays } from './read/whole-days.ts';
export { recordsShownSince } from './read/request-records.ts';
export { auditOf, exchangesOf } from './read/story.queries.ts';
export {
  feeLinesFor,
  knowsPeople,
  presentExchanges,
  presentJournals,
  presentRateVersion,
  presentTimeline,
  seesTheChain,
} from './read/story.present.ts';
export { orderLocks, yields } from './lock/order-locks.store.ts';
export { nameSlip } from './slips/slips.store.ts';
export { bindSlips } from './slips/slips.routes.ts';
export { TicketRefused } from './ticket.ts';
export type { Ticket, Verdict } from './ticket.ts';
export { toldOrders } from './tell/told-orders.store.ts';
