import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { format } from 'oxfmt';
import type { FormatConfig } from 'oxfmt';
import { generateTables } from '../platform/db/generate-tables.ts';
import { ensureDatabase, prepareDatabase } from '../platform/db/prepare.ts';
import { tellSchema } from '../platform/db/tell-schema.ts';
import { createLog } from '../platform/log.ts';
import { startEmbeddedPostgres } from '../platform/postgres/embedded.ts';

// `node apps/server/src/tools/generate-schema.ts [--check]`: migrates an empty database and writes the row types and, to be read,
// what it holds (`apps/server/schema`), or with --check says (exit code 1) which committed files no longer follow the migrations.
const { values } = parseArgs({ options: { check: { type: 'boolean', default: false } } });
const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
const form = at('../../../../.oxfmtrc.json');
const target = at('../platform/db/tables.generated.ts');
const schema = at('../../schema');
const migrations = at('../../migrations');
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
  const said = readdirSync(migrations)
    .toSorted()
    .map((file) => [file, readFileSync(join(migrations, file), 'utf8')] as const);
  const told = await tellSchema(client, new Map(said));
  await client.end();
  const wanted = new Map([[target, text]]);
  for (const [path, sql] of told) wanted.set(join(schema, path), sql);
  if (values.check) tellStale(wanted);
  else write(wanted);
} finally {
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
}

function kept(): string[] {
  if (!existsSync(schema)) return [];
  const files = readdirSync(schema, { recursive: true, withFileTypes: true });
  return files.filter((file) => file.isFile()).map((file) => join(file.parentPath, file.name));
}

function write(wanted: ReadonlyMap<string, string>): void {
  rmSync(schema, { recursive: true, force: true });
  for (const [path, text] of wanted) {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }
}

function tellStale(wanted: ReadonlyMap<string, string>): void {
  const stale = [...wanted].filter(
    ([path, text]) => !existsSync(path) || readFileSync(path, 'utf8') !== text,
  );
  const gone = kept().filter((path) => !wanted.has(path));
  for (const path of [...stale.map(([path]) => path), ...gone])
    process.stderr.write(
      `${relative(process.cwd(), path)} is stale: run node apps/server/src/tools/generate-schema.ts\n`,
    );
  if (stale.length + gone.length > 0) process.exitCode = 1;
}
