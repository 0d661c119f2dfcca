/**
 * Collections: the order from its creation to its release. Promises: a merchant's order number makes one order; a
 * merchant is credited exactly once, and only after the provider confirmed it when asked; other money is set
 * aside and never lost; state, postings, news and audit stand in one transaction.
 */
export { openCollections } from './service.ts';
export { settleLanes } from './settle-lane.ts';
export type { Collections, CollectionsDeps } from './service.ts';
export { TicketRefused } from './create-request.ts';
export type { CreateOutcome, CreateRequest, Ticket, Verdict } from './create-request.ts';
export type { SettleOutcome, SettleRequest } from './settle-request.ts';
export { allocateCollection } from './allocate-collection.ts';
export type { AllocateRequest } from './allocate-collection.ts';
export { availableMethods, listMethods } from './available-methods.ts';
export type { Method } from './available-methods.ts';
export { claimPaid } from './claim-paid.ts';
export { closeCollection } from './close-collection.ts';
export { confirmCollection } from './confirm-collection.ts';
export { openBackfill } from './backfill-collections.ts';
export type { Backfill, BackfilledOrder, PastOrder } from './backfill-collections.ts';
export { setAside } from './set-aside.ts';
export type { FoundMoney } from './set-aside.ts';
export { currentAttempt } from './attempts.queries.ts';
export { findOrder, idOfOrderNo } from './collections.queries.ts';
export type { OrderRow } from './collections.queries.ts';
export { namePayer } from './name-payer.ts';
export { findOwnOrder, listOwnOrders } from './own-orders.queries.ts';
export type { OwnOrders } from './own-orders.queries.ts';
export { inScope, listCollections } from './search.queries.ts';
export type { ListedOrder } from './search.queries.ts';
export { maskName, presentCollection } from './collections.present.ts';
export { routeOf } from './story.queries.ts';
export type { CallbackStory } from './read-story.ts';
export { collectionExport } from './export-collections.ts';
export { bindCollections } from './collections.routes.ts';
export { startCollectionJobs } from './collections.jobs.ts';
export { releaseWork } from './release-collections.ts';
export { isReleaseOverdue } from './release.store.ts';
