import { existsSync, readFileSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/**
 * Sizes of the built web app as transferred against the budgets of the front-end standard: per page, everything a first
 * visit loads (scripts, styles, words of one language). Exits 1 when a "must" is missed.
 */
interface Chunk {
  file: string;
  name?: string;
  src?: string;
  imports?: string[];
  css?: string[];
  isEntry?: boolean;
}
const dist = fileURLToPath(new URL('./dist/', import.meta.url));
const manifestIn = (file: string): Record<string, Chunk> =>
  JSON.parse(readFileSync(`${dist}.vite/${file}`, 'utf8')) as Record<string, Chunk>;
const manifest = manifestIn('manifest.json');
const payManifest = manifestIn('pay.json');

function sizeOf(file: string): number {
  return statSync(existsSync(`${dist}${file}.br`) ? `${dist}${file}.br` : dist + file).size;
}

/** All files that the given manifest keys bring in statically. */
function closure(keys: readonly string[], among = manifest): Set<string> {
  const files = new Set<string>();
  const seen = new Set<string>();
  const visit = (key: string): void => {
    const chunk = among[key];
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
/** Files that are put together under a name (`build/start-chunks.ts`). */
const named = (name: string): string[] => Object.keys(manifest).filter((key) => manifest[key]?.name === name);
/** The words that pages begin with come in one file a language. */
const words = named('zh-TW');
const total = (files: Iterable<string>): number => [...files].reduce((sum, file) => sum + sizeOf(file), 0);

const office = ['index.html'];
const loginKeys = [...office, ...named('login'), ...words];
const shellKeys = [...office, ...named('shell'), ...words];
const orderKeys = [...shellKeys, ...keysMatching(/src\/screens\/collections\/transactions\.tsx$/)];
interface Page {
  name: string;
  bytes: number;
  must: number;
  ambitious: number;
  /** Each is a request of a first visit. */
  files?: { count: number; most: number };
}
const page = (name: string, files: Set<string>, most: number, must: number, ambitious: number): Page => ({
  name,
  bytes: total(files),
  must,
  ambitious,
  files: { count: files.size, most },
});
const pages: Page[] = [
  page('login, first load', closure(loginKeys), 10, 180, 150),
  page('orders, deep link', closure(orderKeys), 13, 280, 250),
  page('payer pages', closure(['pay/index.html'], payManifest), 3, 60, 45),
];

const shellFiles = closure(shellKeys);
/** What screens share comes once, with the first of them: what lists share counts with the orders, the rest below. */
const isShared = (file: string): boolean => /(^|\/)(?:lists|screens|fields)-/.test(file);
pages.push({
  name: 'what screens share',
  bytes: total(
    [...closure([...named('screens'), ...named('fields')])].filter((file) =>
      /(^|\/)(?:screens|fields)-/.test(file),
    ),
  ),
  must: 40,
  ambitious: 25,
});
const isChart = (file: string): boolean => /(^|\/)chart/.test(file);
for (const key of keysMatching(/src\/screens\/.+\.tsx$/)) {
  const added = [...closure([key])].filter(
    (file) => !shellFiles.has(file) && !isChart(file) && !isShared(file),
  );
  pages.push({ name: key.replace(/^src\/screens\//, ''), bytes: total(added), must: 40, ambitious: 25 });
}

let missed = false;
for (const { name, bytes, must, ambitious, files } of pages) {
  const kilobytes = bytes / 1024;
  const isOver = kilobytes > must || (files !== undefined && files.count > files.most);
  const verdict = isOver ? 'OVER' : kilobytes > ambitious ? 'ok' : 'good';
  missed ||= verdict === 'OVER';
  process.stdout.write(
    `${verdict.padEnd(5)}${kilobytes.toFixed(1).padStart(7)} KB  of ${String(must).padStart(3)} (${ambitious})  ${name}${files ? `, ${files.count} files of ${files.most}` : ''}\n`,
  );
}
process.exitCode = missed ? 1 : 0;
