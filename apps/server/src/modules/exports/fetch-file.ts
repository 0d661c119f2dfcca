import type { Readable } from 'node:stream';
import { Refusal } from '@suanpan/domain/errors';
import { recordAudit, saidPrint } from '../audit/index.ts';
import { transact } from '../../platform/db/transact.ts';
import type { Actor, RequestContext } from '../../platform/http/actor.ts';
import type { ExportsRoom } from './exports-deps.ts';
import { findByFile } from './exports.queries.ts';
import type { ExportJob } from './exports.queries.ts';
import { insertTicket } from './exports.store.ts';
import { fileFormats } from './files/file-format.ts';
import { requireReader, shelfOf } from './may-export.ts';

export interface FetchedFile {
  readonly name: string;
  readonly contentType: string;
  readonly size: number;
  readonly stream: Readable;
}

type Caller = Pick<RequestContext, 'actor' | 'ip' | 'userAgent' | 'requestId'>;

const filePattern = /^[A-Za-z0-9]{32}-[A-Za-z0-9._/]{1,64}-\d{8}\.(?:csv|xlsx)$/;

/**
 * One's own finished export, with the right of its list asked again. Throws `notFound` for what is absent, foreign or
 * unfinished, `fileExpired` after its days and `forbidden`.
 */
async function requireFile(room: ExportsRoom, actor: Actor, file: string): Promise<ExportJob> {
  const job = filePattern.test(file) ? await findByFile(room.db.app, shelfOf(actor), file) : undefined;
  if (job === undefined) throw new Refusal('notFound');
  await requireReader(room, job);
  if (job.status === 'expired') throw new Refusal('fileExpired');
  if (job.status !== 'completed') throw new Refusal('notFound');
  return job;
}

/** The bytes of a file; that they were fetched is written down before the first of them leaves. */
export async function fetchFile(room: ExportsRoom, caller: Caller, file: string): Promise<FetchedFile> {
  const job = await requireFile(room, caller.actor, file);
  const found = await room.folder.read(
    job,
    await saidPrint(room.db.app, 'export.complete', 'export', job.id),
  );
  if (found === undefined) throw new Refusal('fileExpired');
  const fetched = (outcome: 'done' | 'failed') =>
    recordAudit(room.db.app, {
      actorId: job.owner_id,
      effectiveId: job.acting_for ?? job.owner_id,
      act: 'export.download',
      objectKind: 'export',
      objectId: String(job.id),
      outcome,
      after: { kind: job.kind, rows: job.row_count },
      ip: caller.ip,
      userAgent: caller.userAgent,
      requestId: caller.requestId,
    });
  found.stream.once('error', (error) => {
    room.log.error({ err: error, export: String(job.id) }, 'a file could not be handed out whole');
    fetched('failed').catch((failure: unknown) =>
      room.log.error({ err: failure, export: String(job.id) }, 'that a file is another is not in the log'),
    );
  });
  try {
    await fetched('done');
  } catch (error) {
    found.stream.destroy();
    throw error;
  }
  return {
    // The opaque part is no business of whoever finds the file in a folder later.
    name: job.file.slice(job.file.indexOf('-') + 1),
    contentType: fileFormats[job.format].contentType,
    ...found,
  };
}

/** A single-use address of the file for a browser that cannot send a header with a link. */
export async function issueTicket(room: ExportsRoom, actor: Actor, file: string): Promise<string> {
  const job = await requireFile(room, actor, file);
  const ticket = await transact(room.db.app, (tx) => insertTicket(tx, job.id, actor.sessionId));
  return `/api/download/${encodeURIComponent(job.file)}?ticket=${ticket}`;
}
