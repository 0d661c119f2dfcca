import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { amountInput, currency, id, instant, listOf, money, paging, searchText } from '../fields.ts';
import { patterns } from '../patterns.ts';
import { plainLine, plainLines } from '../plain-text.ts';
import { reason, stepUp } from '../step-up.ts';
import { submission } from './approvals.ts';

export const depositStatuses = ['pending', 'credited', 'rejected', 'cancelled'] as const;
export const depositMethods = ['bank', 'chain'] as const;

export const depositRow = z.object({
  id: z.string(),
  no: z.string(),
  owner: z.object({ id: z.string(), name: z.string() }),
  amount: money,
  /** What the platform keeps, and what the owner gets; null until the money was found. */
  fee: money.nullable(),
  credited: money.nullable(),
  currency,
  method: z.enum(depositMethods),
  payer_last5: z.string().nullable(),
  tx_hash: z.string().nullable(),
  note: z.string().nullable(),
  /** The slip of the transfer, below `depositSlipPath`. */
  slip: z.string().nullable(),
  /** Other merchants' top-ups that name the same transfer, for the platform alone. */
  claimed_by_others: z.array(z.object({ no: z.string(), owner: z.string() })),
  status: z.enum(depositStatuses),
  /** Who applied; null for those who stand below him. */
  applicant: z.string().nullable(),
  /** Who found the money, or ended it; null for those who stand below him. */
  operator: z.string().nullable(),
  decision_reason: z.string().nullable(),
  created_at: instant,
  completed_at: instant.nullable(),
  /** What this caller may do with it now; never recomputed in the browser. */
  actions: z.array(z.enum(['approve', 'reject', 'cancel'])),
});
export type DepositRow = z.output<typeof depositRow>;

/** Top-ups, newest first. Without a number, a state or a time: all that is open whatever its age, and what was closed today. */
export const deposits = endpoint({
  method: 'GET',
  path: '/collection/deposits',
  access: { permission: 'collections.deposit.get' },
  whileActing: 'allowed',
  input: z.strictObject({
    ...paging,
    no: searchText.optional(),
    owner_id: id.optional(),
    status: z.enum(depositStatuses).optional(),
    method: z.enum(depositMethods).optional(),
    currency: currency.optional(),
    from: instant.optional(),
    to: instant.optional(),
  }),
  output: listOf(
    depositRow,
    z.object({
      by_currency: z.array(
        z.object({ currency, count: z.number(), amount: money, fee: money, credited: money }),
      ),
    }),
  ),
});

/** Takes slips in, and gives them, as those of payouts are. */
export const depositSlipPath = '/collection/deposits/slips';

/** Says that money was wired to the platform; a person of the platform credits it once it is there. */
export const applyDeposit = endpoint({
  method: 'POST',
  path: '/collection/deposits',
  access: { permission: 'collections.deposit.create' },
  idempotent: true,
  input: z.strictObject({
    /** A merchant below the caller; a merchant leaves it out. */
    owner_id: id.optional(),
    amount: amountInput,
    currency,
    method: z.enum(depositMethods),
    /** Of the account that paid, by bank. */
    payer_last5: z.string().regex(patterns.fiveDigits).optional(),
    /** Of the transfer, on a chain. */
    tx_hash: z.string().trim().min(8).max(128).regex(plainLine).optional(),
    note: z.string().trim().max(500).regex(plainLines).optional(),
    slip: z.string().regex(patterns.slip).optional(),
  }),
  output: depositRow,
});

const ofDeposit = { id, reason, ...stepUp };

/** The money is there: it is credited, less what the platform keeps. Never by whoever applied. */
export const approveDeposit = endpoint({
  method: 'POST',
  path: '/collection/deposits/{id}/approve',
  access: { permission: 'collections.deposit.approve' },
  idempotent: true,
  input: z.strictObject({ ...ofDeposit, fee: amountInput.optional() }),
  output: submission,
});

export const rejectDeposit = endpoint({
  method: 'POST',
  path: '/collection/deposits/{id}/reject',
  access: { permission: 'collections.deposit.reject' },
  idempotent: true,
  input: z.strictObject(ofDeposit),
  output: submission,
});

/** Taken back by the merchant's own house, or by whoever applied. */
export const cancelDeposit = endpoint({
  method: 'POST',
  path: '/collection/deposits/{id}/cancel',
  access: { permission: 'collections.deposit.create' },
  idempotent: true,
  input: z.strictObject(ofDeposit),
  output: submission,
});
