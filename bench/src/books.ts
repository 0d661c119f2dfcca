import type { Backfill } from '../../apps/server/src/modules/collections/index.ts';
import type { Vault } from '../../apps/server/src/platform/crypto/vault.ts';
import type { Database } from '../../apps/server/src/platform/db/database.ts';
import { openLanes } from './lanes.ts';
import type { Lanes } from './lanes.ts';
import type { Product } from './product.ts';

/** One database of the product, with its tenants, open for work. */
export interface Books {
  readonly product: Product;
  readonly database: Database;
  readonly vault: Vault;
  /** Superuser on this database. */
  readonly productUrl: string;
  readonly backfill: Backfill;
  readonly lanes: Lanes;
  /** Orders that stood and were settled before the work began. */
  readonly filled: number;
  close(): Promise<void>;
}

/** Opens a database of the product, at its newest tables. */
export async function openBooks(product: Product, productUrl: string, filled: number): Promise<Books> {
  const vault = product.createVault({
    sealing: [{ id: 'bench', key: Buffer.alloc(32, 7) }],
    lookup: Buffer.alloc(32, 9),
  });
  const log = product.createLog({ logLevel: 'error' });
  const urls = await product.prepareDatabase({
    adminUrl: productUrl,
    deriveKey: vault.deriveKey,
    log,
    // The logins belong to the whole cluster: all its books share them.
    loginPrefix: 'suanpan',
  });
  const database = product.openDatabase(urls, log);
  const lanes = openLanes(product, database);
  return {
    product,
    database,
    vault,
    productUrl,
    backfill: product.openBackfill(),
    lanes,
    filled,
    async close() {
      await lanes.close();
      await database.close();
    },
  };
}
