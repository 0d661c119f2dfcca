import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { amountInput, currency, done, id, listOf, money, paging, searchText } from '../fields.ts';
import { patterns } from '../patterns.ts';
import { reason } from '../step-up.ts';
import { submission } from './approvals.ts';
import { channelWindow, price } from './channel-row.ts';

const ref = z.object({ id: z.string(), name: z.string() });
const version = z.number().int().min(0);
const queriedVersion = z.union([version, z.string().regex(patterns.count).transform(Number)]);
const typedPrice = z.strictObject({ pct: searchText, per_item: searchText });

/** One channel of a template: what a merchant's use of it is set to. */
const itemSettings = {
  channel_id: id,
  alias: z.string().regex(patterns.methodCode),
  weight: z.number().int().min(0).max(10_000),
  polling: z.boolean(),
  priority: z.number().int().min(1).max(99).nullable(),
};
const modelItem = z.object({
  ...itemSettings,
  channel: z.string(),
  currency,
  limits: z.object({
    min_amount: money,
    max_amount: money,
    daily_amount: money,
    daily_count: z.number(),
    balance_limit: money.nullable(),
    windows: z.array(channelWindow),
  }),
  fees: z.object({ merchant: price, sub_agent: price, middleman: price }),
});
export type ModelItem = z.output<typeof modelItem>;

const itemInput = z.strictObject({
  ...itemSettings,
  /** 0 is no limit; a balance limit that is null and hours that are empty limit nothing. */
  limits: z.strictObject({
    min_amount: amountInput,
    max_amount: amountInput,
    daily_amount: amountInput,
    daily_count: z.number().int().min(0).max(1_000_000),
    balance_limit: amountInput.nullable(),
    windows: z.array(channelWindow).max(20),
  }),
  fees: z.strictObject({ merchant: typedPrice, sub_agent: typedPrice, middleman: typedPrice }),
});

const channelModelRow = z.object({
  id: z.string(),
  name: z.string(),
  /** Whose it is; null is the platform's, which every tree may take. */
  agent: ref.nullable(),
  items: z.array(modelItem),
  /** Merchants who were given it. */
  customers: z.number(),
  v: z.number(),
  actions: z.array(z.enum(['update', 'delete'])),
});
export type ChannelModelRow = z.output<typeof channelModelRow>;

const modelsInput = z.strictObject({ ...paging, search: searchText.optional() });
const modelsOutput = listOf(channelModelRow, z.object({}));
const modelFields = { name: searchText.min(1).max(64), items: z.array(itemInput).min(1).max(100) };
/** The platform names a senior agent whose template it is, or nobody. */
const addModelInput = z.strictObject({ ...modelFields, agent_id: id.optional() });
const updateModelInput = z.strictObject({ id, v: version, ...modelFields });
const deleteModelInput = z.strictObject({ id, v: queriedVersion });

export const collectionModels = endpoint({
  method: 'GET',
  path: '/collection_method/models',
  access: { permission: 'collectionMethod.c_m.get' },
  whileActing: 'allowed',
  input: modelsInput,
  output: modelsOutput,
});
export const addCollectionModel = endpoint({
  method: 'POST',
  path: '/collection_method/models',
  access: { permission: 'collectionMethod.c_m.create' },
  input: addModelInput,
  output: done,
});
export const updateCollectionModel = endpoint({
  method: 'PUT',
  path: '/collection_method/models/{id}',
  access: { permission: 'collectionMethod.c_m.update' },
  input: updateModelInput,
  output: done,
});
export const deleteCollectionModel = endpoint({
  method: 'DELETE',
  path: '/collection_method/models/{id}',
  access: { permission: 'collectionMethod.c_m.delete' },
  input: deleteModelInput,
  output: done,
});
export const payoutModels = endpoint({
  method: 'GET',
  path: '/payment_method/models',
  access: { permission: 'paymentMethod.customer_p_m.get' },
  whileActing: 'allowed',
  input: modelsInput,
  output: modelsOutput,
});
export const addPayoutModel = endpoint({
  method: 'POST',
  path: '/payment_method/models',
  access: { permission: 'paymentMethod.customer_p_m.create' },
  input: addModelInput,
  output: done,
});
export const updatePayoutModel = endpoint({
  method: 'PUT',
  path: '/payment_method/models/{id}',
  access: { permission: 'paymentMethod.customer_p_m.update' },
  input: updateModelInput,
  output: done,
});
export const deletePayoutModel = endpoint({
  method: 'DELETE',
  path: '/payment_method/models/{id}',
  access: { permission: 'paymentMethod.customer_p_m.delete' },
  input: deleteModelInput,
  output: done,
});

const customerModelRow = z.object({
  customer: ref,
  agent: ref,
  /** Null where he was given none. */
  model: ref.nullable(),
  channels: z.array(z.object({ channel: z.string(), alias: z.string(), enabled: z.boolean() })),
  /** Channels in which he is not as the template says. */
  differs: z.array(z.string()),
  actions: z.array(z.enum(['update', 'delete'])),
});
export type CustomerModelRow = z.output<typeof customerModelRow>;

const customerModelsInput = z.strictObject({
  ...paging,
  /** A template's. */
  id: id.optional(),
  channel_name: searchText.optional(),
  search: searchText.optional(),
});
const customerModelsOutput = listOf(customerModelRow, z.object({}));
const given = {
  model_id: id,
  customer_ids: z.array(id).min(1).max(500),
  /** What a merchant has already stays as it is; otherwise it is set anew, and what the template lacks is switched off. */
  keep_own: z.boolean(),
};
const giveInput = z.strictObject({ ...given, effect_hash: z.string().max(64), reason });
const giveEffectInput = z.strictObject(given);
const giveEffectOutput = z.object({
  /** What becomes of each merchant's channels. */
  effect: z.array(
    z.object({ customer: ref, added: z.number(), changed: z.number(), off: z.number(), kept: z.number() }),
  ),
  hash: z.string(),
});
export type GiveModelEffect = z.output<typeof giveEffectOutput>;
const dropInput = z.strictObject({ id });

export const collectionCustomerModels = endpoint({
  method: 'GET',
  path: '/collection_method/customer_models',
  access: { permission: 'collectionMethod.customer_c_m.get' },
  whileActing: 'allowed',
  input: customerModelsInput,
  output: customerModelsOutput,
});
/** Where it sets a price, the whole waits for a second person. */
export const giveCollectionModel = endpoint({
  method: 'PUT',
  path: '/collection_method/customer_models',
  access: { permission: 'collectionMethod.customer_c_m.update' },
  input: giveInput,
  output: submission,
});
export const giveCollectionModelEffect = endpoint({
  method: 'PUT',
  path: '/collection_method/customer_models/effect',
  access: { permission: 'collectionMethod.customer_c_m.update' },
  input: giveEffectInput,
  output: giveEffectOutput,
});
/** The merchant goes by no template any more; his channels stay as they are. */
export const dropCollectionModel = endpoint({
  method: 'DELETE',
  path: '/collection_method/customer_models/{id}',
  access: { permission: 'collectionMethod.customer_c_m.delete' },
  input: dropInput,
  output: done,
});
export const payoutCustomerModels = endpoint({
  method: 'GET',
  path: '/payment_method/customer_models',
  access: { permission: 'paymentMethod.customer_p_m.get' },
  whileActing: 'allowed',
  input: customerModelsInput,
  output: customerModelsOutput,
});
export const givePayoutModel = endpoint({
  method: 'PUT',
  path: '/payment_method/customer_models',
  access: { permission: 'paymentMethod.customer_p_m.update' },
  input: giveInput,
  output: submission,
});
export const givePayoutModelEffect = endpoint({
  method: 'PUT',
  path: '/payment_method/customer_models/effect',
  access: { permission: 'paymentMethod.customer_p_m.update' },
  input: giveEffectInput,
  output: giveEffectOutput,
});
export const dropPayoutModel = endpoint({
  method: 'DELETE',
  path: '/payment_method/customer_models/{id}',
  access: { permission: 'paymentMethod.customer_p_m.delete' },
  input: dropInput,
  output: done,
});
