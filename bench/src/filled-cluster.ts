import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { postmasterOf } from '../../e2e/harness/server-view.ts';
import { openBooks } from './books.ts';
import type { Meter } from './cost.ts';
import { beginPast, fillBooks } from './fill-books.ts';
import type { Product } from './product.ts';
import { adminQuery } from './settings.ts';

/** Filling again is cheaper than waiting for the disk, so nothing of it needs to survive a crash. */
const fillSettings = {
  fsync: 'off',
  full_page_writes: 'off',
  synchronous_commit: 'off',
  autovacuum: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  wal_compression: 'off',
  max_wal_size: '16GB',
  maintenance_work_mem: '512MB',
};

/** What is filled follows these texts, beside the migrations. */
const fillFiles = ['drawn-orders.ts', 'fill-books.ts', 'fold.ts', 'payout-lanes.ts', 'tenants.ts'];

const filledName = (size: number): string => `filled_${size}`;
const copyName = (size: number): string => `suanpan_${size}`;

export interface FilledCluster extends Meter {
  stop(): Promise<void>;
}

/**
 * The cluster that keeps a filled database for each size and each text of the migrations and of what fills it, under the system's folder for
 * temporary files. What is missing is filled first; what another run has filled is there at once.
 */
export async function openFilledCluster(product: Product, sizes: readonly number[]): Promise<FilledCluster> {
  const folder = join(tmpdir(), `suanpan-bench-filled-${textsHash(product.root)}`);
  const log = product.createLog({ logLevel: 'error' });
  const start = async (settings: Readonly<Record<string, string>>) => {
    for (let attempt = 1; attempt <= 2; attempt += 1) {
      const embedded = await product.startEmbeddedPostgres({ dataDir: folder, log, settings });
      if (!embedded.adopted) return embedded;
      // A killed run has left it. While another benchmark is at work it stays up, and is met again.
      await embedded.stop();
    }
    throw new Error(`Another benchmark uses ${folder}`);
  };

  const filling = await start(fillSettings);
  for (const size of sizes) {
    await adminQuery(filling.adminUrl, `DROP DATABASE IF EXISTS ${copyName(size)}`);
    await fillOnce(product, filling.adminUrl, size);
  }
  await filling.stop();

  const durable = await start({});
  console.log(`filled books are kept in ${folder}; remove the folder when they are not needed any more`);
  return {
    adminUrl: durable.adminUrl,
    postmaster: postmasterOf(folder),
    async stop() {
      for (const size of sizes) {
        // On a busy machine the server takes a while to end what was closed.
        await adminQuery(durable.adminUrl, `DROP DATABASE IF EXISTS ${copyName(size)} WITH (FORCE)`);
      }
      await durable.stop();
    },
  };
}

/** A copy to work on, file by file; answers its address. */
export async function copyFilled(adminUrl: string, size: number): Promise<string> {
  await adminQuery(
    adminUrl,
    `CREATE DATABASE ${copyName(size)} TEMPLATE ${filledName(size)} STRATEGY FILE_COPY`,
  );
  return urlOf(adminUrl, copyName(size));
}

/** The filled database itself to work on, where there is no room for a copy: it is gone afterwards. */
export async function spendFilled(adminUrl: string, size: number): Promise<string> {
  await adminQuery(adminUrl, `ALTER DATABASE ${filledName(size)} RENAME TO ${copyName(size)}`);
  return urlOf(adminUrl, copyName(size));
}

/** The filled database itself, for those who only read: a copy of millions of orders takes as much room again. */
export const filledUrl = (adminUrl: string, size: number): string => urlOf(adminUrl, filledName(size));

/** Fills under another name, so that a filled database is always a complete one. */
async function fillOnce(product: Product, adminUrl: string, size: number): Promise<void> {
  const found = await adminQuery(
    adminUrl,
    `SELECT 1 AS found FROM pg_database WHERE datname = '${filledName(size)}'`,
  );
  if (found.length > 0) return;
  await adminQuery(adminUrl, 'DROP DATABASE IF EXISTS filling');
  const url = await product.ensureDatabase(adminUrl, 'filling');
  const books = await openBooks(product, url, 0);
  try {
    await beginPast(url, size);
    await product.seedTenants(url);
    const began = performance.now();
    await fillBooks(books, size);
    console.log(`filled ${size} orders in ${((performance.now() - began) / 1000).toFixed(0)} s`);
  } finally {
    await books.close();
  }
  await adminQuery(url, 'VACUUM (ANALYZE)');
  await adminQuery(adminUrl, `ALTER DATABASE filling RENAME TO ${filledName(size)}`);
}

function textsHash(root: string): string {
  const folder = join(root, 'apps/server/migrations');
  const hash = createHash('sha256');
  const files = readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .toSorted();
  for (const name of files) hash.update(name).update(readFileSync(join(folder, name)));
  for (const name of fillFiles) hash.update(readFileSync(join(root, 'bench/src', name)));
  return hash.digest('hex').slice(0, 12);
}

function urlOf(adminUrl: string, database: string): string {
  const url = new URL(adminUrl);
  url.pathname = `/${database}`;
  return url.href;
}
