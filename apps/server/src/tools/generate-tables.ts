import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { format } from 'oxfmt';
import type { FormatConfig } from 'oxfmt';
import { generateTables } from '../platform/db/generate-tables.ts';
import { ensureDatabase, prepareDatabase } from '../platform/db/prepare.ts';
import { createLog } from '../platform/log.ts';
import { startEmbeddedPostgres } from '../platform/postgres/embedded.ts';

// `node apps/server/src/tools/generate-tables.ts [--check]`: migrates an empty database and writes the row
// types, or with --check says (exit code 1) that the committed file no longer follows the migrations.
const { values } = parseArgs({ options: { check: { type: 'boolean', default: false } } });
const form = fileURLToPath(new URL('../../../../.oxfmtrc.json', import.meta.url));
const target = fileURLToPath(new URL('../platform/db/tables.generated.ts', import.meta.url));
const log = createLog({ logLevel: 'warn' });
const folder = mkdtempSync(join(tmpdir(), 'suanpan-tables-'));
// As root PostgreSQL runs as another user, who must pass through.
chmodSync(folder, 0o755);
const postgres = await startEmbeddedPostgres({
  dataDir: join(folder, 'data'),
  log,
  settings: { fsync: 'off', full_page_writes: 'off', synchronous_commit: 'off', shared_buffers: '32MB' },
});
try {
  const adminUrl = await ensureDatabase(postgres.adminUrl, 'tables');
  await prepareDatabase({ adminUrl, deriveKey: () => Buffer.alloc(32, 7), log });
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  const asWritten = JSON.parse(readFileSync(form, 'utf8')) as FormatConfig;
  const { code: text } = await format(target, await generateTables(client), asWritten);
  await client.end();
  if (!values.check) writeFileSync(target, text);
  else if (readFileSync(target, 'utf8') !== text) {
    process.stderr.write('tables.generated.ts is stale: run node apps/server/src/tools/generate-tables.ts\n');
    process.exitCode = 1;
  }
} finally {
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
}
