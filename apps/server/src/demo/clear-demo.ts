import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../platform/config.ts';
import { dropCluster } from '../platform/postgres/drop-cluster.ts';

export type DemoPlace = Pick<Config, 'auditHeads' | 'dataDir' | 'databaseUrl' | 'demo'>;

const markerOf = ({ dataDir }: DemoPlace): string => join(dataDir, 'start-over');

/** Only a demo on a database of its own is ever thrown away. */
export const isClearable = ({ databaseUrl, demo }: DemoPlace): boolean => demo && databaseUrl === undefined;

/** Notes that all data is to go before the next start, so that a kill in the middle leaves nothing half gone. */
export function askToClear(place: DemoPlace): void {
  writeFileSync(markerOf(place), 'All data of this demo goes before the next start.\n', { flush: true });
}

/**
 * Where it was asked for: removes the database, the files that were made of it and the heads of its audit chain. The
 * installation's keys stay, and with them the passwords that are derived from them. Throws where the database still runs.
 */
export function clearWhereAsked(place: DemoPlace): void {
  if (!isClearable(place) || !existsSync(markerOf(place))) return;
  const { auditHeads, dataDir } = place;
  dropCluster(dataDir);
  for (const name of existsSync(auditHeads) ? readdirSync(auditHeads) : []) {
    if (name.endsWith('.heads')) rmSync(join(auditHeads, name));
  }
  rmSync(join(dataDir, 'exports'), { recursive: true, force: true });
  rmSync(join(dataDir, 'demo-accounts.json'), { force: true });
  rmSync(markerOf(place));
}

/** Leaves the data as it is after all. */
export function forgetToClear(place: DemoPlace): void {
  rmSync(markerOf(place), { force: true });
}
