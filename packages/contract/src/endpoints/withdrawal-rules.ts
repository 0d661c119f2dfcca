import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import {
  amountInput,
  currency,
  id,
  instant,
  listOf,
  money,
  paging,
  queriedVersion,
  searchText,
} from '../fields.ts';
import { patterns } from '../patterns.ts';
import { reason, stepUp } from '../step-up.ts';
import { submission } from './approvals.ts';
import { withdrawalTypes } from './withdrawals.ts';

const ref = z.object({ id: z.string(), name: z.string() });
export const withdrawalRoles = ['customer', 'agent', 'subAgent', 'middleman'] as const;
const role = z.enum(withdrawalRoles);
const version = z.number().int().min(0);

/** When withdrawals are open; 0 is Sunday, and a window may run over midnight. Empty is always. */
const openHours = z
  .array(
    z.strictObject({
      days: z.array(z.number().int().min(0).max(6)).min(1).max(7),
      from: z.string().regex(patterns.hourMinute),
      to: z.string().regex(patterns.hourMinute),
    }),
  )
  .max(20);

/** The rules as they are read: amounts at the ledger scale, `0.0000` is no limit. */
const ruleValues = {
  min: money,
  max: money,
  daily_amount: money,
  daily_count: z.number(),
  per_card_daily: money,
  card_usage_limit: z.number(),
  window: openHours,
  holidays_closed: z.boolean(),
  /** Up to this much of a day one person decides; 0 is never. */
  auto_approve_max: money,
  settle_accounts_max: z.number(),
};
const houseValues = {
  ...ruleValues,
  /** How long a new account rests, and a rate stands still. */
  account_rest_h: z.number(),
  rate_lock_s: z.number(),
  /** The specification asks for a code at every application: it cannot be switched off. */
  two_factor_required: z.literal(true),
};
const count = z.number().int().min(0).max(1_000_000);
/** The same as a person sets them. */
const ruleInput = {
  min: amountInput,
  max: amountInput,
  daily_amount: amountInput,
  daily_count: count,
  per_card_daily: amountInput,
  card_usage_limit: count,
  window: openHours,
  holidays_closed: z.boolean(),
  auto_approve_max: amountInput,
  settle_accounts_max: count,
};

const own = z.object(ruleValues);
export const withdrawRuleRow = z.object({
  user: ref,
  role,
  currency,
  /** What was set for this owner; null where the configuration stands. */
  own: z.object({
    min: money.nullable(),
    max: money.nullable(),
    daily_amount: money.nullable(),
    daily_count: z.number().nullable(),
    per_card_daily: money.nullable(),
    card_usage_limit: z.number().nullable(),
    window: openHours.nullable(),
    holidays_closed: z.boolean().nullable(),
    auto_approve_max: money.nullable(),
    settle_accounts_max: z.number().nullable(),
  }),
  effective: own,
  /** 0 where nothing was set. */
  version,
  actions: z.array(z.enum(['create', 'update', 'delete'])),
});
export type WithdrawRuleRow = z.output<typeof withdrawRuleRow>;

/** The owners of one's tree with the rules that hold for them; those with rules of their own first. */
export const withdrawRules = endpoint({
  method: 'GET',
  path: '/withdraws/setting',
  access: { permission: 'withdraws.setting.get' },
  whileActing: 'allowed',
  input: z.strictObject({ ...paging, user_id: id.optional(), search: searchText.optional() }),
  output: listOf(withdrawRuleRow, z.object({})),
});

/** Null is inherited. More that is approved by itself waits for a second person. */
export const setWithdrawRule = endpoint({
  method: 'PUT',
  path: '/withdraws/setting/{id}',
  access: { permission: 'withdraws.setting.update' },
  idempotent: true,
  input: z.strictObject({
    /** The owner's. */
    id,
    currency,
    version,
    reason,
    ...stepUp,
    min: amountInput.nullable(),
    max: amountInput.nullable(),
    daily_amount: amountInput.nullable(),
    daily_count: count.nullable(),
    per_card_daily: amountInput.nullable(),
    card_usage_limit: count.nullable(),
    window: openHours.nullable(),
    holidays_closed: z.boolean().nullable(),
    auto_approve_max: amountInput.nullable(),
    settle_accounts_max: count.nullable(),
  }),
  output: submission,
});

export const deleteWithdrawRule = endpoint({
  method: 'DELETE',
  path: '/withdraws/setting/{id}',
  access: { permission: 'withdraws.setting.delete' },
  idempotent: true,
  input: z.strictObject({ id, currency, version: queriedVersion, reason, ...stepUp }),
  output: submission,
});

/** The uses of an account count from now on again. Nothing found answers 'No card number found'. */
export const clearWithdrawCardUsage = endpoint({
  method: 'POST',
  path: '/withdraws/setting/clearCardUsage',
  access: { permission: 'withdraws.setting.clearCardUsage' },
  idempotent: true,
  input: z.strictObject({ card_no: searchText.min(1), reason, ...stepUp }),
  output: z.object({ cleared: z.number() }),
});

export const withdrawConfigRow = z.object({ role, currency, ...houseValues, version });
export type WithdrawConfigRow = z.output<typeof withdrawConfigRow>;

const holiday = z.strictObject({ day: z.iso.date(), name: searchText.min(1) });

/** What holds for owners without rules of their own, and the days on which banks rest. */
export const withdrawConfig = endpoint({
  method: 'GET',
  path: '/withdraws/config',
  access: { permission: 'withdraws.config.get' },
  whileActing: 'allowed',
  input: z.strictObject({}),
  output: z.object({ items: z.array(withdrawConfigRow), holidays: z.array(holiday) }),
});

export const setWithdrawConfig = endpoint({
  method: 'PUT',
  path: '/withdraws/config',
  access: { permission: 'withdraws.config.update' },
  idempotent: true,
  input: z.strictObject({
    role,
    currency,
    version,
    reason,
    ...stepUp,
    ...ruleInput,
    account_rest_h: z.number().int().min(0).max(720),
    rate_lock_s: z.number().int().min(60).max(604_800),
    two_factor_required: z.literal(true),
  }),
  output: submission,
});

/** The list as a whole from today on; days that are over stay. */
export const setHolidays = endpoint({
  method: 'PUT',
  path: '/settings/holidays',
  access: { permission: 'withdraws.config.update' },
  idempotent: true,
  input: z.strictObject({ holidays: z.array(holiday).max(400), reason, ...stepUp }),
  output: submission,
});

export const withdrawFeeRow = z.object({
  id: z.string(),
  /** Whose price it is; null where it is that of a kind of owner. */
  user: ref.nullable(),
  role: role.nullable(),
  currency,
  target_currency: currency,
  type: z.enum(withdrawalTypes),
  pct: z.string(),
  /** In the currency that arrives. */
  fixed: money,
  mode: z.enum(['inside', 'outside']),
  /** What of it the platform keeps; null for whoever is not told. */
  platform_share: z.object({ pct: z.string(), fixed: money }).nullable(),
  valid_from: instant,
  version,
  actions: z.array(z.enum(['update', 'delete'])),
});
export type WithdrawFeeRow = z.output<typeof withdrawFeeRow>;

/** The prices of one's tree; whoever only pays reads those that hold for himself. */
export const withdrawFees = endpoint({
  method: 'GET',
  path: '/withdraws/fee',
  access: { permission: 'withdraws.fee.get' },
  whileActing: 'allowed',
  input: z.strictObject({ ...paging, user_id: id.optional(), currency: currency.optional() }),
  output: listOf(withdrawFeeRow, z.object({})),
});

/** Texts as typed: what is no fee is refused with one sentence ('Please check the handling fee'). */
const price = {
  pct: searchText,
  fixed: searchText,
  mode: z.enum(['inside', 'outside']),
  /** The platform's to set; a senior agent's house leaves it out. */
  platform_share: z.strictObject({ pct: searchText, fixed: searchText }).optional(),
  reason,
  ...stepUp,
};

export const addWithdrawFee = endpoint({
  method: 'POST',
  path: '/withdraws/fee',
  access: { permission: 'withdraws.fee.create' },
  idempotent: true,
  input: z.strictObject({
    user_id: id.optional(),
    role: role.optional(),
    currency,
    target_currency: currency.optional(),
    type: z.enum(withdrawalTypes),
    valid_from: instant.optional(),
    ...price,
  }),
  output: submission,
});

export const updateWithdrawFee = endpoint({
  method: 'PUT',
  path: '/withdraws/fee/{id}',
  access: { permission: 'withdraws.fee.update' },
  idempotent: true,
  input: z.strictObject({ id, version, ...price }),
  output: submission,
});

export const deleteWithdrawFee = endpoint({
  method: 'DELETE',
  path: '/withdraws/fee/{id}',
  access: { permission: 'withdraws.fee.delete' },
  idempotent: true,
  input: z.strictObject({ id, version: queriedVersion, reason, ...stepUp }),
  output: submission,
});
