/**
 * Collections: the order from its creation to its release. Promises: a merchant's order number makes one order; a
 * merchant is credited exactly once, and only after the provider confirmed it when asked; other money is set
 * aside and never lost; state, postings, news and audit stand in one transaction.
 */
export { unreadFeeds } from './awaited/awaited.queries.ts';
export { placesInUse } from './awaited/places-in-use.queries.ts';
export { receiveUnidentified } from './awaited/awaited.store.ts';
export { openCollections } from './service.ts';
export { settleLanes } from './settle/settle-lane.ts';
export type { Collections, CollectionsDeps } from './service.ts';
export type { CreateOutcome, CreateRequest } from './create/create-request.ts';
export type { SettleOutcome, SettleRequest } from './settle/settle-request.ts';
export { allocateCollection } from './send/allocate-collection.ts';
export type { AllocateRequest } from './send/allocate-collection.ts';
export { availableMethods, listMethods } from './route/available-methods.ts';
export type { Method } from './route/available-methods.ts';
export { claimPaid } from './send/claim-paid.ts';
export { collectionQueue } from './expire/queue.queries.ts';
export { closeCollection } from './expire/close-collection.ts';
export { confirmCollection } from './confirm/confirm-collection.ts';
export { openBackfill } from './backfill/backfill-collections.ts';
export type { Backfill, BackfilledOrder, PastOrder } from './backfill/backfill-collections.ts';
export { foldSums } from './collections.store.ts';
export { currentAttempt } from './route/attempts.queries.ts';
export { findOrder } from './collections.queries.ts';
export type { OrderRow } from './collections.queries.ts';
export { namePayer } from './send/name-payer.ts';
export { payerFormOf } from './send/payer-form.ts';
export { findOwnOrder, listOwnOrders } from './read/own-orders.queries.ts';
export { listCollections, sumCollections } from './read/search.queries.ts';
export type { ListedOrder } from './read/search.queries.ts';
export { maskName, presentCollection } from './read/collections.present.ts';
export { ordersNow, toldCollections } from './told-collections.ts';
export { channelSums, daySums, failuresByDay, hourSums } from './read/order-sums.queries.ts';
export type { ChannelSums, DaySums, HourSums, Subject } from './read/order-sums.queries.ts';
export { lastOrdersOf, merchantsOf } from './read/of-merchants.queries.ts';
export {
  collectionDaysCorrected,
  collectionFigures,
  collectionsSummed,
  firstCollectionDay,
} from './read/report-figures.queries.ts';
export { channelDays } from './read/channel-days.queries.ts';
export { orderRows } from './read/order-rows.queries.ts';
export { timesToPay } from './read/time-to-pay.queries.ts';
export { countOpenMatters, countUnmatchedReceipts } from './read/open-matters.queries.ts';
export type { OpenMatters } from './read/open-matters.queries.ts';
export { findPayerOrder } from './read/payer-order.queries.ts';
export type { PayerOrder } from './read/payer-order.queries.ts';
export { routeOf } from './read/story.queries.ts';
export { collectionSales } from './read/price-sales.queries.ts';
export type { CallbackStory } from './read/read-story.ts';
export { collectionExports } from './read/export-collections.ts';
export { checkoutUrlOf } from './create/checkout-token.ts';
export { freeLocked } from './acts/locks.queries.ts';
export { bindCollectionActs } from './acts/acts.routes.ts';
export { bindCollectionSetting } from './setting/setting.routes.ts';
export { privateTransferExport } from './private/export-private.ts';
export { bindPrivateTransfers } from './private/private.routes.ts';
export { bindReplay } from './replay/replay.routes.ts';
export { pastCollections } from './replay/replay.queries.ts';
export { bindByHand } from './by-hand/by-hand.routes.ts';
export { bindCollections } from './collections.routes.ts';
export { bindRefunds } from './refund/refunds.routes.ts';
export { listOwnRefunds, refundByMerchant } from './refund/merchant-refund.store.ts';
export type { OwnRefund } from './refund/merchant-refund.store.ts';
export { refundExport } from './refund/export-refunds.ts';
export { bindReceipts } from './receipts/receipts.routes.ts';
export { bindTransferFiles } from './files/transfer-files.routes.ts';
export type { ManualQueue } from './receipts/receipts.routes.ts';
export { listReceipts, sumReceipts } from './receipts/receipts.queries.ts';
export type { ReceiptFilter } from './receipts/receipts.queries.ts';
export { bindSupply } from './supply/supply.routes.ts';
export { startCollectionJobs } from './collections.jobs.ts';
export { NothingReleased, releaseWork } from './release/release-collections.ts';
export { isReleaseOverdue } from './release/release.store.ts';
