import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { amountInput, currency, id, instant, listOf, money, paging, searchText } from '../fields.ts';
import { plainLine } from '../plain-text.ts';
import { reason, stepUp } from '../step-up.ts';
import { submission } from './approvals.ts';

/** What of the platform's income: system fees, handling fees of withdrawals and top-ups, what exchanging brought, or all of it less what it cost. */
export const incomeTabs = ['system', 'withdrawal', 'fx', 'margin'] as const;

const ref = z.object({ id: z.string(), name: z.string() });

/** What one business day brought of one senior agent, in one currency. */
export const incomeRow = z.object({
  day: z.iso.date(),
  /** Null where no senior agent had to do with it. */
  agent: ref.nullable(),
  currency,
  accrued: money,
  reversed: money,
  collected: money,
  /** What he owed when the day ended; below zero the platform owed him. Always nothing but of system fees. */
  outstanding: money,
  /** How his system fee is collected now; null for other income. */
  mode: z.enum(['realtime', 'periodic']).nullable(),
  /** What this caller may do with it now. */
  actions: z.array(z.enum(['collect'])),
});
export type IncomeRow = z.output<typeof incomeRow>;

const incomeFilter = {
  tab: z.enum(incomeTabs).default('system'),
  agent_id: id.optional(),
  currency: currency.optional(),
  from: instant.optional(),
  to: instant.optional(),
};

/** Income by business day and senior agent, the latest first. A senior agent sees his own system fees and nothing else. */
export const systemIncome = endpoint({
  method: 'GET',
  path: '/accounting/systemIncome',
  access: { permission: 'accounting.systemIncome.get' },
  whileActing: 'allowed',
  input: z.strictObject({ ...paging, ...incomeFilter }),
  output: listOf(
    incomeRow,
    z.object({
      by_currency: z.array(
        z.object({
          currency,
          count: z.number(),
          accrued: money,
          reversed: money,
          collected: money,
          outstanding: money,
        }),
      ),
    }),
  ),
});

/** One journal of those that a day's figures are made of. */
export const incomeEntry = z.object({
  id: z.string(),
  at: instant,
  event: z.string(),
  order_no: z.string().nullable(),
  agent: ref.nullable(),
  currency,
  accrued: money,
  reversed: money,
  collected: money,
  operator: z.string().nullable(),
  note: z.string().nullable(),
});
export type IncomeEntry = z.output<typeof incomeEntry>;

/** The journals behind the figures: their number and their sums are those of the list for the same question. */
export const incomeEntries = endpoint({
  method: 'GET',
  path: '/accounting/systemIncome/entries',
  access: { permission: 'accounting.systemIncome.get' },
  whileActing: 'allowed',
  input: z.strictObject({ ...paging, ...incomeFilter }),
  output: listOf(
    incomeEntry,
    z.object({
      by_currency: z.array(
        z.object({ currency, count: z.number(), accrued: money, reversed: money, collected: money }),
      ),
    }),
  ),
});

/** The system fee that a senior agent owes is taken from what he earned: so much, or all that both allow. */
export const collectSystemFee = endpoint({
  method: 'POST',
  path: '/accounting/systemIncome/collect',
  access: { permission: 'accounting.systemIncome.collect' },
  idempotent: true,
  input: z.strictObject({ agent_id: id, currency, amount: amountInput.optional(), reason, ...stepUp }),
  output: z.object({ state: z.literal('done') }),
});

/** J18: what the owners drew of the income. */
export const drawingRow = z.object({
  id: z.string(),
  at: instant,
  amount: money,
  currency,
  to: z.string(),
  operator: z.string().nullable(),
  checker: z.string().nullable(),
  drawable_before: money,
  drawable_after: money,
  journal_id: z.string(),
  reason: z.string(),
  status: z.literal('done'),
});
export type DrawingRow = z.output<typeof drawingRow>;

/** The drawings, the latest first, and what could be drawn now of each currency that brought any. */
export const incomeDrawings = endpoint({
  method: 'GET',
  path: '/accounting/systemIncomewithdraws',
  access: { permission: 'accounting.systemIncomewithdraws.get' },
  whileActing: 'allowed',
  input: z.strictObject({
    ...paging,
    currency: currency.optional(),
    to: searchText.optional(),
    created_from: instant.optional(),
    created_to: instant.optional(),
  }),
  output: listOf(
    drawingRow,
    z.object({
      by_currency: z.array(z.object({ currency, count: z.number(), amount: money })),
      drawable: z.array(z.object({ currency, amount: money })),
    }),
  ),
});

/** The owners draw of what came in. A second person of the platform always agrees. */
export const drawIncome = endpoint({
  method: 'POST',
  path: '/accounting/systemIncomewithdraws',
  access: { permission: 'accounting.systemIncomewithdraws.create' },
  idempotent: true,
  input: z.strictObject({
    currency,
    amount: amountInput,
    /** The account of the owners that it is wired to, for whoever wires it. */
    to: z.string().trim().min(1).max(128).regex(plainLine),
    reason,
    ...stepUp,
  }),
  output: submission,
});

/** What the house exchanged for itself. */
export const houseTrade = z.object({
  id: z.string(),
  at: instant,
  base: currency,
  quote: currency,
  /** Of the base: bought, so that it came, or sold. */
  side: z.enum(['buy', 'sell']),
  base_amount: money,
  quote_amount: money,
  /** Quote for one of the base. */
  rate: z.string(),
  /** What the house held of the base before, below zero what it owed, and after. */
  held_before: money,
  held_after: money,
  /** What it brought, in the quote. */
  result: money,
  counterparty: z.string(),
  operator: z.string().nullable(),
  checker: z.string().nullable(),
  reason: z.string(),
  journal_id: z.string(),
});
export type HouseTrade = z.output<typeof houseTrade>;

/** The house's own exchanges, the latest first, and its position of each pair now. */
export const houseExchanges = endpoint({
  method: 'GET',
  path: '/accounting/systemIncome/exchanges',
  access: { permission: 'accounting.systemIncome.get' },
  whileActing: 'allowed',
  input: z.strictObject({
    ...paging,
    currency: currency.optional(),
    counterparty: searchText.optional(),
    created_from: instant.optional(),
    created_to: instant.optional(),
  }),
  output: listOf(
    houseTrade,
    z.object({
      /** By the quote, in which a result is. */
      by_currency: z.array(z.object({ currency, count: z.number(), result: money })),
      positions: z.array(
        z.object({
          base: currency,
          quote: currency,
          /** Of the base, below zero what is owed; and what that cost in the quote, with the same sign. */
          held: money,
          cost: money,
          /** The mean price; null of nothing. */
          rate: z.string().nullable(),
        }),
      ),
    }),
  ),
});

/** J8: the house bought or sold a currency at a bank of its own. A second person of the platform always agrees. */
export const exchangeHouse = endpoint({
  method: 'POST',
  path: '/accounting/systemIncome/exchanges',
  access: { permission: 'accounting.systemIncome.exchange' },
  idempotent: true,
  input: z.strictObject({
    base: currency,
    quote: currency,
    side: z.enum(['buy', 'sell']),
    base_amount: amountInput,
    quote_amount: amountInput,
    /** With whom. */
    counterparty: z.string().trim().min(1).max(128).regex(plainLine),
    reason,
    ...stepUp,
  }),
  output: submission,
});
