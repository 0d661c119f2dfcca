import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { startServer } from '../../apps/server/src/main.ts';
import { loadConfig } from '../../apps/server/src/platform/config.ts';
import { loadSecrets } from '../../apps/server/src/platform/crypto/secrets.ts';
import { createVault } from '../../apps/server/src/platform/crypto/vault.ts';
import { createLog } from '../../apps/server/src/platform/log.ts';
import { startEmbeddedPostgres } from '../../apps/server/src/platform/postgres/embedded.ts';
import { apiKey, apiSecret } from './http-load.ts';
import { tellCpu } from './tell-cpu.ts';
import { firstMerchantId, payoutTerms, seedTenants } from './tenants.ts';

// The whole product in one process, with one merchant's key; prints its port when it is ready.
const dataDir = mkdtempSync(join(tmpdir(), 'suanpan-bench-http-'));
const log = createLog({ logLevel: 'error' });
const embedded = await startEmbeddedPostgres({ dataDir, log });
const config = loadConfig({
  DATA_DIR: dataDir,
  PORT: '0',
  SUANPAN_MODE: 'development',
  LOG_LEVEL: 'error',
  PUBLIC_URL: 'http://127.0.0.1:3000',
});
const server = await startServer(config, log, () => {});
await server.ready;

const url = new URL(embedded.adminUrl);
url.pathname = '/suanpan';
await seedTenants(url.href);
const vault = createVault(loadSecrets(dataDir));
const client = new pg.Client({ connectionString: url.href });
await client.connect();
await client.query(
  `INSERT INTO api_key (customer_id, key, secret_sealed, scopes, ip_allowlist, daily_payout_minor, per_minute, created_at)
   VALUES ($1, $2, $3, '{collect,payout,read}', '{127.0.0.1}', 1000000000000000, 2000000000, now())`,
  [firstMerchantId, apiKey, vault.seal(apiSecret, 'api_key.secret')],
);
// He has money, and nobody is asked to pay: what a payout is put to work for is left undone.
await client.query(
  `${payoutTerms}
   CREATE FUNCTION leave_undone() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END';
   CREATE TRIGGER leave_undone BEFORE INSERT ON payout_work FOR EACH ROW EXECUTE FUNCTION leave_undone();
   INSERT INTO app_user (id, kind, username, name, password_hash, tenant_path, created_at, updated_at)
   VALUES (1, 'admin', 'bench.admin', 'Bench', '-', '', now(), now());
   SELECT move_funds('adjust', ${firstMerchantId}, 'TWD', 100000000000000, 'goodwill', 1, NULL, 'to pay out', 'bench');`,
);
await client.end();
tellCpu();
process.send?.({ url: server.url });
process.on('disconnect', () => {
  void server
    .stop()
    .then(() => embedded.stop())
    .then(() => rmSync(dataDir, { recursive: true, force: true }))
    .then(() => process.exit(0));
});
