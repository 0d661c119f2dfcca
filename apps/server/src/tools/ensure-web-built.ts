import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../../../', import.meta.url));
const sources = ['apps/web', 'packages/contract', 'packages/domain', 'packages/messages', 'packages/money'];
const skipped = new Set(['node_modules', 'dist', 'test', '.vite']);

/** Builds the web application unless its last build was made from the very same sources. */
export async function ensureWebBuilt(print: (text: string) => void): Promise<void> {
  const dist = join(root, 'apps/web/dist');
  const marker = join(dist, '.built-from');
  const fingerprint = fingerprintOf(sources.map((folder) => join(root, folder)));
  if (existsSync(marker) && readFileSync(marker, 'utf8') === fingerprint) return;
  print('Building the web application …');
  const { build } = await import('vite');
  // The first empties the folder that the second adds to.
  for (const config of ['apps/web/vite.config.ts', 'apps/web/pay/vite.config.ts'])
    await build({ configFile: join(root, config), logLevel: 'warn' });
  writeFileSync(marker, fingerprint);
}

function fingerprintOf(folders: readonly string[]): string {
  const hash = createHash('sha256').update(readFileSync(join(root, 'package-lock.json')));
  for (const file of folders.flatMap(filesIn))
    hash.update(relative(root, file)).update('\0').update(readFileSync(file));
  return hash.digest('hex');
}

function filesIn(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => !skipped.has(entry.name))
    .toSorted((left, right) => (left.name < right.name ? -1 : 1))
    .flatMap((entry) =>
      entry.isDirectory() ? filesIn(join(folder, entry.name)) : [join(folder, entry.name)],
    );
}
