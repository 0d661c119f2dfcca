import { z } from 'zod';
import { userActs } from '@suanpan/domain/access/user-acts';
import { roleNames } from '@suanpan/domain/access/roles';
import { userStatuses } from '@suanpan/domain/states/user';
import { endpoint } from '../endpoint.ts';
import { currency, id, instant, listOf, money, paging, searchText } from '../fields.ts';
import { waitingActs } from './approvals.ts';

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
  /** Whose person the account counts as until it is confirmed as another human's; the platform alone is told. */
  counts_as: z.string().nullable(),
  sub_agent_id: z.string().nullable(),
  sub_agent_name: z.string().nullable(),
  middleman_id: z.string().nullable(),
  middleman_name: z.string().nullable(),
  last_login_at: instant.nullable(),
  created_at: instant,
  /** What he holds; null to a reader who sees what comes through him and not what he has. */
  balance: money.nullable(),
  frozen_amount: money.nullable(),
  settleable: money.nullable(),
  unsettlement_amount: money.nullable(),
  currency,
  status: z.enum(userStatuses),
  google2FA: z.boolean(),
  /** A sub-account whose access was never set: it cannot sign in. */
  set_access_first: z.boolean(),
  /** The state that an edit starts from; an edit of an older one is refused. */
  version: z.string(),
  /** What this caller may do with this user now; never recomputed in the browser. */
  waiting_acts: waitingActs,
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
    .pipe(z.array(one).min(1))
    .meta({ pattern: `^(${values.join('|')})(,(${values.join('|')}))*$` });
}

export const userSorts = [
  '-created_at',
  'created_at',
  '-balance',
  'balance',
  '-last_login_at',
  'last_login_at',
] as const;

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
  whileActing: 'allowed',
  input: z.strictObject({
    ...userFilters,
    role_name: listed(roleNames).optional(),
    agent_id: id.optional(),
    /** Merchants that are bound to this general agent. */
    sub_agent_id: id.optional(),
    owner_id: id.optional(),
  }),
  output: userList,
});

/** The same with a body: what users are looked for by may be a name, which stands in no address. */
export const searchUsers = endpoint({ ...users, method: 'POST', path: '/users/search' });

/** Sub-accounts of the caller's owner (`self`) or of another owner of his tree. */
export const subAccounts = endpoint({
  method: 'GET',
  path: '/users/{self}/sub',
  access: { session: true },
  whileActing: 'allowed',
  input: z.strictObject({ ...userFilters, self: z.union([id, z.literal('self')]) }),
  output: userList,
});
export const searchSubAccounts = endpoint({
  ...subAccounts,
  method: 'POST',
  path: '/users/{self}/sub/search',
});
export const subAccount = endpoint({
  method: 'GET',
  path: '/users/{self}/sub/{id}',
  access: { session: true },
  whileActing: 'allowed',
  input: z.strictObject({ self: z.union([id, z.literal('self')]), id }),
  output: userRow,
});
export const merchantSubAccounts = endpoint({
  method: 'GET',
  path: '/users/customer/sub/{id}',
  access: { session: true },
  whileActing: 'allowed',
  input: z.strictObject({ ...userFilters, id }),
  output: userList,
});
