import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { currency, id, instant, listOf, money, nothing, paging, searchText } from '../fields.ts';

/** Whose balances turnover is about. */
export const ownerRoles = ['customer', 'agent', 'subAgent', 'middleman'] as const;

/** One leg of a journal as the owner of the account sees it. */
export const changelogRow = z.object({
  id: z.string(),
  journal_id: z.string(),
  created_at: instant,
  event: z.string(),
  order_no: z.string().nullable(),
  owner_id: z.string(),
  owner_name: z.string(),
  account: z.string(),
  currency,
  before: money,
  change: money,
  after: money,
  operator: z.string().nullable(),
  note: z.string().nullable(),
});

export const changelogs = endpoint({
  method: 'GET',
  path: '/accounting/changelogs',
  access: { permission: 'accounting.changelogs.get' },
  whileActing: 'allowed',
  input: z.strictObject({
    ...paging,
    owner_id: id.optional(),
    /** Of accounts that belong to somebody of this kind. */
    owner_role: z.enum(ownerRoles).optional(),
    customer_id: id.optional(),
    agent_id: id.optional(),
    order_no: searchText.optional(),
    event: z.string().max(64).optional(),
    account: z.string().max(8).optional(),
    currency: currency.optional(),
    from: instant.optional(),
    to: instant.optional(),
  }),
  output: listOf(
    changelogRow,
    z.object({
      by_currency: z.array(z.object({ currency, count: z.number(), credited: money, debited: money })),
    }),
  ),
});

const proofRun = z.object({
  id: z.string(),
  started_at: instant,
  finished_at: instant,
  duration_ms: z.number(),
  passed: z.boolean(),
  started_by: z.string().nullable(),
  checks: z.array(
    z.object({
      /** The name of an invariant, e.g. `L1`; its meaning stands in the words. */
      name: z.string(),
      passed: z.boolean(),
      examined: z.number(),
      breaches: z.number(),
      examples: z.array(z.string()),
    }),
  ),
  /** The accounts that stand among the examples as `account <id>`: whose they are, and where their turnover is. */
  accounts: z.array(
    z.object({
      id: z.string(),
      kind: z.string(),
      currency,
      book: z.string(),
      owner_id: z.string().nullable(),
      /** Of its owner, or of the provider's account; null for what is the platform's own. */
      name: z.string().nullable(),
    }),
  ),
  totals: z.array(
    z.object({ currency, book: z.string(), account: z.string(), balance: money, postings: z.number() }),
  ),
  /** What the books say of the world outside; null for runs of a time that did not look. */
  outside: z
    .object({
      /** A100 of each provider's account against what he says that he holds. */
      providers: z.array(
        z.object({
          id: z.string(),
          name: z.string(),
          direction: z.enum(['collection', 'payout']),
          currency,
          books: money,
          provider: money.nullable(),
          difference: money.nullable(),
          checked_at: instant.nullable(),
        }),
      ),
      /** L250 by how long it has lain there: up to one day, three, seven, and longer. */
      unidentified: z.array(
        z.object({
          currency,
          count: z.number(),
          total: money,
          within_day: money,
          within_three: money,
          within_week: money,
          older: money,
        }),
      ),
    })
    .nullable(),
});

export const proofRuns = endpoint({
  method: 'GET',
  path: '/admin/checkBalance',
  access: { permission: 'admin.checkBalance.get' },
  whileActing: 'allowed',
  input: nothing,
  output: z.object({ items: z.array(proofRun) }),
});
export const runProof = endpoint({
  method: 'POST',
  path: '/admin/checkBalance',
  access: { permission: 'admin.checkBalance.create' },
  input: nothing,
  output: proofRun,
});
