import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { amountInput, currency, id, instant, listOf, money, paging } from '../fields.ts';
import { reason, stepUp } from '../step-up.ts';
import { submission } from './approvals.ts';

/** J15: the caller's own fee income goes to his own balance. Nobody else has to agree. */
export const transferFeeIncome = endpoint({
  method: 'POST',
  path: '/cashManagement3/transfer',
  access: { permission: 'cashManagement3.transfer' },
  idempotent: true,
  input: z.strictObject({
    /** The caller's own; for anybody else it is not found. */
    owner_id: id.optional(),
    currency,
    amount: amountInput,
    reason,
    ...stepUp,
  }),
  output: submission,
});

/** A senior agent gives of his balance to one of his merchants; from a threshold on a second person agrees. */
export const fundMerchant = endpoint({
  method: 'POST',
  path: '/cashManagement3/fund',
  access: { permission: 'cashManagement3.fund' },
  idempotent: true,
  input: z.strictObject({ customer_id: id, amount: amountInput, reason, ...stepUp }),
  output: submission,
});

/**
 * J10: an owner's balance is changed by hand, by the platform out of its goodwill, by a senior agent whom it allowed to out
 * of his own balance, and the other way round. From a threshold on a second person agrees.
 */
export const adjustBalance = endpoint({
  method: 'POST',
  path: '/cashManagement3/manualAdjustment',
  access: { permission: 'cashManagement3.manualAdjustment' },
  idempotent: true,
  input: z.strictObject({
    owner_id: id,
    direction: z.enum(['add', 'take']),
    amount: amountInput,
    source: z.enum(['agent', 'goodwill']),
    reason,
    ...stepUp,
  }),
  output: submission,
});

const ref = z.object({ id: z.string(), name: z.string() });

/** What one owner holds in one currency, bucket by bucket. */
export const bucketsRow = z.object({
  owner: ref,
  role_name: z.enum(['agent', 'subAgent', 'middleman', 'customer']),
  currency,
  /** What he may pay out at once: settleable and payout-only money. */
  balance: money,
  settleable: money,
  payout_only: money,
  unsettled: money,
  frozen: money,
  reserved: money,
  fee_income: money,
  /** What he owes the platform. */
  receivable: money,
  /** What this caller may do with it now; never recomputed in the browser. */
  actions: z.array(z.enum(['transfer', 'fund', 'adjustGoodwill', 'adjustAgent'])),
});
export type BucketsRow = z.output<typeof bucketsRow>;

const bucketSums = z.object({
  currency,
  count: z.number(),
  balance: money,
  unsettled: money,
  frozen: money,
  reserved: money,
  fee_income: money,
});

/** The buckets of the caller's tree; a general agent and a middleman see their own. */
export const fundBuckets = endpoint({
  method: 'GET',
  path: '/cashManagement3',
  access: { permission: 'cashManagement3.get' },
  whileActing: 'allowed',
  input: z.strictObject({
    ...paging,
    owner_id: id.optional(),
    role_name: z.enum(['agent', 'subAgent', 'middleman', 'customer']).optional(),
    currency: currency.optional(),
  }),
  output: listOf(bucketsRow, z.object({ by_currency: z.array(bucketSums) })),
});

export const movementKinds = [
  'deposit',
  'withdrawal',
  'transfer',
  'fund',
  'adjust',
  'freeze',
  'settleable',
  'drawing',
  'exchange',
  'chargeback',
] as const;

/** One side of a movement: whose, and in which bucket; null for the house. */
const side = z.object({ id: z.string(), name: z.string() }).nullable();

export const movementRow = z.object({
  id: z.string(),
  at: instant,
  kind: z.enum(movementKinds),
  /** Of a top-up. */
  no: z.string().nullable(),
  from: side,
  from_account: z.string(),
  to: side,
  to_account: z.string(),
  amount: money,
  currency,
  operator: z.string().nullable(),
  note: z.string().nullable(),
  journal_id: z.string(),
  status: z.literal('done'),
});
export type MovementRow = z.output<typeof movementRow>;

/** Every movement of money without an order, as the books have it, newest first. */
export const fundRegister = endpoint({
  method: 'GET',
  path: '/cashManagement3/register',
  access: { permission: 'cashManagement3.get' },
  whileActing: 'allowed',
  input: z.strictObject({
    ...paging,
    kind: z.enum(movementKinds).optional(),
    owner_id: id.optional(),
    operator_id: id.optional(),
    currency: currency.optional(),
    from: instant.optional(),
    to: instant.optional(),
  }),
  output: listOf(
    movementRow,
    z.object({ by_currency: z.array(z.object({ currency, count: z.number(), amount: money })) }),
  ),
});
