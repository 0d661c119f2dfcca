import { z } from 'zod';
import { userActs } from '@suanpan/domain/access/user-acts';
import { roleNames } from '@suanpan/domain/access/roles';
import { userStatuses } from '@suanpan/domain/states/user';
import { endpoint } from '../endpoint.ts';
import { currency, id, instant, listOf, money, nothing, paging, searchText } from '../fields.ts';
import { changelogs } from './accounting.ts';

const systemFeeMode = z.enum(['realtime', 'periodic']);

/** One row of every list of users: the specification's fields, then what the screens need to explain and to act. */
export const userRow = z.object({
  id: z.string(),
  user_id: z.string(),
  username: z.string(),
  name: z.string(),
  /** The role in the caller's language. */
  type: z.string(),
  role_name: z.enum(roleNames),
  /** Accrued, and what of it was collected: of senior agents, for those who may know; else null. */
  system_fee: money.nullable(),
  system_fee_collected: money.nullable(),
  phone: z.string().nullable(),
  email: z.string().nullable(),
  agent_id: z.string().nullable(),
  agent_name: z.string().nullable(),
  /** Whom a sub-account works for. */
  owner_id: z.string().nullable(),
  owner_name: z.string().nullable(),
  sub_agent_id: z.string().nullable(),
  sub_agent_name: z.string().nullable(),
  middleman_id: z.string().nullable(),
  middleman_name: z.string().nullable(),
  last_login_at: instant.nullable(),
  created_at: instant,
  balance: money,
  frozen_amount: money,
  settleable: money,
  unsettlement_amount: money,
  currency,
  status: z.enum(userStatuses),
  google2FA: z.boolean(),
  /** A sub-account whose access was never set: it cannot sign in. */
  set_access_first: z.boolean(),
  /** The state that an edit starts from; an edit of an older one is refused. */
  version: z.string(),
  /** What this caller may do with this user now; never recomputed in the browser. */
  actions: z.array(z.enum(userActs)),
});
export type UserRow = z.output<typeof userRow>;

/** Several values of one field in a query: `active,disabled`. */
function listed<const Values extends readonly [string, ...string[]]>(values: Values) {
  const one = z.enum(values);
  return z
    .string()
    .max(200)
    .transform((text) => text.split(','))
    .pipe(z.array(one).min(1));
}

export const userSorts = ['-created_at', 'created_at', '-balance', 'balance', '-last_login_at'] as const;

export const userList = listOf(
  userRow,
  z.object({
    by_currency: z.array(
      z.object({
        currency,
        count: z.number(),
        balance: money,
        settleable: money,
        unsettled: money,
        frozen: money,
      }),
    ),
  }),
);

const userFilters = {
  ...paging,
  status: listed(userStatuses).optional(),
  /** A user id, or part of a user name, a name, a telephone number or an address. */
  search: searchText.optional(),
  from: instant.optional(),
  to: instant.optional(),
  sort: z.enum(userSorts).default('-created_at'),
};

/**
 * Users of the caller's tree. Which right it takes follows from who is asked for: merchants and agents `users.list`
 * (or `users.unList` where no active ones are), managers `users.manage`, sub-accounts their own screens.
 */
export const users = endpoint({
  method: 'GET',
  path: '/users',
  access: { session: true },
  input: z.strictObject({
    ...userFilters,
    role_name: listed(roleNames).optional(),
    agent_id: id.optional(),
    owner_id: id.optional(),
  }),
  output: userList,
});

const sub = { ...users, path: '/users/{self}/sub', output: userList } as const;

/** Sub-accounts of the caller's owner (`self`) or of another owner of his tree. */
export const subAccounts = endpoint({
  ...sub,
  input: z.strictObject({ ...userFilters, self: z.union([id, z.literal('self')]) }),
});
export const subAccount = endpoint({
  method: 'GET',
  path: '/users/{self}/sub/{id}',
  access: { session: true },
  input: z.strictObject({ self: z.union([id, z.literal('self')]), id }),
  output: userRow,
});
/** The sub-accounts of one merchant. */
export const merchantSubAccounts = endpoint({
  ...sub,
  path: '/users/customer/sub/{id}',
  input: z.strictObject({ ...userFilters, id }),
});

const facet = <Output extends z.ZodType>(method: string, output: Output) =>
  endpoint({
    method: 'GET',
    path: `/users/{id}/${method}`,
    access: { session: true },
    input: z.strictObject({ id }),
    output,
  });

export const userInfo = facet(
  'info',
  userRow.extend({
    region: z.string(),
    last_login_ip: z.string().nullable(),
    updated_at: instant,
    role: z.string().nullable(),
    has_password: z.boolean(),
    has_payment_password: z.boolean(),
    settle_rule: z.string(),
    payout_from_unsettled: z.boolean(),
    system_fee_mode: systemFeeMode.nullable(),
    api_version: z.enum(['v1', 'v2']),
    callback_hold_after_8h: z.boolean(),
    notify_via: z.enum(['merchant', 'agent']),
    allow_manual_balance: z.boolean(),
    allow_manual_payout: z.boolean(),
  }),
);
export type UserInfo = z.output<typeof userInfo.output>;

/** Every bucket of the owner, by currency; the sums are those of the top bar. */
export const userBalance = facet(
  'balance',
  z.object({
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
);

/** One edit by hand, as the books have it. */
const balanceEdit = z.object({
  journal_id: z.string(),
  created_at: instant,
  change: money,
  operator: z.string().nullable(),
  note: z.string().nullable(),
});

export const userSettleable = facet(
  'settleable',
  z.object({
    currency,
    settleable: money,
    /** What may be made settleable by hand, and what waits for its day. */
    payout_only: money,
    unsettled: money,
    due: z.array(z.object({ day: z.string(), amount: money })),
    edits: z.array(balanceEdit),
  }),
);

export const userFrozen = facet(
  'frozen',
  z.object({
    currency,
    frozen: money,
    /** What was frozen by hand, which alone can be given back by hand. */
    by_hand: money,
    settleable: money,
    edits: z.array(balanceEdit),
  }),
);

export const userChannels = facet(
  'channels',
  z.object({
    items: z.array(
      z.object({
        id: z.string(),
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
);

const price = z.object({ pct: z.string(), per_item: money });

/** Prices by channel; a price that the caller may not know is null. */
export const userRates = facet(
  'rates',
  z.object({
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
);

export const userPermissions = facet(
  'permissions',
  z.object({
    /** Where his rights come from: granted to him, his role's, or what his kind has from the start. */
    source: z.enum(['own', 'role', 'preset']),
    role: z.string().nullable(),
    granted: z.array(z.string()),
    effective: z.array(z.string()),
    /** What the caller could grant him. */
    grantable: z.array(z.string()),
    allow_manual_balance: z.boolean(),
    allow_manual_payout: z.boolean(),
    version: z.string(),
  }),
);

export const userIpWhitelist = facet(
  'ipWhitelist',
  z.object({ entries: z.array(z.string()), caller_ip: z.string(), version: z.string() }),
);

const pagedFacet = <Output extends z.ZodType>(method: string, output: Output) =>
  endpoint({
    method: 'GET',
    path: `/users/{id}/${method}`,
    access: { session: true },
    input: z.strictObject({ ...paging, id }),
    output,
  });

export const userLogins = pagedFacet(
  'logins',
  listOf(
    z.object({
      id: z.string(),
      at: instant,
      ip: z.string(),
      user_agent: z.string().nullable(),
      outcome: z.string(),
    }),
    nothing,
  ),
);

export const userChangelogs = pagedFacet('changelogs', changelogs.output);

/** What others did to this user, newest first. */
export const userAudit = pagedFacet(
  'audit',
  listOf(
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
);
