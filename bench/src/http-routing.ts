import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { credentialsPurpose } from '../../apps/server/src/modules/channels/channel-service.ts';
import { Closing } from '../../apps/server/src/platform/closing.ts';
import { loadSecrets } from '../../apps/server/src/platform/crypto/secrets.ts';
import { createVault } from '../../apps/server/src/platform/crypto/vault.ts';
import { openDatabase } from '../../apps/server/src/platform/db/database.ts';
import { ensureDatabase, prepareDatabase } from '../../apps/server/src/platform/db/prepare.ts';
import { createLog } from '../../apps/server/src/platform/log.ts';
import { createOutbound } from '../../apps/server/src/platform/outbound.ts';
import { startEmbeddedPostgres } from '../../apps/server/src/platform/postgres/embedded.ts';
import { apiSecret } from './http-load.ts';
import { openRooms, serveRooms } from './open-rooms.ts';
import { adminQuery } from './settings.ts';
import { seedTenants } from './tenants.ts';

// Every room of the product in one process, each merchant with a key of his own, and a provider that takes every order at once.
const dataDir = mkdtempSync(join(tmpdir(), 'suanpan-bench-http-'));
const log = createLog({ logLevel: 'error' });
const closing = new Closing(log);
closing.add('folder', async () => rmSync(dataDir, { recursive: true, force: true }));
const embedded = await startEmbeddedPostgres({ dataDir, log });
closing.add('embedded PostgreSQL', () => embedded.stop());

let served = 0;
const provider = createServer((request, response) => {
  const told: Buffer[] = [];
  request.on('data', (piece: Buffer) => told.push(piece));
  request.on('end', () => {
    // Whether it is there is asked by an order that nobody has.
    if (request.method !== 'POST') return void response.writeHead(404).end();
    served += 1;
    const { merchant_order_no } = JSON.parse(Buffer.concat(told).toString()) as { merchant_order_no: string };
    const payment = { type: 'redirect', url: 'https://bank.example/pay' };
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ charge_no: `B${served}`, merchant_order_no, payment }));
  });
});
await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve));
closing.add('provider', async () => {
  provider.closeAllConnections();
  provider.close();
});
const origin = `http://127.0.0.1:${(provider.address() as AddressInfo).port}`;

const vault = createVault(loadSecrets(dataDir));
const productUrl = await ensureDatabase(embedded.adminUrl, 'suanpan');
const urls = await prepareDatabase({
  adminUrl: productUrl,
  deriveKey: vault.deriveKey,
  log,
  mode: 'development',
  allowOneRole: false,
});
const db = openDatabase(urls, log);
closing.add('database', () => db.close());
const outbound = createOutbound({ trustedOrigins: [origin], allowHttp: true });
closing.add('outbound', () => outbound.close());
const rooms = await openRooms({ dataDir, db, log, outbound, vault }, closing);
await seedTenants(productUrl);
const credentials = JSON.stringify({ merchant_no: 'M-BENCH', secret: 'secret-of-the-bench' });
await adminQuery(
  productUrl,
  `UPDATE channel_account SET base_url = '${origin}', credentials_sealed = '${vault.seal(credentials, credentialsPurpose)}';
   INSERT INTO api_key (customer_id, key, secret_sealed, scopes, ip_allowlist, per_minute, created_at)
   SELECT id, 'ak_live_bench' || lpad(id::text, 16, '0'), '${vault.seal(apiSecret, 'api_key.secret')}', '{collect,read}', '{127.0.0.1}', 2000000000, now()
   FROM app_user WHERE kind = 'customer'`,
);
const url = await serveRooms(rooms);
process.send?.({ url, productUrl });
process.on('disconnect', () => {
  // Whoever called is gone already; what he asked for is still under way.
  void sleep(2_000)
    .then(() => closing.run())
    .then(() => process.exit(0));
});
