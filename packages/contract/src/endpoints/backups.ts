import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { done, id, instant, listOf, paging } from '../fields.ts';
import { patterns } from '../patterns.ts';
import { plainLine } from '../plain-text.ts';
import { reason, stepUp } from '../step-up.ts';

export const backupStates = ['queued', 'running', 'completed', 'failed', 'removed'] as const;
export const backupTrials = ['queued', 'running', 'passed', 'failed'] as const;

export const backupRow = z.object({
  id: z.string(),
  /** A copy of the cluster's files with the log that it needs. */
  kind: z.literal('physical'),
  state: z.enum(backupStates),
  note: z.string(),
  /** Null: by the schedule. */
  made_by: z.string().nullable(),
  asked_at: instant,
  started_at: instant.nullable(),
  finished_at: instant.nullable(),
  /** Its name in `DATA_DIR/backups`; null before it is complete. */
  file: z.string().nullable(),
  bytes: z.number().nullable(),
  /** Up to where of PostgreSQL's log it goes. */
  lsn: z.string().nullable(),
  error: z.string().nullable(),
  verify_state: z.enum(backupTrials).nullable(),
  verified_at: instant.nullable(),
  verified: z
    .object({
      /** The books of the copy are right. */
      prove: z.boolean(),
      /** It holds as many rows as there were while it was made. */
      counts_equal: z.boolean(),
      rows: z.number(),
      ms: z.number(),
    })
    .nullable(),
  actions: z.array(z.enum(['verify', 'download'])),
});
export type BackupRow = z.output<typeof backupRow>;

const summary = z.object({
  /** `us`: copies are made here · `database`: the database is somebody else's to copy, as its archiver says. */
  duty: z.enum(['us', 'database']),
  archiver: z
    .object({
      archived: z.number(),
      last_archived_at: instant.nullable(),
      failed: z.number(),
      last_failed_at: instant.nullable(),
    })
    .nullable(),
  schedule: z.object({ at: z.string().nullable(), keep: z.number(), version: z.number() }),
});
export type BackupSummary = z.output<typeof summary>;

/** Copies of the cluster, newest first, and who makes them when. */
export const backups = endpoint({
  method: 'GET',
  path: '/admin/backup',
  access: { permission: 'admin.backup.get' },
  whileActing: 'allowed',
  input: z.strictObject({ ...paging }),
  output: listOf(backupRow, summary),
});

/** Begins one; `backupInProgress` while another is made, and where copies are not ours to make `invalidState`. */
export const makeBackup = endpoint({
  method: 'POST',
  path: '/admin/backup',
  access: { permission: 'admin.backup.create' },
  idempotent: true,
  input: z.strictObject({ note: z.string().trim().max(200).regex(plainLine).default('') }),
  output: z.object({ id: z.string() }),
});

/** Begins to try one: a scratch server is started from it, its books are proven and its rows counted, and it is thrown away. */
export const verifyBackup = endpoint({
  method: 'POST',
  path: '/admin/backup/{id}/verify',
  access: { permission: 'admin.backup.verify' },
  input: z.strictObject({ id }),
  output: done,
});

/** When one is made each day, in the platform's zone, and how many stay. */
export const scheduleBackups = endpoint({
  method: 'PUT',
  path: '/admin/backup/schedule',
  access: { permission: 'admin.backup.create' },
  input: z.strictObject({
    at: z.string().regex(patterns.hourMinute).nullable(),
    keep: z.number().int().min(1).max(365),
    version: z.int32().min(0),
  }),
  output: z.object({ version: z.number() }),
});

/** Below /api: the file itself, for the bearer of a ticket. */
export const backupFilePath = '/backup';

/**
 * A link under which the file is fetched once, within a minute. The file is encrypted and its key never leaves the machine; it is
 * everything there is all the same, so whoever fetches it proves himself anew and says why.
 */
export const backupTicket = endpoint({
  method: 'POST',
  path: '/admin/backup/{id}/ticket',
  access: { permission: 'admin.backup.download' },
  input: z.strictObject({ id, reason, ...stepUp }),
  output: z.object({ url: z.string() }),
});
