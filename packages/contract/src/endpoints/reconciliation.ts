import {
  differenceTypes,
  lineFaults,
  resolutionActs,
  resolveActs,
  statementColumns,
  statementKinds,
  statementStatuses,
} from '@suanpan/domain/reconciliation';
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { currency, done, id, instant, listOf, money, paging, searchText } from '../fields.ts';
import { plainLine, plainLines } from '../plain-text.ts';
import { reason, stepUp } from '../step-up.ts';
import { submission, waitingActs } from './approvals.ts';

const ref = z.object({ id: z.string(), name: z.string() });
const day = z.iso.date();

/** A channel account's money with its provider over time, by our books and by the provider's word: a point for each proof of the books. */
export const accountStandings = endpoint({
  method: 'GET',
  path: '/reconciliation/accounts/{account}/standings',
  access: { permission: 'admin.reconciliation.get' },
  whileActing: 'allowed',
  input: z.strictObject({ account: id }),
  output: z.object({
    channel_account: ref,
    currency,
    items: z.array(
      z.object({
        at: instant,
        books: money,
        /** Null where the provider had not been asked. */
        provider: money.nullable(),
        difference: money.nullable(),
        checked_at: instant.nullable(),
      }),
    ),
  }),
});
export type AccountStanding = z.output<typeof accountStandings.output>['items'][number];

/** A business day of a channel account: what its provider's statement says, and what we booked. */
export const reconciliationDayRow = z.object({
  id: z.string(),
  channel_account: ref,
  agent: ref,
  provider: ref,
  day,
  currency,
  state: z.enum(['open', 'closed']),
  /** Lines of all its files, those of them that have their booking, and differences that wait. */
  lines: z.number(),
  matched: z.number(),
  open: z.number(),
  /** Of those that wait, how many of each type there are. */
  open_by_type: z.array(z.object({ type: z.enum(differenceTypes), count: z.number() })),
  /** What moved, above zero what came in. */
  ours: money,
  theirs: money,
  difference: money,
  files: z.number(),
  imported_at: instant.nullable(),
  closed_at: instant.nullable(),
  closed_by: z.string().nullable(),
  actions: z.array(z.enum(['import', 'match', 'close'])),
});
export type ReconciliationDayRow = z.output<typeof reconciliationDayRow>;

/** Days that are open whatever their age, and what was closed last; the newest first. */
export const reconciliationDays = endpoint({
  method: 'GET',
  path: '/reconciliation/days',
  access: { permission: 'admin.reconciliation.get' },
  whileActing: 'allowed',
  input: z.strictObject({
    ...paging,
    channel_account_id: id.optional(),
    state: z.enum(['open', 'closed']).optional(),
    from: day.optional(),
    to: day.optional(),
  }),
  output: listOf(
    reconciliationDayRow,
    z.object({
      by_currency: z.array(
        z.object({ currency, count: z.number(), ours: money, theirs: money, difference: money }),
      ),
    }),
  ),
});

/**
 * Closes a day whose differences are all resolved: nothing is imported for it any more. Refuses `dayNotOver`, `differencesRemain`
 * and `dayClosed`.
 */
export const closeReconciliationDay = endpoint({
  method: 'POST',
  path: '/reconciliation/days/{account}/{day}/close',
  access: { permission: 'admin.reconciliation.close' },
  idempotent: true,
  input: z.strictObject({ account: id, day, reason, ...stepUp }),
  output: z.object({ state: z.literal('done') }),
});

/** Holds an open day against the books anew, as every night does: what was settled meanwhile differs no more. */
export const matchReconciliationDay = endpoint({
  method: 'POST',
  path: '/reconciliation/days/{account}/{day}/match',
  access: { permission: 'admin.reconciliation.create' },
  input: z.strictObject({ account: id, day }),
  output: z.object({ open: z.number() }),
});

/**
 * Takes the bytes of a CSV (UTF-8) or XLSX file, with `channel_account_id`, `day`, `name` (the file's) and `preview` in the query;
 * answers `importReport`. A file with a line that cannot be read is not taken. The same file again is the import it was.
 */
export const statementUploadPath = '/reconciliation/imports';

export const importReport = z.object({
  /** Null: it was looked at and not taken. */
  id: z.string().nullable(),
  hash: z.string(),
  currency,
  lines: z.number(),
  /** Of these, those that another file of the day had said before, and those that have their booking. */
  known: z.number(),
  matched: z.number(),
  open: z.number(),
  /** The first faults, by the line of the file, and how many there are. */
  bad: z.array(z.object({ line: z.number(), why: z.enum(lineFaults) })),
  bad_count: z.number(),
  /** Which columns were found, and under which title. */
  columns: z.array(z.object({ column: z.enum(statementColumns), title: z.string() })),
  totals: z.object({ ours: money, theirs: money }),
  state: z.enum(['preview', 'open', 'closed']),
  closed_by: z.string().nullable(),
  closed_at: instant.nullable(),
});
export type ImportReport = z.output<typeof importReport>;

export const reconciliationImport = endpoint({
  method: 'GET',
  path: '/reconciliation/imports/{id}',
  access: { permission: 'admin.reconciliation.get' },
  whileActing: 'allowed',
  input: z.strictObject({ id }),
  output: importReport,
});

const title = z.string().trim().max(128).regex(plainLine).optional();
const titles = z.strictObject({
  ref: title,
  own_no: title,
  kind: title,
  amount: title,
  fee: title,
  currency: title,
  status: title,
  at: title,
});

/**
 * Under which titles the statements of an account's provider have their columns; what is left out is found under its usual
 * titles. They are the platform's to set.
 */
export const reconciliationMapping = endpoint({
  method: 'GET',
  path: '/reconciliation/accounts/{account}/mapping',
  access: { permission: 'admin.reconciliation.create' },
  input: z.strictObject({ account: id }),
  output: z.object({
    provider_id: z.string(),
    titles,
    version: z.number(),
    actions: z.array(z.enum(['set'])),
  }),
});
export const setReconciliationMapping = endpoint({
  method: 'PUT',
  path: '/reconciliation/mappings/{provider}',
  access: { permission: 'admin.reconciliation.create' },
  input: z.strictObject({ provider: id, titles, version: z.int32().min(0) }),
  output: z.object({ version: z.number() }),
});

export const differenceRow = z.object({
  id: z.string(),
  type: z.enum(differenceTypes),
  state: z.enum(['open', 'resolved']),
  channel_account: ref,
  day,
  currency,
  /** The order it is about, where one is known. */
  order: z
    .object({
      kind: z.enum(['collection', 'payout']),
      id: z.string(),
      no: z.string(),
      /** Of its own kind. */
      status: z.string(),
    })
    .nullable(),
  /** What the statement says; null where it says nothing. */
  line: z
    .object({
      n: z.number(),
      kind: z.enum(statementKinds),
      ref: z.string(),
      own_no: z.string(),
      at: instant.nullable(),
      status: z.enum(statementStatuses),
    })
    .nullable(),
  /** The provider's number of our booking, where there is one. */
  booked_ref: z.string().nullable(),
  /** What moved, above zero what came in; of a difference of fee, the fee. */
  ours: money,
  theirs: money,
  difference: money,
  found_at: instant,
  age_s: z.number(),
  assignee: ref.nullable(),
  comments: z.array(z.object({ by: z.string(), at: instant, text: z.string() })),
  resolution: z
    .object({
      act: z.enum(resolutionActs),
      journal_id: z.string().nullable(),
      by: z.string().nullable(),
      at: instant,
      reason: z.string().nullable(),
    })
    .nullable(),
  waiting_acts: waitingActs,
  actions: z.array(z.enum([...resolveActs, 'assign', 'comment'])),
});
export type DifferenceRow = z.output<typeof differenceRow>;

/** All that is open whatever its age, and what was resolved today; with a state, all of that state. */
export const differences = endpoint({
  method: 'GET',
  path: '/reconciliation/differences',
  access: { permission: 'admin.reconciliation.get' },
  whileActing: 'allowed',
  input: z.strictObject({
    ...paging,
    id: id.optional(),
    type: z.enum(differenceTypes).optional(),
    state: z.enum(['open', 'resolved']).optional(),
    channel_account_id: id.optional(),
    day: day.optional(),
    currency: currency.optional(),
    /** A number of the provider or of the order, whole. */
    search: searchText.optional(),
  }),
  output: listOf(
    differenceRow,
    z.object({
      by_currency: z.array(
        z.object({
          currency,
          count: z.number(),
          /** What moved: with nothing left out it adds up to the days. */
          ours: money,
          theirs: money,
          difference: money,
          /** What differs in fees alone, theirs less ours. */
          fee_difference: money,
        }),
      ),
    }),
  ),
});

/** The caller takes it on, or lets it go. */
export const assignDifference = endpoint({
  method: 'POST',
  path: '/reconciliation/differences/{id}/assign',
  access: { permission: 'admin.reconciliation.resolve' },
  input: z.strictObject({ id, mine: z.boolean() }),
  output: done,
});

export const commentDifference = endpoint({
  method: 'POST',
  path: '/reconciliation/differences/{id}/comment',
  access: { permission: 'admin.reconciliation.resolve' },
  idempotent: true,
  input: z.strictObject({ id, text: z.string().trim().min(1).max(500).regex(plainLines) }),
  output: done,
});

const resolution = { id, act: z.enum(resolveActs) };

/** What an act would post, and the fingerprint that it sends back. */
export const resolveEffect = endpoint({
  method: 'POST',
  path: '/reconciliation/differences/{id}/resolve/effect',
  access: { permission: 'admin.reconciliation.resolve' },
  input: z.strictObject(resolution),
  output: z.object({
    currency,
    effect: z.array(
      z.object({
        /** An account of the books, or the state of the difference. */
        field: z.enum(['clearing', 'endpointFee', 'unidentified', 'writtenOff', 'state']),
        before: z.string().nullable(),
        after: z.string(),
      }),
    ),
    hash: z.string(),
  }),
});

/**
 * Ends a difference as its effect showed (`staleEdit` otherwise). What posts always waits for a second person of the platform; an
 * explanation waits from the threshold on.
 */
export const resolveDifference = endpoint({
  method: 'POST',
  path: '/reconciliation/differences/{id}/resolve',
  access: { permission: 'admin.reconciliation.resolve' },
  idempotent: true,
  input: z.strictObject({ ...resolution, effect_hash: z.string().max(64), reason, ...stepUp }),
  output: submission,
});
