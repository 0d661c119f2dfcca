import { collectionExpiresMaxS, collectionExpiresMinS } from '@suanpan/domain/limits';
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { amountInput, id, money } from '../fields.ts';

export const latePayments = ['credit', 'abnormal'] as const;

/** A null leaves it to whoever stands above. */
const words = {
  /** Until when an order waits whose merchant names no time. */
  expires_in_s: z.number().int().min(collectionExpiresMinS).max(collectionExpiresMaxS).nullable(),
  same_name: z.strictObject({
    minutes: z.number().int().min(1).max(1_440).nullable(),
    /** Orders of one name that may wait at a time; 0 is no limit. */
    count: z.number().int().min(0).max(1_000).nullable(),
  }),
  late_payment: z.enum(latePayments).nullable(),
  callback: z.strictObject({
    /** Waits before the automatic attempts, the first of them at once. */
    delays_s: z.array(z.number().int().min(0).max(86_400)).min(1).max(12).nullable(),
    hold_after_8h: z.boolean().nullable(),
  }),
  ring_new_orders: z.boolean().nullable(),
  /** How much another sum may differ from what was asked and still pay the order, in the order's currency. */
  tolerance: amountInput.nullable(),
};

/** What is set here, what holds, and from whom it comes: null where it is set here or nobody says anything. */
const field = <Value extends z.ZodType>(value: Value) =>
  z.object({
    own: value.nullable(),
    effective: value,
    inherited_from: z.object({ id: z.string(), name: z.string() }).nullable(),
  });

export const collectionSetting = z.object({
  /** Whose it is; null for the platform. */
  user: z.object({ id: z.string(), name: z.string(), kind: z.enum(['customer', 'agent']) }).nullable(),
  /** Of what is set here; 0 where nothing is. */
  v: z.number(),
  expires_in_s: field(z.number()),
  same_name: z.object({ minutes: field(z.number()), count: field(z.number()) }),
  /** `channel` where nobody says anything: each channel has its own way. */
  late_payment: field(z.enum(['credit', 'abnormal', 'channel'])),
  callback: z.object({ delays_s: field(z.array(z.number())), hold_after_8h: field(z.boolean()) }),
  ring_new_orders: field(z.boolean()),
  tolerance: field(money),
});
export type CollectionSetting = z.output<typeof collectionSetting>;

/** Of a merchant or senior agent of one's tree; without one, of the platform, or of the senior agent who asks. */
export const getCollectionSetting = endpoint({
  method: 'GET',
  path: '/collection/setting',
  access: { permission: 'collections.setting.get' },
  whileActing: 'allowed',
  input: z.strictObject({ user_id: id.optional() }),
  output: collectionSetting,
});

/** Sets all of it over the version that was read; refuses `staleEdit` where it has moved on. */
export const updateCollectionSetting = endpoint({
  method: 'PUT',
  path: '/collection/setting',
  access: { permission: 'collections.setting.update' },
  input: z.strictObject({ user_id: id.optional(), v: z.number().int().min(0).max(1_000_000_000), ...words }),
  output: collectionSetting,
});

/** Whether new orders ring at the caller: what his own house has set. */
export const ringsForOrders = endpoint({
  method: 'GET',
  path: '/collection/setting/rings',
  access: { permission: 'collections.transactions.get' },
  whileActing: 'allowed',
  input: z.strictObject({}),
  output: z.object({ rings: z.boolean() }),
});
