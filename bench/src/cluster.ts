import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { postmasterOf } from '../../e2e/harness/server-view.ts';
import { openBooks } from './books.ts';
import type { Books } from './books.ts';
import type { Meter } from './cost.ts';
import { copyFilled, filledUrl, openFilledCluster, spendFilled } from './filled-cluster.ts';
import type { Product } from './product.ts';

/** A cluster of its own, durable as in production. */
export interface BenchCluster extends Meter {
  /** One for each size that was asked for; a single one, empty but for its tenants, where none was. */
  readonly books: readonly [Books, ...Books[]];
  stop(): Promise<void>;
}

/**
 * Starts a cluster with books of the sizes given. Empty ones are gone when the benchmark ends; the filled ones are copies,
 * and what they are copied from stays for the next run. Who only reads is given that itself, and who spends the largest of them.
 */
export async function startCluster(
  product: Product,
  filled: readonly number[] = [],
  use: 'write' | 'read' | 'spend' = 'write',
): Promise<BenchCluster> {
  const [firstSize, ...otherSizes] = filled;
  if (firstSize !== undefined) {
    const { adminUrl, postmaster, stop } = await openFilledCluster(product, filled);
    const urlOf = async (size: number): Promise<string> => {
      if (use === 'read') return filledUrl(adminUrl, size);
      const isSpent = use === 'spend' && size === Math.max(...filled);
      return isSpent ? spendFilled(adminUrl, size) : copyFilled(adminUrl, size);
    };
    const open = async (size: number): Promise<Books> => openBooks(product, await urlOf(size), size);
    const books: [Books, ...Books[]] = [await open(firstSize)];
    for (const size of otherSizes) books.push(await open(size));
    return { adminUrl, postmaster, books, stop: () => closeAll(books).then(stop) };
  }
  const folder = mkdtempSync(join(tmpdir(), 'suanpan-bench-'));
  const log = product.createLog({ logLevel: 'error' });
  const embedded = await product.startEmbeddedPostgres({ dataDir: folder, log });
  const books = await openEmptyBooks(product, embedded.adminUrl);
  return {
    adminUrl: embedded.adminUrl,
    postmaster: postmasterOf(folder),
    books: [books],
    async stop() {
      await books.close();
      await embedded.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function openEmptyBooks(product: Product, adminUrl: string): Promise<Books> {
  const productUrl = await product.ensureDatabase(adminUrl, 'suanpan');
  const books = await openBooks(product, productUrl, 0);
  await product.seedTenants(productUrl);
  return books;
}

async function closeAll(books: readonly Books[]): Promise<void> {
  for (const each of books) await each.close();
}
