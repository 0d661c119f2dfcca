import { urlMaxLength } from '@suanpan/domain/limits';
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { amountInput, currency, id, instant, money, searchText } from '../fields.ts';
import { plainLine } from '../plain-text.ts';
import { reason, stepUp } from '../step-up.ts';
import { submission } from './approvals.ts';

const ref = z.object({ id: z.string(), name: z.string() });
const count = z.number().int().min(0).max(1_000_000);

/** How payouts leave: by themselves, or each by a person. */
export const dispatches = ['auto', 'manual'] as const;

/** The rules of velocity, and what of each can be set: how many, how much, or so many times the busiest hour of thirty days. */
export const velocities = {
  payee_hour: { by: 'payee', per: 'hour', sets: 'count' },
  payee_day: { by: 'payee', per: 'day', sets: 'amount' },
  user_hour: { by: 'user', per: 'hour', sets: 'count' },
  key_hour: { by: 'key', per: 'hour', sets: 'count' },
  merchant_hour: { by: 'merchant', per: 'hour', sets: 'factor' },
} as const;
export type VelocityName = keyof typeof velocities;

/** Amounts and counts of 0 are no limit; null is inherited. */
const rules = <Amount extends z.ZodType>(amount: Amount) => ({
  min: amount,
  max: amount,
  daily_amount: amount,
  daily_count: count.nullable().default(null),
  card_daily_count: count.nullable().default(null),
  card_daily_amount: amount,
  dispatch: z.enum(dispatches).nullable().default(null),
  /** From this amount on they are sent by hand although the others leave by themselves. */
  manual_from: amount,
  velocity: z
    .array(
      z.strictObject({
        by: z.enum(['merchant', 'key', 'payee', 'user']),
        per: z.enum(['hour', 'day']),
        count: count.nullable().default(null),
        amount: amount,
        factor: count.nullable().default(null),
      }),
    )
    .max(10),
});
const shown = z.object(rules(money.nullable()));
export type PayoutRules = z.output<typeof shown>;

/** The rules that can be inherited, by the name under which their origin is told. */
export const ruleNames = [
  'min',
  'max',
  'daily_amount',
  'daily_count',
  'card_daily_count',
  'card_daily_amount',
  'dispatch',
  'payee_hour',
  'payee_day',
  'user_hour',
  'key_hour',
  'merchant_hour',
] as const;

/**
 * The rules of payouts: of a merchant, of a senior agent's tree, or of the platform, where nobody is named. A senior agent who names
 * nobody has his own.
 */
export const payoutSetting = endpoint({
  method: 'GET',
  path: '/payment/setting',
  access: { permission: 'payment.setting.get' },
  whileActing: 'allowed',
  input: z.strictObject({ user_id: id.optional(), currency: currency.default('TWD') }),
  output: z.object({
    /** Null is the platform. */
    user: ref.nullable(),
    currency,
    own: shown,
    effective: shown,
    /** Whose rule holds where there is none of one's own; id 0 is the platform. */
    inherited_from: z.object(
      Object.fromEntries(ruleNames.map((name) => [name, ref.nullable()])) as Record<
        (typeof ruleNames)[number],
        ReturnType<typeof ref.nullable>
      >,
    ),
    version: z.number(),
  }),
});
export type PayoutSetting = z.output<typeof payoutSetting.output>;

/** Sets them. A senior agent may be stricter than the platform and never looser. */
export const updatePayoutSetting = endpoint({
  method: 'PUT',
  path: '/payment/setting',
  access: { permission: 'payment.setting.update' },
  input: z.strictObject({
    ...rules(amountInput.nullable().default(null)),
    user_id: id.optional(),
    currency: currency.default('TWD'),
    version: z.int32().min(0),
  }),
  output: z.object({ version: z.number() }),
});

/** Frees orders that people keep to themselves. What somebody pays by hand just now is not among them. */
export const unlockPayouts = endpoint({
  method: 'POST',
  path: '/payment/setting/unlockOrders',
  access: { permission: 'payment.setting.unlockOrders' },
  idempotent: true,
  input: z.strictObject({ order_ids: z.array(searchText.min(1)).min(1).max(200), reason, ...stepUp }),
  output: z.object({ cleared: z.number() }),
});

/** Counts the use of accounts anew; 'No card number found' where nobody had used any. */
export const clearPayoutCardUsage = endpoint({
  method: 'POST',
  path: '/payment/setting/clearCardUsage',
  access: { permission: 'payment.setting.clearCardUsage' },
  idempotent: true,
  input: z.strictObject({
    card_no: z.string().trim().max(64).regex(plainLine).optional(),
    scope: z.enum(['collection', 'payout', 'withdrawal']).default('payout'),
    channel_id: id.optional(),
    customer_id: id.optional(),
    reason,
    ...stepUp,
  }),
  output: z.object({ cleared: z.number() }),
});

/** What a test call can come to: yes, no answer in time, nobody there, or another answer. */
export const checkOutcomes = ['accepted', 'timeout', 'domain', 'refused'] as const;
export const checkedPayments = ['payout', 'withdrawal'] as const;

/** A merchant's own server, which is asked before money leaves (代付反查). */
export const auditSetting = endpoint({
  method: 'GET',
  path: '/settings/audit',
  access: { permission: 'payment.setting.get' },
  whileActing: 'allowed',
  input: z.strictObject({ user_id: id }),
  output: z.object({
    user: ref,
    enabled: z.boolean(),
    url: z.string(),
    applies: z.array(z.enum(checkedPayments)),
    key_set_at: instant.nullable(),
    last_result: z.enum(checkOutcomes).nullable(),
    version: z.number(),
  }),
});
export const updateAuditSetting = endpoint({
  method: 'PUT',
  path: '/settings/audit',
  access: { permission: 'payment.setting.update' },
  input: z.strictObject({
    user_id: id,
    enabled: z.boolean(),
    url: z.url({ protocol: /^https?$/ }).max(urlMaxLength),
    /** Written and never read; without it the one that is kept stays. */
    key: z.string().min(16).max(128).regex(plainLine).optional(),
    applies: z.array(z.enum(checkedPayments)).min(1).max(2),
    version: z.int32().min(0),
    reason,
  }),
  output: submission,
});
/** Asks that server about a payout that does not exist. */
export const testAuditSetting = endpoint({
  method: 'POST',
  path: '/settings/audit/test',
  access: { permission: 'payment.setting.update' },
  input: z.strictObject({ user_id: id }),
  output: z.object({ outcome: z.enum(checkOutcomes), ms: z.number(), message: z.string() }),
});
