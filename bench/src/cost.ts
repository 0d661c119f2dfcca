import { clusterTimeUs, ownTimeUs } from './processor-time.ts';
import { adminQuery } from './settings.ts';

/** Where the cost of an operation is looked up. */
export interface Meter {
  /** Superuser on the cluster's own database. */
  readonly adminUrl: string;
  readonly postmaster: number;
}

/** What one operation used. */
export interface Cost {
  /** Microseconds of processor time over all processes of PostgreSQL. */
  readonly postgresUs: number;
  /** Microseconds of processor time of the Node that called, its callers included. */
  readonly nodeUs: number;
  /** Bytes of write-ahead log, page images included. */
  readonly walBytes: number;
  /** Whole pages that were logged because a checkpoint came before their first change. */
  readonly pageImages: number;
}

/** Does `work` and answers beside its result what one of its operations cost. `nodeTimeUs` looks at another Node. */
export async function withCost<T extends { readonly operations: number }>(
  meter: Meter,
  work: () => Promise<T>,
  nodeTimeUs: () => number = ownTimeUs,
): Promise<T & Cost> {
  const walBefore = await readWal(meter);
  const postgresBefore = clusterTimeUs(meter.postmaster);
  const nodeBefore = nodeTimeUs();
  const done = await work();
  const nodeUs = nodeTimeUs() - nodeBefore;
  const postgresUs = clusterTimeUs(meter.postmaster) - postgresBefore;
  const wal = await readWal(meter);
  const each = (total: number): number => total / done.operations;
  return {
    ...done,
    postgresUs: each(postgresUs),
    nodeUs: each(nodeUs),
    walBytes: each(wal.bytes - walBefore.bytes),
    pageImages: each(wal.images - walBefore.images),
  };
}

async function readWal({ adminUrl }: Meter): Promise<{ bytes: number; images: number }> {
  const [row] = await adminQuery(
    adminUrl,
    `SELECT pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::text AS bytes, wal_fpi::text AS images FROM pg_stat_wal`,
  );
  return { bytes: Number(row?.['bytes']), images: Number(row?.['images']) };
}
