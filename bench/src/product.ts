import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type * as clock from '../../apps/server/src/platform/clock.ts';
import type * as collections from '../../apps/server/src/modules/collections/index.ts';
import type * as createLane from '../../apps/server/src/modules/collections/create/create-lane.ts';
import type * as database from '../../apps/server/src/platform/db/database.ts';
import type * as embedded from '../../apps/server/src/platform/postgres/embedded.ts';
import type * as ledger from '../../apps/server/src/modules/ledger/index.ts';
import type * as log from '../../apps/server/src/platform/log.ts';
import type * as prepare from '../../apps/server/src/platform/db/prepare.ts';
import type * as settleLane from '../../apps/server/src/modules/collections/settle/settle-lane.ts';
import type * as transactions from '../../apps/server/src/platform/db/transact.ts';
import type * as vault from '../../apps/server/src/platform/crypto/vault.ts';
import type * as orders from './orders.ts';
import type * as tenants from './tenants.ts';

/** The checkout that this file belongs to, with a slash at its end. */
export const ownRoot = fileURLToPath(new URL('../../', import.meta.url));

/**
 * What the benchmarks touch of the product, and nothing more, so that two checkouts can be held against each other:
 * each is loaded from its own folder, tenants and the shape of a request included, which follow its tables.
 */
export type Product = { readonly root: string } & Pick<typeof clock, 'businessNow'> &
  Pick<typeof collections, 'openBackfill'> &
  Pick<typeof createLane, 'openCreateLane'> &
  Pick<typeof database, 'openDatabase'> &
  Pick<typeof embedded, 'startEmbeddedPostgres'> &
  Pick<typeof ledger, 'prove' | 'proveSince'> &
  Pick<typeof log, 'createLog'> &
  Pick<typeof prepare, 'ensureDatabase' | 'prepareDatabase'> &
  Pick<typeof settleLane, 'openSettleLane'> &
  Pick<typeof transactions, 'transact'> &
  Pick<typeof vault, 'createVault'> &
  Pick<typeof tenants, 'seedTenants'> &
  Pick<typeof orders, 'orderRequest'>;

/** Loads the product of a checkout whose packages are installed. */
export async function loadProduct(root = ownRoot): Promise<Product> {
  const load = (path: string): Promise<unknown> => import(pathToFileURL(join(root, path)).href);
  const server = (path: string): Promise<unknown> => load(`apps/server/src/${path}`);
  const { businessNow } = (await server('platform/clock.ts')) as typeof clock;
  const { createVault } = (await server('platform/crypto/vault.ts')) as typeof vault;
  const { openDatabase } = (await server('platform/db/database.ts')) as typeof database;
  const { ensureDatabase, prepareDatabase } = (await server('platform/db/prepare.ts')) as typeof prepare;
  const { transact } = (await server('platform/db/transact.ts')) as typeof transactions;
  const { createLog } = (await server('platform/log.ts')) as typeof log;
  const { startEmbeddedPostgres } = (await server('platform/postgres/embedded.ts')) as typeof embedded;
  const { openBackfill } = (await server('modules/collections/index.ts')) as typeof collections;
  const { openCreateLane } = (await server('modules/collections/create/create-lane.ts')) as typeof createLane;
  const { openSettleLane } = (await server('modules/collections/settle/settle-lane.ts')) as typeof settleLane;
  const { prove, proveSince } = (await server('modules/ledger/index.ts')) as typeof ledger;
  const { seedTenants } = (await load('bench/src/tenants.ts')) as typeof tenants;
  const { orderRequest } = (await load('bench/src/orders.ts')) as typeof orders;
  return {
    root,
    businessNow,
    createLog,
    createVault,
    ensureDatabase,
    openBackfill,
    openCreateLane,
    openDatabase,
    openSettleLane,
    orderRequest,
    prepareDatabase,
    prove,
    proveSince,
    seedTenants,
    startEmbeddedPostgres,
    transact,
  };
}
