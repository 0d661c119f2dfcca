import { Refusal } from '@suanpan/domain/errors';
import { exportedList } from '@suanpan/domain/exports/kinds';
import type { ExportError } from '@suanpan/domain/exports/kinds';
import { defaultRegion, exportFileMaxBytes } from '@suanpan/domain/limits';
import { translate } from '@suanpan/messages/translate';
import type { WordKey } from '@suanpan/messages/translate';
import { isConnectionLoss } from '../../platform/db/database-error.ts';
import { transact } from '../../platform/db/transact.ts';
import type { ExportList, ExportReader } from '../../platform/export-list.ts';
import { lineForms } from '../../platform/lines/write-lines.ts';
import { emit } from '../../platform/outbox/emit.ts';
import { recordAudit } from '../audit/index.ts';
import type { ExportsRoom } from './exports-deps.ts';
import type { ExportJob } from './exports.queries.ts';
import {
  claimExport,
  completeExport,
  failExport,
  noteProgress,
  releaseExport,
  roomLeft,
} from './exports.store.ts';
import { FileTooLarge } from './files/export-folder.ts';
import type { WrittenFile } from './files/export-folder.ts';
import { fileFormats } from './files/file-format.ts';
import type { Lines } from './files/sheet.ts';
import { requireReader } from './may-export.ts';
import { readFilter, until } from './read-filter.ts';
import { Totals } from './totals.ts';

/** Rows that a presenter makes at a time, and of the lists that grow, four megabytes of CSV and fourteen of XML. */
const [pageRows, pageLines] = [2_000, 16_000];
/** Progress is told this often; a page is quicker than that. */
const tellEveryMs = 400;

/** The export was taken from this writer: cancelled, or given to another after a long silence. */
class TakenAway extends Error {
  override readonly name = 'TakenAway';
}
/** The rows came, and could not be kept. */
class NoFile extends Error {
  override readonly name = 'NoFile';

  constructor(cause: unknown) {
    super('The file could not be written', { cause });
  }
}
/** The process ends; whoever starts next begins anew. */
class Stopping extends Error {
  override readonly name = 'Stopping';
}

interface Made {
  rows: number;
  /** What ended the rows: whatever makes the bytes may hand on an error of its own instead. */
  failure: Error | undefined;
}

/**
 * Writes one waiting export, from beginning to end, or does nothing when it does not wait. Never throws for the
 * export's own sake: a failure is its state, with a reason, and leaves no file. Rows are read page by page in short
 * statements, with the rights that their reader has at that moment.
 */
export async function writeExport(room: ExportsRoom, id: bigint): Promise<void> {
  const job = await claimExport(room.db.workers, id);
  if (job === undefined) return;
  tell(room, job);
  const made: Made = { rows: 0, failure: undefined };
  try {
    const left = await roomLeft(room.db.workers, job);
    const most = left < exportFileMaxBytes ? left : exportFileMaxBytes;
    const written = await room.folder.write(job, bytesOf(room, job, made), most).catch((error: unknown) => {
      if (made.failure !== undefined) throw made.failure;
      throw new NoFile(error);
    });
    await complete(room, job, { rows: made.rows, ...written });
  } catch (error) {
    await room.folder.remove(job).catch(() => {});
    await end(room, job, error);
  }
}

async function* bytesOf(room: ExportsRoom, job: ExportJob, made: Made): AsyncGenerator<Uint8Array> {
  const { columns } = exportedList(job.kind);
  yield* fileFormats[job.format].bytes({
    name: job.kind,
    header: job.columns.map((name) => titleOf(job, columns[name] ?? '')),
    lines: linesOf(room, job, made),
  });
}

/** The words of the list's own screen; times say their zone. */
function titleOf(job: ExportJob, word: string): string {
  const { area } = exportedList(job.kind);
  const title = translate(job.locale, `${area}.${word}` as WordKey);
  return timeWords.has(word) ? `${title} (${defaultRegion})` : title;
}
const timeWords: ReadonlySet<string> = new Set([
  'columns.time',
  'columns.createdAt',
  'columns.completedAt',
  'columns.expiresAt',
  'columns.lastLogin',
  'columns.at',
  'columns.lastHit',
  'columns.validFrom',
  'analysis.lastAt',
]);

async function* linesOf(room: ExportsRoom, job: ExportJob, made: Made): AsyncGenerator<Lines> {
  try {
    yield* readLines(room, job, made);
  } catch (error) {
    made.failure = error instanceof Error ? error : new Error(String(error));
    throw error;
  }
}

async function* readLines(room: ExportsRoom, job: ExportJob, made: Made): AsyncGenerator<Lines> {
  const list = room.lists.get(job.kind);
  if (list === undefined) throw new Error(`No module exports ${job.kind}`);
  const filter = filterOf(list, job);
  const read = await room.db.figures.whole();
  const reading = async <T>(work: (reader: ExportReader) => Promise<T>): Promise<T> => {
    const reader = await readerOf(room, job);
    // Who may read what was decided above; the rows may come from the replica.
    return (await read((reports) => work({ ...reader, db: { ...reader.db, reports } }))).value;
  };
  const { line } = lineForms[job.format];
  const total = await reading((reader) => list.count(reader, filter));
  const totals = new Totals(exportedList(job.kind));
  let toldAt = performance.now();
  const pages = pagesOf((after) => reading((reader) => readPage(list, reader, filter, after, job)));
  for await (const page of pages) {
    if (room.stopping.aborted) throw new Stopping();
    yield page;
    page.addTo(totals);
    made.rows += page.rows;
    if (page.next === null || performance.now() - toldAt < tellEveryMs) continue;
    toldAt = performance.now();
    // The last percent is the finished file's.
    const progress = Math.min(99, Math.floor((made.rows * 100) / Math.max(1, total)));
    if (!(await noteProgress(room.db.workers, job, progress))) throw new TakenAway();
    tell(room, { ...job, progress });
  }
  const last = totals.rows(job.columns, (currency, count) =>
    translate(job.locale, 'exports.total', { currency, count: String(count) }),
  );
  yield { bytes: [Buffer.from(last.map(line).join(''))], rows: last.length };
}

interface Page extends Lines {
  readonly next: string | null;
  readonly addTo: (totals: Totals) => void;
}

/** One page after the other; the next is asked for while one is written. */
async function* pagesOf(read: (after: string | null) => Promise<Page>): AsyncGenerator<Page> {
  let coming = read(null);
  try {
    for (;;) {
      const page = await coming;
      const { next } = page;
      if (next !== null) coming = read(next);
      // A failure is met when its turn comes.
      coming.catch(() => {});
      yield page;
      if (next === null) return;
    }
  } finally {
    await coming.catch(() => {});
  }
}

async function readPage(
  list: ExportList,
  reader: ExportReader,
  filter: Record<string, unknown>,
  after: string | null,
  { columns, format, kind }: ExportJob,
): Promise<Page> {
  if ('write' in list) {
    const wanted = { columns, form: format, totals: exportedList(kind).totals ?? [] };
    const page = await list.write(reader, filter, { after, limit: pageLines }, wanted);
    return { ...page, addTo: (totals) => totals.addLines(page.totals()) };
  }
  const { next, rows } = await list.read(reader, filter, { after, limit: pageRows });
  const { line } = lineForms[format];
  const text = rows.map((row) => line(columns.map((name) => row[name] ?? null))).join('');
  return {
    bytes: [Buffer.from(text)],
    rows: rows.length,
    next,
    addTo: (totals) => {
      for (const row of rows) totals.add(row);
    },
  };
}

async function readerOf(room: ExportsRoom, job: ExportJob): Promise<ExportReader> {
  return { db: room.db, actor: await requireReader(room, job), locale: job.locale };
}

function filterOf(list: ExportList, job: ExportJob): Record<string, unknown> {
  return readFilter(list, until(list, job.filter, job.created_at), job.locale);
}

async function complete(
  room: ExportsRoom,
  job: ExportJob,
  made: WrittenFile & { readonly rows: number },
): Promise<void> {
  const done = await transact(room.db.workers, async (tx) => {
    const row = await completeExport(tx, job, made);
    if (row === undefined) return undefined;
    await recordAudit(tx, { ...auditOf(job), act: 'export.complete', after: { kind: job.kind, ...made } });
    await emit(tx, [
      {
        kind: 'export.completed',
        subject: `export:${job.id}`,
        payload: { user_id: String(job.owner_id), file: job.file },
      },
    ]);
    return row;
  });
  if (done === undefined) throw new TakenAway();
  tell(room, done);
}

async function end(room: ExportsRoom, job: ExportJob, error: unknown): Promise<void> {
  if (error instanceof TakenAway) return;
  // Its lease runs out and it is begun again once there is a database to ask.
  if (!(error instanceof NoFile) && isConnectionLoss(error))
    return room.log.warn({ err: error, export: String(job.id) }, 'an export waits');
  if (error instanceof Stopping) {
    return transact(room.db.workers, (tx) => releaseExport(tx, job));
  }
  const reason = reasonOf(error);
  room.log.warn({ err: error, export: String(job.id), reason }, 'an export failed');
  await failWith(room, job, reason);
}

/** The state, the record and the news of an export that has no file. */
export async function failWith(room: ExportsRoom, job: ExportJob, reason: ExportError): Promise<void> {
  const failed = await transact(room.db.workers, async (tx) => {
    const row = await failExport(tx, job, reason);
    if (row === undefined) return undefined;
    await recordAudit(tx, {
      ...auditOf(job),
      act: 'export.fail',
      outcome: reason === 'notAllowed' ? 'denied' : 'failed',
      after: { kind: job.kind, reason },
    });
    return row;
  });
  if (failed !== undefined) tell(room, failed);
}

const auditOf = (job: ExportJob) =>
  ({
    actorId: job.owner_id,
    effectiveId: job.acting_for ?? job.owner_id,
    objectKind: 'export',
    objectId: String(job.id),
  }) as const;

function reasonOf(error: unknown): ExportError {
  if (error instanceof Refusal) {
    if (error.refusal === 'forbidden' || error.refusal === 'agentOnly') return 'notAllowed';
    return 'filterInvalid';
  }
  if (error instanceof NoFile && error.cause instanceof FileTooLarge) return 'tooLarge';
  const code = error instanceof NoFile ? (error.cause as { code?: unknown }).code : undefined;
  return code === 'ENOSPC' || code === 'EDQUOT' ? 'diskFull' : 'unexpected';
}

export function tell(
  room: ExportsRoom,
  job: Pick<ExportJob, 'id' | 'owner_id' | 'status' | 'progress'>,
): void {
  room.realtime.toUser(job.owner_id, 'export', {
    id: String(job.id),
    status: job.status,
    progress: job.progress,
  });
}
