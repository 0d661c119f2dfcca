import { apiVersions } from '@suanpan/domain/callbacks/acknowledgement';
import { defaultSettleRule } from '@suanpan/domain/settlement';
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { amountInput, currency, done, id, instant, searchText } from '../fields.ts';
import { plainLine } from '../plain-text.ts';
import { reason, stepUp } from '../step-up.ts';
import { submission, waitingSubmission } from './approvals.ts';
import { userRow } from './users.ts';
import { patterns } from '../patterns.ts';

export const personName = z.string().trim().min(1).max(64).regex(plainLine);
export const newUsername = z.string().trim().min(3).max(64).regex(patterns.username);
export const phoneInput = z.string().trim().regex(patterns.phone);
export const emailInput = z.email().max(128);
/** The state an edit starts from, as the row told it. */
const version = z.iso.datetime();
const settleRule = z.string().regex(patterns.settleRule);

export const passwordLink = z.object({ url: z.string(), expires_at: instant });

/**
 * Changes what is given. Fields that this kind of user does not have are refused. What gives a merchant his money sooner waits
 * for a second person, whole and with a reason.
 */
export const editUser = endpoint({
  method: 'PATCH',
  path: '/users/{id}',
  access: { session: true },
  input: z.strictObject({
    id,
    version,
    name: personName.optional(),
    phone: phoneInput.nullable().optional(),
    email: emailInput.nullable().optional(),
    settle_rule: settleRule.optional(),
    payout_from_unsettled: z.boolean().optional(),
    api_version: z.enum(apiVersions).optional(),
    callback_hold_after_8h: z.boolean().optional(),
    notify_via: z.enum(['merchant', 'agent']).optional(),
    system_fee_mode: z.enum(['realtime', 'periodic']).optional(),
    reason: reason.optional(),
  }),
  output: z.discriminatedUnion('state', [
    z.object({ state: z.literal('done'), user: userRow }),
    waitingSubmission,
  ]),
});

/**
 * Null gives back what his role or kind has from the start. The two flags are the platform's to set, on agents. More than
 * he has waits for a second person, with a reason; of what a tenant's sub-account gets, only that which undoes others.
 */
export const setAccess = endpoint({
  method: 'PUT',
  path: '/users/{id}/permissions',
  access: { session: true },
  input: z.strictObject({
    id,
    version,
    permissions: z.array(z.string().max(80)).max(500).nullable(),
    allow_manual_balance: z.boolean().optional(),
    allow_manual_payout: z.boolean().optional(),
    reason: reason.optional(),
  }),
  output: z.discriminatedUnion('state', [
    z.object({ state: z.literal('done'), user: userRow }),
    waitingSubmission,
  ]),
});

/**
 * A link with which the user sets his password himself, once, within 24 hours. The answer shows it once, to the
 * caller.
 */
export const makePasswordLink = endpoint({
  method: 'POST',
  path: '/users/{id}/password',
  access: { session: true },
  input: z.strictObject({ id }),
  output: passwordLink,
});

/** Takes the payment password away; its owner sets a new one. */
export const resetPaymentPassword = endpoint({
  method: 'POST',
  path: '/users/{id}/paymentPassword',
  access: { session: true },
  input: z.strictObject({ id, reason: reason }),
  output: done,
});

/** Addresses and blocks, IPv4 and IPv6; an empty list allows every address. */
export const setIpWhitelist = endpoint({
  method: 'PUT',
  path: '/users/{id}/ipWhitelist',
  access: { session: true },
  input: z.strictObject({ id, version, entries: z.array(z.string().trim().min(2).max(64)).max(100) }),
  output: z.object({ entries: z.array(z.string()), sessions_ended: z.number() }),
});

export const changeUserStatus = endpoint({
  method: 'POST',
  path: '/users/{id}/status',
  access: { session: true },
  input: z.strictObject({
    id,
    event: z.enum(['enable', 'activate', 'disable', 'archive']),
    reason: reason,
  }),
  output: userRow,
});

/** Moves a merchant below another senior agent; open orders and reserved money must be settled first. */
export const changeAgent = endpoint({
  method: 'POST',
  path: '/users/{id}/agent',
  access: { session: true },
  input: z.strictObject({ id, version, agent_id: z.string().trim().max(19), reason: reason }),
  output: userRow,
});

/**
 * J13: money that may only be paid out becomes settleable, or goes back; `release` takes a permission of its own and
 * settles whole orders before their day, as many as fit into the amount. Waits for a second person from a threshold on.
 */
export const editSettleable = endpoint({
  method: 'POST',
  path: '/users/{id}/settleable',
  access: { permission: 'users.list.editSettleable' },
  idempotent: true,
  input: z.strictObject({
    id,
    direction: z.enum(['add', 'take', 'release']),
    amount: amountInput,
    reason,
    ...stepUp,
  }),
  output: submission,
});

/**
 * J12: settleable money is frozen, or what was frozen by hand is given back. `order_no` freezes for one order's sake: all of
 * its money while that waits for its day, afterwards as much of what it brought as is asked for. `until` ends a freeze by
 * itself. What names an order or a time is given back by its `freeze_id`, whole; only there no amount is needed, nor where a
 * whole order is meant.
 */
export const editFrozen = endpoint({
  method: 'POST',
  path: '/users/{id}/frozen',
  access: { permission: 'users.list.editFrozen' },
  idempotent: true,
  input: z.strictObject({
    id,
    direction: z.enum(['freeze', 'unfreeze']),
    amount: amountInput.optional(),
    order_no: searchText.optional(),
    until: instant.optional(),
    freeze_id: id.optional(),
    reason,
    ...stepUp,
  }),
  output: submission,
});

/** Takes the second factor away once a second person agrees; the user is told. */
export const resetUserTwoFactor = endpoint({
  method: 'POST',
  path: '/users/{id}/resetTwoFactor',
  access: { session: true },
  idempotent: true,
  input: z.strictObject({ id, reason, ...stepUp }),
  output: submission,
});

/** States that the account is another human's than its maker's; a second person of the platform has to agree. */
export const confirmPerson = endpoint({
  method: 'POST',
  path: '/users/{id}/person',
  access: { permission: 'users.list.confirmPerson' },
  idempotent: true,
  input: z.strictObject({ id, reason, ...stepUp }),
  output: submission,
});

const owner = z.union([id, z.literal('self')]);

/** A new sub-account stays pending until its access is set. */
export const createSubAccount = endpoint({
  method: 'POST',
  path: '/users/{self}/sub',
  access: { session: true },
  input: z.strictObject({
    self: owner,
    name: personName,
    username: newUsername,
    password: z.string().min(1).max(512).optional(),
    phone: phoneInput.optional(),
    email: emailInput.optional(),
  }),
  output: z.object({ user: userRow, password_link: passwordLink.nullable() }),
});

export const removeSubAccount = endpoint({
  method: 'DELETE',
  path: '/users/{self}/sub/{id}',
  access: { session: true },
  input: z.strictObject({ self: owner, id }),
  output: done,
});

const created = z.object({ user: userRow, password_link: passwordLink.nullable() });

/** The draft of specification §3, with what a person may know at once. Without a password a link is made. */
const draft = {
  name: personName,
  username: newUsername,
  password: z.string().min(1).max(512).optional(),
  agent_id: z.string().trim().max(19).optional(),
  region: z.string().trim().max(16).default('UTF+8'),
  currency: currency.default('TWD'),
  phone: phoneInput.optional(),
  email: emailInput.optional(),
};

const screen = 'users.create.customer/accountMethod';

export const createCustomer = endpoint({
  method: 'POST',
  path: '/customers',
  access: { permission: `${screen}.createCustomer` },
  input: z.strictObject({
    ...draft,
    settle_rule: settleRule.default(defaultSettleRule),
    sub_agent_id: id.optional(),
  }),
  output: created,
});
export const createSubAgent = endpoint({
  method: 'POST',
  path: '/subagents',
  access: { permission: `${screen}.createSubAgent` },
  input: z.strictObject(draft),
  output: created,
});
/** Without an agent a middleman belongs to the platform itself. */
export const createMiddleman = endpoint({
  ...createSubAgent,
  path: '/middlemen',
  access: { permission: `${screen}.createMiddleman` },
});
export const createAgent = endpoint({
  method: 'POST',
  path: '/agents',
  access: { permission: `${screen}.createAgent` },
  input: z.strictObject({
    ...draft,
    agent_id: z.undefined().optional(),
    system_fee_mode: z.enum(['realtime', 'periodic']).default('realtime'),
  }),
  output: created,
});
