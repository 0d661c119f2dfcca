import type { ExportRow } from '@suanpan/contract/endpoints/exports';
import type { Http } from '../../platform/http/create-http.ts';
import { startLoop } from '../../platform/loop.ts';
import type { Loop } from '../../platform/loop.ts';
import type { Queue } from '../../platform/queue.ts';
import { bindDownload } from './download.routes.ts';
import type { ExportsDeps, ExportsRoom } from './exports-deps.ts';
import { exportQueue } from './queue.queries.ts';
import { bindExports } from './exports.routes.ts';
import { openExportFolder } from './files/export-folder.ts';
import { requestExport } from './request-export.ts';
import type { ExportOrder, Orderer } from './request-export.ts';
import { findWaiting } from './exports.store.ts';
import { clearFolder, sweepExports } from './sweep-exports.ts';
import { writeExport } from './write-export.ts';

const sweepPauseMs = 10_000;
/** Another process may have put back what it does not finish; what is ordered here wakes a writer at once. */
const lookPauseMs = 2_000;
const atOnce = 2;

export interface Exports {
  bind(app: Http): void;
  /** Orders one, as the endpoint does. */
  request(orderer: Orderer, order: ExportOrder): Promise<ExportRow>;
  /** Writes a waiting one now; nothing happens when it does not wait. */
  write(id: bigint): Promise<void>;
  sweep(): Promise<void>;
  readonly queues: readonly Queue[];
  /** Begins to write what waits, and to look after what is over. */
  start(): Promise<void>;
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
    wake: () => writers.forEach((loop) => loop.wake()),
    stopping: stopping.signal,
  };
  const writers: Loop[] = [];
  let sweeping: Loop | undefined;

  function write(id: bigint): Promise<void> {
    const work = writeExport(room, id).finally(() => writing.delete(work));
    writing.add(work);
    return work;
  }

  async function writeAll(): Promise<void> {
    while (!stopping.signal.aborted) {
      const id = await findWaiting(deps.db.workers);
      if (id === undefined) return;
      await write(id);
    }
  }

  return {
    bind(app) {
      bindExports(app, room);
      bindDownload(app, room);
    },
    request: (orderer, order) => requestExport(room, orderer, order),
    write,
    queues: [exportQueue],
    sweep: () => sweepExports(room),
    async start() {
      await clearFolder(room);
      const { log } = deps;
      const writer = { name: 'export.write', pauseMs: lookPauseMs, log, run: writeAll };
      writers.push(...Array.from({ length: atOnce }, () => startLoop(writer)));
      sweeping = startLoop({ name: 'exports', pauseMs: sweepPauseMs, log, run: () => sweepExports(room) });
    },
    async stop() {
      stopping.abort();
      await sweeping?.stop();
      await Promise.all(writers.map((loop) => loop.stop()));
      await Promise.allSettled(writing);
    },
  };
}
