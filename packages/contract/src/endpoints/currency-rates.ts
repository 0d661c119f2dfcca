import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { amountInput, currency, id, instant, listOf, money, noSummary, paging } from '../fields.ts';
import { reason, stepUp } from '../step-up.ts';
import { submission, waitingActs } from './approvals.ts';

/** A pair is quoted one way round: in this order. */
export const rateCurrencies = ['USDT', 'USD', 'CNY', 'TWD'] as const;
export const rateStates = ['current', 'future', 'past', 'withdrawn'] as const;

/** Quote units for one unit of the base, plain digits with at most eight decimals. */
const rateInput = z.string().trim().max(16);

export const rateRow = z.object({
  id: z.string(),
  /** Null for the platform's own. */
  agent_id: z.string().nullable(),
  agent_name: z.string().nullable(),
  base: currency,
  quote: currency,
  collection_rate: z.string(),
  payment_rate: z.string(),
  valid_from: instant,
  version: z.number(),
  state: z.enum(rateStates),
  /** Who set it; null for those who stand below him. */
  set_by: z.string().nullable(),
  reason: z.string(),
  /** Orders that carry it; null for those who may not count them. */
  used_by: z.number().nullable(),
  /** On the rate in force: another one of its pair. */
  waiting_acts: waitingActs,
  /** What this caller may do with it now; never recomputed in the browser. */
  actions: z.array(z.enum(['withdraw'])),
});
export type RateRow = z.output<typeof rateRow>;

/** The rates that are in force or to come, or with `shown: all` every version there was, the newest of a pair first. */
export const currencyRates = endpoint({
  method: 'GET',
  path: '/settings/currency_rate',
  access: { permission: 'settings.currency_rate.get' },
  whileActing: 'allowed',
  input: z.strictObject({
    ...paging,
    agent_id: id.optional(),
    base: currency.optional(),
    quote: currency.optional(),
    /** Those that were in force then. */
    at: instant.optional(),
    shown: z.enum(['all']).optional(),
  }),
  output: listOf(rateRow, noSummary),
});

/** A new version of a rate; a second person always agrees. */
export const setCurrencyRate = endpoint({
  method: 'POST',
  path: '/settings/currency_rate',
  access: { permission: 'settings.currency_rate.create' },
  idempotent: true,
  input: z.strictObject({
    /** The platform's where it is left out; a senior agent's own people leave it out for their own. */
    agent_id: id.optional(),
    base: currency,
    quote: currency,
    collection_rate: rateInput,
    payment_rate: rateInput,
    /** At once where it is left out. */
    valid_from: instant.optional(),
    allow_loss: z.boolean().optional(),
    reason,
    ...stepUp,
  }),
  output: submission,
});

/** A version that is not in force yet is taken back. */
export const withdrawCurrencyRate = endpoint({
  method: 'DELETE',
  path: '/settings/currency_rate/{id}',
  access: { permission: 'settings.currency_rate.update' },
  idempotent: true,
  input: z.strictObject({ id, reason, ...stepUp }),
  output: submission,
});

/** What an amount comes to by the rates in force: from the base at the collection rate, to it at the payment rate. */
export const convertAtRate = endpoint({
  method: 'GET',
  path: '/settings/currency_rate/convert',
  access: { permission: 'settings.currency_rate.get' },
  whileActing: 'allowed',
  input: z.strictObject({
    agent_id: id.optional(),
    from: currency,
    to: currency,
    amount: amountInput,
  }),
  output: z.object({ rate_id: z.string(), rate: z.string(), amount: money, currency }),
});
