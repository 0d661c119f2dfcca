import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { currency, id, instant, money, paging } from '../fields.ts';
import { reason, stepUp } from '../step-up.ts';

const ref = z.object({ id: z.string(), name: z.string() });
/** As it was typed or read, right or wrong: what is wrong with it stands beside it. */
const cell = z.string().max(512);

/** The columns of a file, which are the fields of a payout; the first four of them have to be filled in. */
export const batchColumns = [
  'bank_code',
  'account_name',
  'card_no',
  'amount',
  'branch',
  'memo',
  'order_no',
] as const;
export type BatchColumn = (typeof batchColumns)[number];

/**
 * Takes the bytes of a CSV (UTF-8) or XLSX file, with `customer_id`, `currency` and `name` (the file's) in the query and a key in
 * `Idempotency-Key`; answers `batchRef`. The same file with the same key is the batch that it was before.
 */
export const batchUploadPath = '/payment/apply/batches';
export const batchRef = z.object({ id: z.string() });
export type BatchRef = z.output<typeof batchRef>;

/**
 * draft: it is looked at and corrected · running: its rows are being submitted, one after the other · done: each of them has its
 * end; those that were refused can be corrected and submitted again.
 */
export const batchStates = ['draft', 'running', 'done'] as const;

const batchRow = z.object({
  /** Its line in the file. */
  n: z.number(),
  bank_code: z.string(),
  bank_name: z.string(),
  account_name: z.string(),
  /** Never more than its last digits. */
  card_no: z.string(),
  amount: z.string(),
  branch: z.string(),
  memo: z.string(),
  order_no: z.string(),
  /** What it will cost; null where that cannot be said yet. */
  fee: money.nullable(),
  /** The same payee gets the same amount in this file, or got it within the last day. */
  is_duplicate: z.boolean(),
  duplicate_known: z.boolean(),
  errors: z.record(z.string(), z.array(z.string())),
  payout_id: z.string().nullable(),
  /** What submitting it came to, in words. */
  outcome: z.string().nullable(),
});
export type BatchRow = z.output<typeof batchRow>;

const batchHead = z.object({
  id: z.string(),
  customer: ref,
  currency,
  file_name: z.string(),
  state: z.enum(batchStates),
  created_at: instant,
  made_by: ref,
  submitted_at: instant.nullable(),
  /** All rows, those that became payouts, and of these those that wait for a person. */
  count: z.number(),
  made: z.number(),
  waiting: z.number(),
});
export type BatchHead = z.output<typeof batchHead>;

export const batchView = batchHead.extend({
  version: z.number(),
  /** Of the rows that are no payouts yet: those that can be submitted, and those that are wrong. */
  good: z.number(),
  bad: z.number(),
  duplicates: z.number(),
  sum: money,
  fee: money,
  total: money,
  available: money,
  rows: z.array(batchRow),
  page: z.number(),
  paginate: z.number(),
  /** How many rows there are of those that were asked for. */
  shown: z.number(),
});
export type BatchView = z.output<typeof batchView>;

/** The batches of a merchant, the newest first; those of the last thirty days. */
export const listBatches = endpoint({
  method: 'GET',
  path: '/payment/apply/batches',
  access: { session: true },
  whileActing: 'allowed',
  input: z.strictObject({ customer_id: id.optional() }),
  output: z.array(batchHead),
});

export const getBatch = endpoint({
  method: 'GET',
  path: '/payment/apply/batches/{id}',
  access: { session: true },
  whileActing: 'allowed',
  input: z.strictObject({
    id: z.string().max(64),
    page: paging.page,
    paginate: paging.paginate,
    only: z.enum(['all', 'wrong', 'duplicate', 'unpaid']).default('all'),
  }),
  output: batchView,
});

/** Corrects rows that are no payouts yet; what is left out stays. A card that is not sent again stays as it was read. */
export const editBatch = endpoint({
  method: 'PATCH',
  path: '/payment/apply/batches/{id}',
  access: { session: true },
  input: z.strictObject({
    id: z.string().max(64),
    version: z.number().int(),
    rows: z
      .array(
        z.strictObject({
          n: z.number().int().min(1),
          bank_code: cell.optional(),
          account_name: cell.optional(),
          card_no: cell.optional(),
          amount: cell.optional(),
          branch: cell.optional(),
          memo: cell.optional(),
          order_no: cell.optional(),
          duplicate_known: z.boolean().optional(),
        }),
      )
      .min(1)
      .max(500),
  }),
  output: z.object({ version: z.number() }),
});

const batchForm = {
  id: z.string().max(64),
  /** Submits the good rows although there are wrong ones; without it those refuse the whole (`batchRejected`). */
  good_only: z.boolean().default(false),
};

/**
 * What submitting it would come to now. The hash stands for merchant, currency and, row by row, payee, amount, order number and
 * fee, which the submission then has to come to.
 */
export const batchEffect = endpoint({
  method: 'POST',
  path: '/payment/apply/batches/{id}/submit/effect',
  access: { session: true },
  input: z.strictObject(batchForm),
  output: z.object({
    effect: z.array(
      z.object({
        field: z.enum(['count', 'amount', 'fee', 'total', 'balance', 'amount_zh']),
        before: z.string().nullable(),
        after: z.string(),
      }),
    ),
    hash: z.string(),
    customer: ref,
    currency,
    /** Rows that get again what their payee got, which the reason has to say why. */
    duplicates: z.number(),
    /** All of them will wait for a second person. */
    waits: z.boolean(),
  }),
});
export type BatchEffect = z.output<typeof batchEffect.output>;

/**
 * Submits the good rows, each as a payout of its own with its own order number; what is refused of one delays no other. The code
 * is spent on exactly what the effect showed: anything else is refused (20412). A row becomes a payout once, whatever happens.
 */
export const submitBatch = endpoint({
  method: 'POST',
  path: '/payment/apply/batches/{id}/submit',
  access: { session: true },
  idempotent: true,
  input: z.strictObject({
    ...batchForm,
    effect_hash: z.string().max(64),
    reason: reason.optional(),
    ...stepUp,
  }),
  output: batchRef,
});

/** Lets go what of a batch waits for a person. Never for who submitted it. */
export const dispatchBatch = endpoint({
  method: 'POST',
  path: '/payment/apply/batches/{id}/dispatch',
  access: { permission: 'payment.transactions.take' },
  idempotent: true,
  input: z.strictObject({ id: z.string().max(64), reason, ...stepUp }),
  output: batchRef,
});
