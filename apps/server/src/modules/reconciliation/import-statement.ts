import { hash } from 'node:crypto';
import { setImmediate as breathe } from 'node:timers/promises';
import type { ImportReport } from '@suanpan/contract/endpoints/reconciliation';
import { Refusal } from '@suanpan/domain/errors';
import { regionDayOf, regionDayText } from '@suanpan/domain/region-day';
import type { Locale } from '@suanpan/messages/locale';
import { translate } from '@suanpan/messages/translate';
import { formatLedger } from '@suanpan/money/amount';
import { businessNow } from '../../platform/clock.ts';
import { transact } from '../../platform/db/transact.ts';
import { emit } from '../../platform/outbox/emit.ts';
import type { RequestContext } from '../../platform/http/actor.ts';
import { audit } from '../audit/index.ts';
import { readStatement } from './read/read-statement.ts';
import type { StatementReport } from './read/read-statement.ts';
import type { ReconciliationDeps } from './reconciliation-deps.ts';
import { findMapping, importOf, listDays } from './reconciliation.queries.ts';
import type { KeptImport, ReconciledAccount } from './reconciliation.queries.ts';
import {
  beginImport,
  countImport,
  insertImport,
  insertLines,
  lockDay,
  reconcileDay,
} from './reconciliation.store.ts';

type Caller = Pick<RequestContext, 'actor' | 'ip' | 'userAgent' | 'requestId' | 'locale'>;

export interface StatementFile {
  readonly account: ReconciledAccount;
  readonly day: string;
  readonly name: string;
  readonly bytes: Buffer;
}

/** What a file says, and what is wrong with it; nothing is kept. */
export async function previewStatement(
  { db }: Pick<ReconciliationDeps, 'db'>,
  { locale }: Caller,
  { account, bytes, day }: StatementFile,
): Promise<ImportReport> {
  await refuseFuture(db, day);
  const mapping = await findMapping(db.app, account.provider_id);
  const read = await readStatement(
    bytes,
    mapping?.titles ?? {},
    { currency: account.currency, direction: account.direction, day },
    (column) => columnName(locale, column),
    // Others are served between the portions.
    async () => breathe(),
  );
  const zero = formatLedger(0n, account.currency);
  return {
    id: null,
    hash: hash('sha256', bytes, 'hex'),
    currency: account.currency,
    lines: read.lines,
    known: 0,
    matched: 0,
    open: 0,
    bad: [...read.bad],
    bad_count: read.badCount,
    columns: [...read.columns],
    totals: { ours: zero, theirs: formatLedger(read.sum, account.currency) },
    state: 'preview',
    closed_by: null,
    closed_at: null,
  };
}

/** Undoes what was kept of a file of which a line cannot be read. */
class Rejected extends Error {
  readonly read: StatementReport;

  constructor(read: StatementReport) {
    super('A line of the statement cannot be read');
    this.read = read;
  }
}

/**
 * Keeps a statement and holds its day against the books, all of it or nothing; the same file again is the import that it was.
 * Refuses `statementRejected` with the lines that cannot be read, `dayClosed`, and a day that has not begun. Nothing is posted.
 */
export async function importStatement(
  { db }: Pick<ReconciliationDeps, 'db'>,
  context: Caller,
  { account, bytes, day, name }: StatementFile,
): Promise<ImportReport> {
  await refuseFuture(db, day);
  const fileHash = hash('sha256', bytes, 'buffer');
  const known = await importOf(db.app, account.id, day, fileHash);
  if (known !== undefined) return reportOf(db, context, known);
  const mapping = await findMapping(db.app, account.provider_id);
  const made = await transact(db.imports, async (tx) => {
    const dayId = await beginImport(tx, account.id, day);
    const importId = await insertImport(tx, {
      dayId,
      hash: fileHash,
      fileName: name,
      madeBy: context.actor.userId,
    });
    if (importId === undefined) return undefined;
    let fresh = 0;
    const read = await readStatement(
      bytes,
      mapping?.titles ?? {},
      { currency: account.currency, direction: account.direction, day },
      (column) => columnName(context.locale, column),
      async (lines) => {
        fresh += await insertLines(tx, { dayId, importId }, lines);
      },
    );
    if (read.badCount > 0) throw new Rejected(read);
    await lockDay(tx, account.id, day);
    const print = await countImport(tx, importId, { lines: read.lines, known: read.lines - fresh });
    const open = await reconcileDay(tx, dayId);
    await audit(tx, context, {
      act: 'admin.reconciliation.create',
      objectKind: 'reconciliation',
      objectId: String(dayId),
      after: { name, rows: read.lines, prints: print },
    });
    if (open > 0)
      await emit(tx, [
        {
          kind: 'reconciliation.differs',
          subject: `channelAccount:${account.id}`,
          payload: {
            channel_account_id: String(account.id),
            agent_id: String(account.agent_id),
            day,
            open,
          },
        },
      ]);
    return importId;
  }).catch((error: unknown) => {
    if (!(error instanceof Rejected)) throw error;
    const { bad, badCount } = error.read;
    const lines = bad.map(
      ({ line, why }) => `${line}: ${translate(context.locale, `reconciliation.faults.${why}`)}`,
    );
    throw new Refusal('statementRejected', {
      params: { count: String(badCount) },
      fields: { file: lines },
    });
  });
  const kept = await importOf(db.app, account.id, day, fileHash);
  if (kept === undefined) throw new Error(`Import ${made ?? 'of another'} was not kept`);
  return reportOf(db, context, kept);
}

/** What became of an import. */
export async function reportOf(
  db: ReconciliationDeps['db'],
  { actor }: Pick<RequestContext, 'actor'>,
  kept: KeptImport,
): Promise<ImportReport> {
  const [row] = await listDays(db.app, actor.scope, { id: kept.day_id }, { offset: 0, limit: 1 });
  if (row === undefined) throw new Refusal('notFound');
  return {
    id: String(kept.id),
    hash: kept.hash.toString('hex'),
    currency: row.currency,
    lines: kept.lines,
    known: kept.known,
    matched: row.matched,
    open: row.open,
    bad: [],
    bad_count: 0,
    columns: [],
    totals: { ours: formatLedger(row.ours, row.currency), theirs: formatLedger(row.theirs, row.currency) },
    state: row.closed_at === null ? 'open' : 'closed',
    closed_by: row.closed_by_name,
    closed_at: row.closed_at?.toISOString() ?? null,
  };
}

async function refuseFuture(db: ReconciliationDeps['db'], day: string): Promise<void> {
  if (day > (await dayAt(db, 0))) throw new Refusal('dayNotOver');
}

/** What began before midnight is booked on the day before, and is not there yet at midnight. */
const bookedWithinMs = 5 * 60_000;

/** The first day that cannot be closed: today, and until a while after midnight the day before. */
export const firstOpenDay = (db: ReconciliationDeps['db']): Promise<string> => dayAt(db, bookedWithinMs);

/** The business day so long ago, YYYY-MM-DD in the platform's zone. */
async function dayAt(db: ReconciliationDeps['db'], agoMs: number): Promise<string> {
  const now = await businessNow(db.app);
  return regionDayText(regionDayOf(new Date(now.getTime() - agoMs)));
}

const columnName = (locale: Locale, column: StatementReport['columns'][number]['column']): string =>
  translate(locale, `reconciliation.columns.${column}`);
