import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sessionRatePerMinute } from '@suanpan/domain/limits';
import { insertSession } from '../../apps/server/src/modules/sessions/index.ts';
import { Closing } from '../../apps/server/src/platform/closing.ts';
import { transact } from '../../apps/server/src/platform/db/transact.ts';
import { createLog } from '../../apps/server/src/platform/log.ts';
import { createOutbound } from '../../apps/server/src/platform/outbound.ts';
import { startCluster } from './cluster.ts';
import { openRooms, serveRooms } from './open-rooms.ts';
import { loadProduct } from './product.ts';
import { adminQuery } from './settings.ts';

// Every room of the product in one process on filled books, with an administrator who is signed in.
const log = createLog({ logLevel: 'error' });
const closing = new Closing(log);
const dataDir = mkdtempSync(join(tmpdir(), 'suanpan-bench-exports-'));
closing.add('folder', async () => rmSync(dataDir, { recursive: true, force: true }));
const cluster = await startCluster(await loadProduct(), [Number(process.env['BENCH_FILLED'])]);
closing.add('cluster', () => cluster.stop());
const [{ database: db, productUrl, vault }] = cluster.books;
const outbound = createOutbound({ trustedOrigins: [], allowHttp: true });
closing.add('outbound', () => outbound.close());
const rooms = await openRooms({ dataDir, db, log, outbound, vault }, closing);
await adminQuery(
  productUrl,
  `INSERT INTO app_user (id, kind, username, name, password_hash, tenant_path, totp_bound_at, created_at, updated_at)
   VALUES (1, 'admin', 'bench.admin', 'Bench', '-', '1.', now(), now(), now()) ON CONFLICT (id) DO NOTHING`,
);
// No session may ask as often as the bench does, which takes one after the other.
const perMinute = 6_000;
const tokens = await transact(db.app, async (tx) => {
  const made: string[] = [];
  while (made.length * sessionRatePerMinute < perMinute) {
    const session = {
      userId: 1n,
      secondFactor: true,
      browserHash: null,
      ip: '127.0.0.1',
      userAgent: 'bench',
    };
    made.push((await insertSession(tx, session)).token);
  }
  return made;
});
const url = await serveRooms(rooms);
process.send?.({
  url,
  productUrl,
  tokens,
  postmaster: cluster.postmaster,
});
process.on('disconnect', () => void closing.run().then(() => process.exit(0)));
