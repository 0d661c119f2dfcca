import { spawn } from 'node:child_process';
import { constants } from 'node:fs';
import { access, chmod, mkdir, mkdtemp, rename, rm, stat } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import manifest from '../package.json' with { type: 'json' };
import { installDebianPackages } from './debian.ts';

/** A Chromium that has been seen to open a page here, with what it needs to be started. */
export interface Browser {
  executablePath: string;
  /** Variables to start it with: the whole environment, ready to be handed to spawn. */
  env: Record<string, string>;
  args: string[];
  /** Where it came from, for the log. */
  source: 'CHROMIUM_PATH' | 'installed' | 'bundled' | 'apt';
}

const flags = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

const commands = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'];

const usualPlaces: Partial<Record<NodeJS.Platform, string[]>> = {
  linux: ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome', '/snap/bin/chromium'],
  darwin: ['/Applications', join(homedir(), 'Applications')].flatMap((folder) => [
    join(folder, 'Google Chrome.app/Contents/MacOS/Google Chrome'),
    join(folder, 'Chromium.app/Contents/MacOS/Chromium'),
  ]),
  win32: [process.env['PROGRAMFILES'], process.env['PROGRAMFILES(X86)'], process.env['LOCALAPPDATA']]
    .filter((folder) => folder !== undefined)
    .map((folder) => join(folder, 'Google/Chrome/Application/chrome.exe')),
};

function environment(extra: Record<string, string> = {}): Record<string, string> {
  const own = Object.entries(process.env).filter((pair): pair is [string, string] => pair[1] !== undefined);
  return { ...Object.fromEntries(own), ...extra };
}

async function isExecutable(path: string): Promise<boolean> {
  return access(path, constants.X_OK).then(
    () => true,
    () => false,
  );
}

/** Opens a page and lets it compute: the only proof that counts, since missing libraries show only then. */
async function opensPage(
  executablePath: string,
  env: Record<string, string>,
  args: string[],
): Promise<boolean> {
  try {
    const browser = await chromium.launch({ executablePath, env, args, timeout: 20_000 });
    try {
      const page = await browser.newPage();
      return (await page.evaluate('6 * 7')) === 42;
    } finally {
      await browser.close();
    }
  } catch {
    return false;
  }
}

async function proven(
  executablePath: string,
  source: Browser['source'],
  extra?: Record<string, string>,
): Promise<Browser | undefined> {
  const env = environment(extra);
  // Chromium refuses its sandbox to root.
  const args = process.getuid?.() === 0 ? [...flags, '--no-sandbox'] : flags;
  return (await opensPage(executablePath, env, args)) ? { executablePath, env, args, source } : undefined;
}

async function installedBrowser(): Promise<Browser | undefined> {
  const suffix = process.platform === 'win32' ? '.exe' : '';
  const onPath = (process.env['PATH'] ?? '')
    .split(delimiter)
    .flatMap((folder) => commands.map((command) => join(folder, command + suffix)));
  for (const path of [...onPath, ...(usualPlaces[process.platform] ?? [])]) {
    const found = (await isExecutable(path)) ? await proven(path, 'installed') : undefined;
    if (found) return found;
  }
  return undefined;
}

/**
 * Unpacks the Chromium of @sparticuz/chromium. That package writes to the temporary folder of its process and leaves
 * its own libraries packed outside AWS, so a child with a folder of its own and AWS's variable unpacks it.
 */
async function unpackBundled(target: string): Promise<void> {
  const draft = await mkdtemp(join(tmpdir(), 'suanpan-chromium-'));
  await chmod(draft, 0o755);
  const script = `import('@sparticuz/chromium').then((bundled) => bundled.default.executablePath())`;
  const env = environment({ TMPDIR: draft, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs24.x' });
  await new Promise<void>((resolve, reject) => {
    const options = { env, cwd: fileURLToPath(new URL('.', import.meta.url)), stdio: 'inherit' } as const;
    const child = spawn(process.execPath, ['-e', script], options);
    child.once('error', reject);
    child.once('exit', (code) =>
      code === 0 ? resolve() : reject(new Error(`unpacking ended with ${code}`)),
    );
  });
  // Two runs may unpack at once; the first to finish wins, and the loser's copy is dropped.
  await rename(draft, target).catch(() => rm(draft, { recursive: true, force: true }));
}

async function bundledBrowser(): Promise<Browser | undefined> {
  if (process.platform !== 'linux' || process.arch !== 'x64') return undefined;
  const cache = join(tmpdir(), `suanpan-browser-${process.getuid?.() ?? 'user'}`);
  const folder = join(cache, manifest.devDependencies['@sparticuz/chromium']);
  const executable = join(folder, 'chromium');
  await mkdir(cache, { recursive: true, mode: 0o700 });
  // The temporary folder is everybody's: nothing is run from a place that somebody else laid there.
  if ((await stat(cache)).uid !== process.getuid?.()) return undefined;
  if (!(await isExecutable(executable))) {
    await rm(folder, { recursive: true, force: true });
    await unpackBundled(folder);
  }
  const libraries = join(folder, 'al2023', 'lib');
  const inherited = process.env['LD_LIBRARY_PATH'];
  return proven(executable, 'bundled', {
    LD_LIBRARY_PATH: inherited ? `${libraries}:${inherited}` : libraries,
  });
}

async function browserFromApt(): Promise<Browser | undefined> {
  return (await installDebianPackages(['chromium', 'fonts-noto-cjk'])) ? installedBrowser() : undefined;
}

async function search(): Promise<Browser | undefined> {
  const chosen = process.env['CHROMIUM_PATH'];
  if (chosen) {
    const browser = await proven(chosen, 'CHROMIUM_PATH');
    if (!browser) throw new Error(`CHROMIUM_PATH is ${chosen}, which opens no page.`);
    return browser;
  }
  return (
    (await installedBrowser()) ?? (await bundledBrowser().catch(() => undefined)) ?? (await browserFromApt())
  );
}

let found: Promise<Browser | undefined> | undefined;

/** Like findBrowser, but answers undefined where this machine has no browser and none can be installed. */
export async function findBrowserIfAny(): Promise<Browser | undefined> {
  found ??= search();
  return found;
}

/**
 * A Chromium for tests and screenshots: CHROMIUM_PATH, an installed one, the bundled one, one from apt.
 * Searches once a process. Rejects, with the ways out named, when there is none.
 */
export async function findBrowser(): Promise<Browser> {
  const browser = await findBrowserIfAny();
  if (browser) return browser;
  throw new Error(
    'No Chromium was found that opens a page. Install Chromium or Chrome, or name one in CHROMIUM_PATH.',
  );
}
