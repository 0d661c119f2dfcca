import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { amountInput, currency, instant, listOf, money, noSummary, paging } from '../fields.ts';
import { plainLine } from '../plain-text.ts';
import { reason, stepUp } from '../step-up.ts';
import { submission } from './approvals.ts';

const ref = z.object({ id: z.string(), name: z.string() });

export const balanceStates = ['ok', 'low', 'unknown'] as const;

/** What a provider holds for us to pay with. A merchant is told of the accounts that pay for him whether they can, and no figures. */
export const balanceRow = z.object({
  id: z.string(),
  channel_account: ref,
  agent: ref.nullable(),
  currency,
  /** What our books say is there: what was paid in advance, less what left by it. */
  ledger: money.nullable(),
  /** What the provider said when it was last asked; null where it did not say. */
  provider: money.nullable(),
  difference: money.nullable(),
  /** Null: nobody looks. */
  low_water: money.nullable(),
  state: z.enum(balanceStates),
  checked_at: instant.nullable(),
  version: z.number(),
  /** What this caller may do with it now; never recomputed in the browser. */
  actions: z.array(z.enum(['refresh', 'update', 'prefund'])),
});
export type BalanceRow = z.output<typeof balanceRow>;

export const payoutBalances = endpoint({
  method: 'GET',
  path: '/payment/balances',
  access: { permission: 'payment.balance.get' },
  whileActing: 'allowed',
  input: z.strictObject(paging),
  output: listOf(balanceRow, noSummary),
});

/** Asks the provider now. */
export const refreshBalance = endpoint({
  method: 'POST',
  path: '/payment/balances/{id}/refresh',
  access: { permission: 'payment.balance.refresh' },
  input: z.strictObject({ id: z.string().max(64) }),
  output: balanceRow,
});

/** Below the mark people are told, and payouts go by other channels; null looks at nothing. */
export const updateBalance = endpoint({
  method: 'PUT',
  path: '/payment/balances/{id}',
  access: { permission: 'payment.balance.update' },
  input: z.strictObject({
    id: z.string().max(64),
    low_water: amountInput.nullable(),
    version: z.int32().min(0),
  }),
  output: z.object({ version: z.number() }),
});

/** J20: the platform paid the provider in advance. A second person of the platform always agrees. */
export const prefundBalance = endpoint({
  method: 'POST',
  path: '/payment/balances/{id}/prefund',
  access: { permission: 'payment.balance.prefund' },
  idempotent: true,
  input: z.strictObject({
    id: z.string().max(64),
    amount: amountInput,
    /** The number of the transfer; it is entered once. */
    transfer_ref: z.string().trim().min(1).max(128).regex(plainLine),
    reason,
    ...stepUp,
  }),
  output: submission,
});
