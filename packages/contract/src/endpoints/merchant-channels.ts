import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { amountInput, currency, done, id, instant, listOf, money, paging, searchText } from '../fields.ts';
import { patterns } from '../patterns.ts';
import { reason } from '../step-up.ts';
import { submission, waitingActs } from './approvals.ts';
import { channelRow, channelWindow } from './channel-row.ts';

const ref = z.object({ id: z.string(), name: z.string() });
const version = z.number().int().min(0);
const queriedVersion = z.union([version, z.string().regex(patterns.count).transform(Number)]);

/** A merchant's use of a channel. */
const merchantChannelRow = z.object({
  ...channelRow,
  agent: ref,
  /** The tier set for this merchant; null is the channel's own. */
  own_priority: z.number().nullable(),
  allow_loss: z.boolean(),
  /** Whoever paid by it last goes by it again. */
  keeps_payers: z.boolean(),
  /** The channel itself is switched on, whatever the merchant's own switch. */
  channel_enabled: z.boolean(),
  /** What the channel itself takes; 0 is no limit. */
  channel_min: money,
  channel_max: money,
});
export type MerchantChannelRow = z.output<typeof merchantChannelRow>;

const merchantRow = z.object({
  customer: ref,
  agent: ref,
  currency,
  customer_methods: z.array(merchantChannelRow),
  /** The general agent to whom he is bound. */
  customer_subagents: z.array(z.object({ id: z.string(), user_subagent: ref })),
  /** Prices of his channels, and channels that he is to have. */
  waiting_acts: waitingActs,
  actions: z.array(z.enum(['create', 'exceptions', 'check'])),
});
export type MerchantRow = z.output<typeof merchantRow>;

const listInput = z.strictObject({
  ...paging,
  search: searchText.optional(),
  /** A channel's. */
  method_id: id.optional(),
  alias: searchText.optional(),
  /** One merchant. */
  customer_id: id.optional(),
});
const listOutput = listOf(merchantRow, z.object({ channels: z.number(), enabled: z.number() }));

/** The merchants of one's tree with the channels by which they are paid; `total` counts merchants. */
export const collectionMerchants = endpoint({
  method: 'GET',
  path: '/collection_method/customers',
  access: { permission: 'collectionMethod.customers.get' },
  whileActing: 'allowed',
  input: listInput,
  output: listOutput,
});
export const payoutMerchants = endpoint({
  method: 'GET',
  path: '/payment_method/customers',
  access: { permission: 'paymentMethod.customers.get' },
  whileActing: 'allowed',
  input: listInput,
  output: listOutput,
});

const unsetRow = z.object({ customer: ref, agent: ref, since: instant });
export type UnsetRow = z.output<typeof unsetRow>;

/** Merchants who cannot pay anybody: without a channel for payouts that is switched on. */
export const merchantsWithoutPayouts = endpoint({
  method: 'GET',
  path: '/payment_method/customers/unset',
  access: { permission: 'paymentMethod.customers.get' },
  whileActing: 'allowed',
  input: z.strictObject({ ...paging, search: searchText.optional() }),
  output: listOf(unsetRow, z.object({})),
});

/** Percent and a sum for each order, as typed: what is no price is refused ('Please check the handling fee'). */
const priceInput = z.strictObject({ pct: searchText, per_item: searchText });

/** 0 is no limit; a balance limit that is null and hours that are empty limit nothing. */
const settings = {
  alias: z.string().regex(patterns.methodCode),
  weight: z.number().int().min(0).max(10_000),
  polling: z.boolean(),
  priority: z.number().int().min(1).max(99).nullable(),
  min_amount: amountInput,
  max_amount: amountInput,
  daily_amount: amountInput,
  daily_count: z.number().int().min(0).max(1_000_000),
  balance_limit: amountInput.nullable(),
  windows: z.array(channelWindow).max(20),
  enabled: z.boolean(),
  /** Lets an order cost the senior agent more than it brings him; then with a reason. */
  allow_loss: z.boolean().optional(),
  /** Of collections alone: whoever paid by it last goes by it again, in the lowest tier and within all limits. */
  keeps_payers: z.boolean().optional(),
  reason: reason.optional(),
};
const added = {
  customer_id: id,
  channel_id: id,
  ...settings,
  merchant_fee: priceInput,
  sub_agent_fee: priceInput.optional(),
  middleman_fee: priceInput.optional(),
};
const changed = { id, v: version, ...settings };
const removed = { id, v: queriedVersion };

/** By the effect that was shown: what has changed since is refused as `staleEdit`. */
const seen = { effect_hash: z.string().max(64) };
const addInput = z.strictObject({ ...added, ...seen, reason });
const addEffectInput = z.strictObject(added);
const changeInput = z.strictObject({ ...changed, ...seen });
const changeEffectInput = z.strictObject(changed);
const removeInput = z.strictObject({ ...removed, ...seen });
const removeEffectInput = z.strictObject(removed);

/** The fields of a merchant's channel; their words are those of the list's columns. */
const merchantChannelFields = [
  'channel',
  'alias',
  'weight',
  'polling',
  'keeps_payers',
  'priority',
  'min_amount',
  'max_amount',
  'daily_amount',
  'daily_count',
  'balance_limit',
  'windows',
  'enabled',
  'allow_loss',
  'merchant_fee',
  'sub_agent_fee',
  'middleman_fee',
] as const;

const effectOutput = z.object({
  effect: z.array(
    z.object({
      field: z.enum(merchantChannelFields),
      before: z.string().nullable(),
      after: z.string().nullable(),
    }),
  ),
  /** Said where the senior agent would lose by it; it is then saved with `allow_loss` alone. */
  loss: z.string().nullable(),
  hash: z.string(),
});
export type MerchantChannelEffect = z.output<typeof effectOutput>;

/** Its first price waits for a second person. */
export const addCollectionMerchant = endpoint({
  method: 'POST',
  path: '/collection_method/customers',
  access: { permission: 'collectionMethod.customers.create' },
  input: addInput,
  output: submission,
});
export const addCollectionMerchantEffect = endpoint({
  method: 'POST',
  path: '/collection_method/customers/effect',
  access: { permission: 'collectionMethod.customers.create' },
  input: addEffectInput,
  output: effectOutput,
});
/** Where a loss is allowed that was not, the whole waits for a second person. */
export const updateCollectionMerchant = endpoint({
  method: 'PUT',
  path: '/collection_method/customers/{id}',
  access: { permission: 'collectionMethod.customers.update' },
  input: changeInput,
  output: submission,
});
export const updateCollectionMerchantEffect = endpoint({
  method: 'PUT',
  path: '/collection_method/customers/{id}/effect',
  access: { permission: 'collectionMethod.customers.update' },
  input: changeEffectInput,
  output: effectOutput,
});
export const removeCollectionMerchant = endpoint({
  method: 'DELETE',
  path: '/collection_method/customers/{id}',
  access: { permission: 'collectionMethod.customers.delete' },
  input: removeInput,
  output: done,
});
export const removeCollectionMerchantEffect = endpoint({
  method: 'DELETE',
  path: '/collection_method/customers/{id}/effect',
  access: { permission: 'collectionMethod.customers.delete' },
  input: removeEffectInput,
  output: effectOutput,
});
export const addPayoutMerchant = endpoint({
  method: 'POST',
  path: '/payment_method/customers',
  access: { permission: 'paymentMethod.customers.create' },
  input: addInput,
  output: submission,
});
export const addPayoutMerchantEffect = endpoint({
  method: 'POST',
  path: '/payment_method/customers/effect',
  access: { permission: 'paymentMethod.customers.create' },
  input: addEffectInput,
  output: effectOutput,
});
export const updatePayoutMerchant = endpoint({
  method: 'PUT',
  path: '/payment_method/customers/{id}',
  access: { permission: 'paymentMethod.customers.update' },
  input: changeInput,
  output: submission,
});
export const updatePayoutMerchantEffect = endpoint({
  method: 'PUT',
  path: '/payment_method/customers/{id}/effect',
  access: { permission: 'paymentMethod.customers.update' },
  input: changeEffectInput,
  output: effectOutput,
});
export const removePayoutMerchant = endpoint({
  method: 'DELETE',
  path: '/payment_method/customers/{id}',
  access: { permission: 'paymentMethod.customers.delete' },
  input: removeInput,
  output: done,
});
export const removePayoutMerchantEffect = endpoint({
  method: 'DELETE',
  path: '/payment_method/customers/{id}/effect',
  access: { permission: 'paymentMethod.customers.delete' },
  input: removeEffectInput,
  output: effectOutput,
});

/** A rule: the first whose conditions all hold decides, and no other after it. */
const exceptionIf = {
  /** The merchant whose rules these are, where it is said. */
  customer_id: id.optional(),
  /** The payer of a collection, the payee of a payout: by name, however it is written. */
  payer: searchText.min(1).optional(),
  window: channelWindow.optional(),
};
const exceptionThen = {
  n: z.number().int().min(1).max(200),
  then: z.enum(['force', 'exclude']),
  channel_id: id,
  until: instant.optional(),
  note: searchText,
};
const exceptionRule = z.object({
  ...exceptionThen,
  channel: z.string(),
  if: z.object({ ...exceptionIf, amount_min: money.optional(), amount_max: money.optional() }),
});
export type ExceptionRule = z.output<typeof exceptionRule>;
const exceptionsOutput = z.object({ currency, items: z.array(exceptionRule), v: z.number() });
const exceptionsInput = z.strictObject({
  id,
  v: version,
  items: z
    .array(
      z.strictObject({
        ...exceptionThen,
        if: z.strictObject({
          ...exceptionIf,
          amount_min: amountInput.optional(),
          amount_max: amountInput.optional(),
        }),
      }),
    )
    .max(200),
});

export const collectionExceptions = endpoint({
  method: 'GET',
  path: '/collection_method/customers/{id}/exceptions',
  access: { permission: 'collectionMethod.customers.exceptions' },
  input: z.strictObject({ id }),
  output: exceptionsOutput,
});
/** The list as a whole, over the version that was read. */
export const setCollectionExceptions = endpoint({
  method: 'PUT',
  path: '/collection_method/customers/{id}/exceptions',
  access: { permission: 'collectionMethod.customers.exceptions' },
  input: exceptionsInput,
  output: exceptionsOutput,
});
export const payoutExceptions = endpoint({
  method: 'GET',
  path: '/payment_method/customers/{id}/exceptions',
  access: { permission: 'paymentMethod.customers.exceptions' },
  input: z.strictObject({ id }),
  output: exceptionsOutput,
});
export const setPayoutExceptions = endpoint({
  method: 'PUT',
  path: '/payment_method/customers/{id}/exceptions',
  access: { permission: 'paymentMethod.customers.exceptions' },
  input: exceptionsInput,
  output: exceptionsOutput,
});

const lamps = ['green', 'amber', 'red', 'grey'] as const;
const checksOutput = z.object({
  items: z.array(
    z.object({
      channel_id: z.string(),
      channel: z.string(),
      /** Grey was never asked or cannot be; amber is slow or failed lately. */
      lamp: z.enum(lamps),
      last_at: instant.nullable(),
      ms: z.number().nullable(),
      error: z.string().nullable(),
      /** Percent of the questions of a day that were answered; null where nobody asked. */
      uptime_24h: z.string().nullable(),
    }),
  ),
});
export type ChannelChecks = z.output<typeof checksOutput>;

/** How the channels of a merchant answered lately. */
export const collectionChecks = endpoint({
  method: 'GET',
  path: '/collection_method/customers/{id}/checks',
  access: { permission: 'collectionMethod.customers.check' },
  input: z.strictObject({ id }),
  output: checksOutput,
});
/** Asks their providers now, by a question that moves nothing. */
export const runCollectionChecks = endpoint({
  method: 'POST',
  path: '/collection_method/customers/{id}/checks/run',
  access: { permission: 'collectionMethod.customers.check' },
  input: z.strictObject({ id }),
  output: checksOutput,
});
export const payoutChecks = endpoint({
  method: 'GET',
  path: '/payment_method/customers/{id}/checks',
  access: { permission: 'paymentMethod.customers.check' },
  input: z.strictObject({ id }),
  output: checksOutput,
});
export const runPayoutChecks = endpoint({
  method: 'POST',
  path: '/payment_method/customers/{id}/checks/run',
  access: { permission: 'paymentMethod.customers.check' },
  input: z.strictObject({ id }),
  output: checksOutput,
});
