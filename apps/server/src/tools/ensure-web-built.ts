import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../../../', import.meta.url));
const sources = ['apps/web', 'packages/contract', 'packages/domain', 'packages/messages', 'packages/money'];
const skipped = new Set(['node_modules', 'dist', 'test', '.vite']);

const marker = join(root, 'apps/web/dist/.built-from');

const fingerprintNow = (): string => fingerprintOf(sources.map((folder) => join(root, folder)));
const isBuiltFrom = (fingerprint: string): boolean =>
  existsSync(marker) && readFileSync(marker, 'utf8') === fingerprint;

/** Builds the web application unless its last build was made from the very same sources. */
export async function ensureWebBuilt(print: (text: string) => void): Promise<void> {
  const fingerprint = fingerprintNow();
  if (isBuiltFrom(fingerprint)) return;
  print('Building the web application …');
  const { build } = await import('vite');
  // The first empties the folder that the second adds to.
  for (const config of ['apps/web/vite.config.ts', 'apps/web/pay/vite.config.ts'])
    await build({ configFile: join(root, config), logLevel: 'warn' });
  writeFileSync(marker, fingerprint);
}

/**
 * The same in a process of its own, which ends with this one, so that others work meanwhile. Answers nothing where it is built
 * already, and rejects where it cannot be built.
 */
export function beginWebBuild(): Promise<void> | undefined {
  if (isBuiltFrom(fingerprintNow())) return undefined;
  const child = spawn(process.execPath, [fileURLToPath(import.meta.url)], { stdio: 'inherit' });
  process.once('exit', () => child.kill());
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) =>
      code === 0 ? resolve() : reject(new Error('the web application could not be built')),
    );
  });
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

if (import.meta.main) await ensureWebBuilt((text) => void process.stdout.write(`${text}\n`));
