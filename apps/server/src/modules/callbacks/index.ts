/**
 * News to merchants. Promises: every final state of an order that has an address becomes one event, whose id and
 * body never change; it is sent at least once and tried again by the schedule until it is acknowledged; per order
 * nothing older follows a newer state that was acknowledged; one bad endpoint does not delay the others; what a
 * flagged merchant may not get by itself after eight hours waits for a person.
 */
export type { Sending } from './sending.ts';
export { callbackExport } from './console/export-callbacks.ts';
export { unansweredOrders } from './callbacks.queries.ts';
export { openCallbacks } from './service.ts';
export type { CallbackDeps, Callbacks } from './service.ts';
export type { CallbackStatusListener } from './delivery/keep-outcomes.ts';
export { reissueNotice } from './reissue-notice.ts';
export { sendManualCallback } from './send-manual-callback.ts';
export { redeliver } from './redeliver.ts';
export { callbacksOf } from './callback-stories.ts';
export type { CallbackStories } from './callback-stories.ts';
export type { CallbackStory } from './callbacks.present.ts';
export { eventsAfter } from './events-after.ts';
export type { MerchantEvent } from './events-after.ts';
export { v1SecretPurpose, webhookSecretPurpose } from './delivery/secrets.ts';
export { rotateLegacySecret, rotateWebhookSecret } from './rotate-webhook-secret.ts';
export type { RotatedWebhookSecret } from './rotate-webhook-secret.ts';
