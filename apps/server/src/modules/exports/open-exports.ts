import type { ExportRow } from '@suanpan/contract/endpoints/exports';
import type { Http } from '../../platform/http/create-http.ts';
import type { Jobs, Queue } from '../../platform/jobs/jobs.ts';
import { startLoop } from '../../platform/loop.ts';
import { bindDownload } from './download.routes.ts';
import type { ExportsDeps, ExportsRoom } from './exports-deps.ts';
import { bindExports } from './exports.routes.ts';
import { openExportFolder } from './files/export-folder.ts';
import { requestExport } from './request-export.ts';
import type { ExportOrder, Orderer } from './request-export.ts';
import { clearFolder, sweepExports } from './sweep-exports.ts';
import { writeExport } from './write-export.ts';

const sweepPauseMs = 10_000;
const atOnce = 2;

/** The queue of the writers. The row of an export is the truth; a job only says that one waits. */
export const exportQueue: Queue = { name: 'export.write', retries: 0, expireS: 6 * 3_600, oneWaiting: true };

export interface Exports {
  bind(app: Http): void;
  /** Orders one, as the endpoint does. */
  request(orderer: Orderer, order: ExportOrder): Promise<ExportRow>;
  /** Writes a waiting one now; nothing happens when it does not wait. */
  write(id: bigint): Promise<void>;
  sweep(): Promise<void>;
  /** Begins to write what waits, and to look after what is over. */
  start(jobs: Jobs): Promise<void>;
  /** Puts back what is half written; the next start begins it anew. */
  stop(): Promise<void>;
}

export function openExports({ folder, lists, ...deps }: ExportsDeps): Exports {
  const stopping = new AbortController();
  const writing = new Set<Promise<void>>();
  const room: ExportsRoom = {
    ...deps,
    lists: new Map(lists.map((list) => [list.kind, list])),
    folder: openExportFolder(folder),
    stopping: stopping.signal,
  };
  let loop: ReturnType<typeof startLoop> | undefined;

  function write(id: bigint): Promise<void> {
    const work = writeExport(room, id).finally(() => writing.delete(work));
    writing.add(work);
    return work;
  }

  return {
    bind(app) {
      bindExports(app, room);
      bindDownload(app, room);
    },
    request: (orderer, order) => requestExport(room, orderer, order),
    write,
    sweep: () => sweepExports(room),
    async start(jobs) {
      await clearFolder(room);
      await jobs.work<{ id: string }>(exportQueue.name, ({ data }) => write(BigInt(data.id)), {
        concurrency: atOnce,
        pollS: 2,
      });
      loop = startLoop({
        name: 'exports',
        pauseMs: sweepPauseMs,
        log: deps.log,
        run: () => sweepExports(room),
      });
    },
    async stop() {
      stopping.abort();
      await loop?.stop();
      await Promise.allSettled(writing);
    },
  };
}
