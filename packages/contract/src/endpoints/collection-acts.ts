import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { done, id, instant } from '../fields.ts';
import { orderId } from '../order-fields.ts';
import { plainLine } from '../plain-text.ts';
import { reason, stepUp } from '../step-up.ts';

/** Keeps an order to oneself for a few minutes; again keeps it longer. */
export const lockCollection = endpoint({
  method: 'POST',
  path: '/collection/transactions/{id}/lock',
  access: { permission: 'collections.transactions.lock' },
  input: z.strictObject(orderId),
  output: z.object({ lock_until: instant }),
});

export const unlockCollection = endpoint({
  method: 'POST',
  path: '/collection/transactions/{id}/unlock',
  access: { permission: 'collections.transactions.lock' },
  input: z.strictObject(orderId),
  output: done,
});

const lockedOrder = z.object({
  id: z.string(),
  no: z.string(),
  locked_by: z.object({ id: z.string(), name: z.string() }),
  lock_until: instant,
});
export type LockedOrder = z.output<typeof lockedOrder>;

/** Orders of the caller's tree that somebody has to himself now. */
export const lockedCollections = endpoint({
  method: 'GET',
  path: '/collection/setting/locked',
  access: { permission: 'collections.setting.unlockOrders' },
  input: z.strictObject({}),
  output: z.object({ items: z.array(lockedOrder) }),
});

/** Takes them from whoever has them; 404 where none of them was locked. */
export const unlockCollections = endpoint({
  method: 'POST',
  path: '/collection/setting/unlockOrders',
  access: { permission: 'collections.setting.unlockOrders' },
  idempotent: true,
  input: z.strictObject({ order_ids: z.array(id).min(1).max(200), reason, ...stepUp }),
  output: z.object({ cleared: z.number() }),
});

/**
 * Counts today's use of receiving cards and channels anew, of one merchant where he is named; 'No card number found' where nothing was
 * used, and for payouts and withdrawals, whose own settings clear them.
 */
export const clearCollectionCardUsage = endpoint({
  method: 'POST',
  path: '/collection/setting/clearCardUsage',
  access: { permission: 'collections.setting.clearCardUsage' },
  idempotent: true,
  input: z.strictObject({
    card_no: z.string().trim().max(128).regex(plainLine).optional(),
    scope: z.enum(['collection', 'payout', 'withdrawal']).default('collection'),
    channel_id: id.optional(),
    customer_id: id.optional(),
    reason,
    ...stepUp,
  }),
  output: z.object({ cleared: z.number() }),
});

/** What an act would do to an order, and the fingerprint that the act sends back. */
const effect = z.object({
  effect: z.array(z.object({ field: z.enum(['status']), before: z.string(), after: z.string() })),
  hash: z.string(),
});
export type ActEffect = z.output<typeof effect>;

/** By its effect's fingerprint: what has changed since is refused as `staleEdit`. */
const decided = { ...orderId, reason, ...stepUp, effect_hash: z.string().max(64) };
const carriedOut = z.object({ state: z.literal('done') });

/** A test order ends as paid, in the test book alone: no money moves. */
export const testSupply = endpoint({
  method: 'POST',
  path: '/collection/transactions/{id}/testSupply',
  access: { permission: 'collections.transactions.testSupply' },
  idempotent: true,
  input: z.strictObject(decided),
  output: carriedOut,
});

export const testSupplyEffect = endpoint({
  method: 'POST',
  path: '/collection/transactions/{id}/testSupply/effect',
  access: { permission: 'collections.transactions.testSupply' },
  input: z.strictObject(orderId),
  output: effect,
});

/** An unpaid order ends as unusual; what is paid for it afterwards is set aside. */
export const markAbnormal = endpoint({
  method: 'POST',
  path: '/collection/transactions/{id}/abnormal',
  access: { permission: 'collections.transactions.abnormal' },
  idempotent: true,
  input: z.strictObject(decided),
  output: carriedOut,
});

/** So many orders one call takes. */
export const endedMost = 500;

/** The same for many at once, with one proof; each that cannot be is told with the reason, and stops no other. */
export const markManyAbnormal = endpoint({
  method: 'POST',
  path: '/collection/transactions/bulk',
  access: { permission: 'collections.transactions.abnormal' },
  idempotent: true,
  input: z.strictObject({
    act: z.literal('abnormal'),
    ids: z.array(id).min(1).max(endedMost),
    reason,
    ...stepUp,
  }),
  output: z.object({
    items: z.array(
      z.object({ id: z.string(), outcome: z.enum(['done', 'refused']), message: z.string().nullable() }),
    ),
  }),
});

export const markAbnormalEffect = endpoint({
  method: 'POST',
  path: '/collection/transactions/{id}/abnormal/effect',
  access: { permission: 'collections.transactions.abnormal' },
  input: z.strictObject(orderId),
  output: effect,
});
