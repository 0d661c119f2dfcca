import type { Database } from '../../platform/db/database.ts';
import type { ExportKind } from '@suanpan/domain/exports/kinds';
import type { ExportList } from '../../platform/export-list.ts';
import type { Log } from '../../platform/log.ts';
import type { Realtime } from '../../platform/realtime.ts';
import type { Identity } from '../identity/index.ts';
import type { ExportFolder } from './files/export-folder.ts';

export interface ExportsDeps {
  readonly db: Database;
  readonly identity: Pick<Identity, 'actorNow' | 'authenticateSession'>;
  readonly realtime: Pick<Realtime, 'toUser'>;
  /** The lists that can be exported, from all modules; one a kind. */
  readonly lists: readonly ExportList[];
  /** Where the files lie. */
  readonly folder: string;
  readonly log: Log;
}

/** What the parts of this module work with. */
export interface ExportsRoom extends Omit<ExportsDeps, 'folder' | 'lists'> {
  readonly lists: ReadonlyMap<ExportKind, ExportList>;
  readonly folder: ExportFolder;
  /** Lets the writers of this process look for what waits. */
  readonly wake: () => void;
  /** Aborted when the process ends. */
  readonly stopping: AbortSignal;
}
