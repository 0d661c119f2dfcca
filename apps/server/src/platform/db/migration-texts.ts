import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type pg from 'pg';

interface MigrationText {
  readonly name: string;
  readonly hash: string;
}

/**
 * The migrations of `folder` that this database has not run, in their order. Throws when one was run with another text:
 * such a database was made by another version, and no step leads from there to here.
 */
export async function pendingMigrations(
  client: pg.Client,
  folder: string,
): Promise<readonly MigrationText[]> {
  await client.query('CREATE TABLE IF NOT EXISTS migration_text (name text PRIMARY KEY, hash text NOT NULL)');
  const run = await hashesOfRun(client);
  const pending: MigrationText[] = [];
  for (const text of readMigrations(folder)) {
    if (!run.has(text.name)) pending.push(text);
    else if (run.get(text.name) !== text.hash) {
      throw new Error(
        `The database was made by another version of Suanpan (its ${text.name} is not ours). Start on an empty DATA_DIR or database, or with the version that made it`,
      );
    }
  }
  return pending;
}

/** Called before they are run: a text that was noted and not run yet may still change. */
export async function noteTexts(client: pg.Client, texts: readonly MigrationText[]): Promise<void> {
  await client.query(
    `INSERT INTO migration_text (name, hash) SELECT * FROM unnest($1::text[], $2::text[])
     ON CONFLICT (name) DO UPDATE SET hash = EXCLUDED.hash`,
    [texts.map(({ name }) => name), texts.map(({ hash }) => hash)],
  );
}

/** The hash of each migration that was run; null where nobody noted it. */
async function hashesOfRun(client: pg.Client): Promise<ReadonlyMap<string, string | null>> {
  const { rows: tables } = await client.query<{ exists: boolean }>(
    "SELECT to_regclass('migration') IS NOT NULL AS exists",
  );
  if (tables[0]?.exists !== true) return new Map();
  const { rows } = await client.query<{ name: string; hash: string | null }>(
    'SELECT m.name, t.hash FROM migration m LEFT JOIN migration_text t USING (name)',
  );
  return new Map(rows.map(({ name, hash }) => [name, hash]));
}

function readMigrations(folder: string): MigrationText[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith('.sql'))
    .toSorted()
    .map((file) => ({
      name: file.slice(0, -'.sql'.length),
      hash: createHash('sha256')
        .update(readFileSync(join(folder, file)))
        .digest('hex'),
    }));
}
