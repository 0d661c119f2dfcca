import { existsSync, readFileSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/**
 * Sizes of the built web app as transferred against the budgets of the front-end standard: per page, everything a first
 * visit loads (scripts, styles, words of one language). Exits 1 when a "must" is missed.
 */
interface Chunk {
  file: string;
  src?: string;
  imports?: string[];
  css?: string[];
  isEntry?: boolean;
}
const dist = fileURLToPath(new URL('./dist/', import.meta.url));
const manifest = JSON.parse(readFileSync(`${dist}.vite/manifest.json`, 'utf8')) as Record<string, Chunk>;

function sizeOf(file: string): number {
  return statSync(existsSync(`${dist}${file}.br`) ? `${dist}${file}.br` : dist + file).size;
}

/** All files that the given manifest keys bring in statically. */
function closure(keys: readonly string[]): Set<string> {
  const files = new Set<string>();
  const seen = new Set<string>();
  const visit = (key: string): void => {
    const chunk = manifest[key];
    if (!chunk || seen.has(key)) return;
    seen.add(key);
    files.add(chunk.file);
    for (const css of chunk.css ?? []) files.add(css);
    for (const next of chunk.imports ?? []) visit(next);
  };
  for (const key of keys) visit(key);
  return files;
}

const keysMatching = (pattern: RegExp): string[] => Object.keys(manifest).filter((key) => pattern.test(key));
const words = (...areas: string[]): string[] =>
  keysMatching(new RegExp(`messages/src/zh-TW/(${areas.join('|')})\\.ts$`));
const total = (files: Iterable<string>): number => [...files].reduce((sum, file) => sum + sizeOf(file), 0);

const office = ['index.html'];
const loginKeys = [...office, ...keysMatching(/src\/app\/login-route\.tsx$/), ...words('common', 'login')];
const shellKeys = [
  ...office,
  ...keysMatching(/src\/app\/shell\/shell\.tsx$/),
  ...words('common', 'shell', 'screens'),
];
const orderKeys = [
  ...shellKeys,
  ...keysMatching(/src\/screens\/collections\/transactions\.tsx$/),
  ...words('orders', 'statuses'),
];
const pages: { name: string; bytes: number; must: number; ambitious: number }[] = [
  { name: 'login, first load', bytes: total(closure(loginKeys)), must: 180, ambitious: 150 },
  { name: 'orders, deep link', bytes: total(closure(orderKeys)), must: 280, ambitious: 250 },
  { name: 'payer pages', bytes: total(closure(['pay/index.html'])), must: 95, ambitious: 80 },
];

const shellFiles = closure(shellKeys);
/** What several screens share comes once, with the first of them: it counts there, see the orders. */
const isShared = (file: string): boolean => /(^|\/)screens-/.test(file);
const isChart = (file: string): boolean => /(^|\/)chart/.test(file);
for (const key of keysMatching(/src\/screens\/.+\.tsx$/)) {
  const added = [...closure([key])].filter(
    (file) => !shellFiles.has(file) && !isChart(file) && !isShared(file),
  );
  pages.push({ name: key.replace(/^src\/screens\//, ''), bytes: total(added), must: 40, ambitious: 25 });
}

let missed = false;
for (const page of pages) {
  const kilobytes = page.bytes / 1024;
  const verdict = kilobytes > page.must ? 'OVER' : kilobytes > page.ambitious ? 'ok' : 'good';
  missed ||= verdict === 'OVER';
  process.stdout.write(
    `${verdict.padEnd(5)}${kilobytes.toFixed(1).padStart(7)} KB  of ${String(page.must).padStart(3)} (${page.ambitious})  ${page.name}\n`,
  );
}
process.exitCode = missed ? 1 : 0;
