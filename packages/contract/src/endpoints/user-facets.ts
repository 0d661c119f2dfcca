import { apiVersions } from '@suanpan/domain/callbacks/acknowledgement';
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { price } from './channel-row.ts';
import { currency, id, instant, listOf, money, nothing, paging } from '../fields.ts';
import { changelogs } from './accounting.ts';
import { userRow } from './users.ts';

const systemFeeMode = z.enum(['realtime', 'periodic']);

/** A look at one user: the row decides who may have it. */
const facet = { method: 'GET', access: { session: true }, whileActing: 'allowed' } as const;
const ofUser = z.strictObject({ id });
const pageOfUser = z.strictObject({ ...paging, id });

export const userInfo = endpoint({
  ...facet,
  path: '/users/{id}/info',
  input: ofUser,
  output: userRow.extend({
    region: z.string(),
    last_login_ip: z.string().nullable(),
    updated_at: instant,
    role: z.string().nullable(),
    has_password: z.boolean(),
    has_payment_password: z.boolean(),
    settle_rule: z.string(),
    payout_from_unsettled: z.boolean(),
    system_fee_mode: systemFeeMode.nullable(),
    api_version: z.enum(apiVersions),
    callback_hold_after_8h: z.boolean(),
    notify_via: z.enum(['merchant', 'agent']),
    allow_manual_balance: z.boolean(),
    allow_manual_payout: z.boolean(),
  }),
});
export type UserInfo = z.output<typeof userInfo.output>;

/** Every bucket of the owner, by currency; the sums are those of the top bar. As of a moment: all that was posted up to then. */
export const userBalance = endpoint({
  ...facet,
  path: '/users/{id}/balance',
  input: z.strictObject({ id, at: instant.optional() }),
  output: z.object({
    /** The moment they are of; null: now. */
    at: instant.nullable(),
    /** The last journal of his that they count; null where there is none, and of what is now. */
    as_of_journal: z.string().nullable(),
    items: z.array(
      z.object({
        currency,
        balance: money,
        unsettlement_amount: money,
        total: money,
        frozen_amount: money,
        reserved: money,
        fee_income: money,
        accounts: z.array(z.object({ account: z.string(), amount: money })),
      }),
    ),
  }),
});

/** One edit by hand, as the books have it. */
const balanceEdit = z.object({
  journal_id: z.string(),
  created_at: instant,
  change: money,
  operator: z.string().nullable(),
  note: z.string().nullable(),
});

export const userSettleable = endpoint({
  ...facet,
  path: '/users/{id}/settleable',
  input: ofUser,
  output: z.object({
    currency,
    settleable: money,
    /** What may be made settleable by hand, and what waits for its day. */
    payout_only: money,
    unsettled: money,
    due: z.array(z.object({ day: z.string(), amount: money })),
    edits: z.array(balanceEdit),
  }),
});

export const userFrozen = endpoint({
  ...facet,
  path: '/users/{id}/frozen',
  input: ofUser,
  output: z.object({
    currency,
    frozen: money,
    /** What was frozen by hand, which alone can be given back by hand. */
    by_hand: money,
    settleable: money,
    /** What is frozen for an order's sake or until a time; each is given back whole. */
    freezes: z.array(
      z.object({
        id: z.string(),
        created_at: instant,
        /** Of its order, while that waits for its day; the user's own for all else. */
        currency,
        amount: money,
        /** Where it was, and goes back to. */
        bucket: z.enum(['settleable', 'unsettled']),
        order_no: z.string().nullable(),
        until: instant.nullable(),
        operator: z.string().nullable(),
        note: z.string(),
      }),
    ),
    edits: z.array(balanceEdit),
  }),
});

export const userChannels = endpoint({
  ...facet,
  path: '/users/{id}/channels',
  input: ofUser,
  output: z.object({
    items: z.array(
      z.object({
        id: z.string(),
        channel_id: z.string(),
        channel: z.string(),
        code: z.string(),
        direction: z.string(),
        alias: z.string().nullable(),
        weight: z.number().nullable(),
        min_amount: money,
        max_amount: money,
        currency,
        enabled: z.boolean(),
      }),
    ),
  }),
});

/** Prices by channel; a price that the caller may not know is null. */
export const userRates = endpoint({
  ...facet,
  path: '/users/{id}/rates',
  input: ofUser,
  output: z.object({
    items: z.array(
      z.object({
        id: z.string(),
        channel: z.string(),
        alias: z.string().nullable(),
        customer_id: z.string().nullable(),
        customer_name: z.string().nullable(),
        currency,
        merchant: price.nullable(),
        sub_agent: price.nullable(),
        middleman: price.nullable(),
        endpoint: price.nullable(),
        system: price.nullable(),
      }),
    ),
  }),
});

export const userPermissions = endpoint({
  ...facet,
  path: '/users/{id}/permissions',
  input: ofUser,
  output: z.object({
    /** Where his rights come from: granted to him, his role's, or what his kind has from the start. */
    source: z.enum(['own', 'role', 'preset']),
    role: z.string().nullable(),
    granted: z.array(z.string()),
    effective: z.array(z.string()),
    /** What the caller could grant him. */
    grantable: z.array(z.string()),
    /** All that he gets more waits for a second person; where false, what undoes others (`grantWaits`). */
    needs_approval: z.boolean(),
    allow_manual_balance: z.boolean(),
    allow_manual_payout: z.boolean(),
    version: z.string(),
  }),
});

export const userIpWhitelist = endpoint({
  ...facet,
  path: '/users/{id}/ipWhitelist',
  input: ofUser,
  output: z.object({ entries: z.array(z.string()), caller_ip: z.string(), version: z.string() }),
});

export const userLogins = endpoint({
  ...facet,
  path: '/users/{id}/logins',
  input: pageOfUser,
  output: listOf(
    z.object({
      id: z.string(),
      at: instant,
      ip: z.string(),
      user_agent: z.string().nullable(),
      outcome: z.string(),
    }),
    nothing,
  ),
});

export const userChangelogs = endpoint({
  ...facet,
  path: '/users/{id}/changelogs',
  input: pageOfUser,
  output: changelogs.output,
});

/** What others did to this user, newest first. */
export const userAudit = endpoint({
  ...facet,
  path: '/users/{id}/audit',
  input: pageOfUser,
  output: listOf(
    z.object({
      id: z.string(),
      at: instant,
      actor: z.string().nullable(),
      act: z.string(),
      outcome: z.string(),
      before: z.string().nullable(),
      after: z.string().nullable(),
      ip: z.string().nullable(),
    }),
    nothing,
  ),
});
