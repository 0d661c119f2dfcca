import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The root of the repository. */
export const root = fileURLToPath(new URL('..', import.meta.url));

/** How a program ended, with all it printed. */
export interface Ended {
  code: number | null;
  output: string;
  /** The program was stopped because it did not end in time. */
  isTimedOut: boolean;
}

/** Where output goes: to the terminal, or behind that of others which run at the same time. */
export type Print = (text: string | Uint8Array) => void;

/** Straight to the terminal. */
export const printNow: Print = (text) => void process.stdout.write(text);

export interface RunOptions {
  cwd?: string;
  env?: Record<string, string>;
  /** Takes the output while it comes; it stands in the answer all the same. */
  print?: Print;
  timeoutMs?: number;
}

/** The script behind a command of a package: `tsc` of typescript, `oxlint` of oxlint. */
export function commandOf(library: string, command: string): string {
  const from = createRequire(join(root, 'package.json')).resolve.paths(library) ?? [];
  const folder = from.map((path) => join(path, library)).find((path) => readable(join(path, 'package.json')));
  if (!folder) throw new Error(`${library} is not installed`);
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
    bin?: string | Record<string, string>;
  };
  const script = typeof manifest.bin === 'string' ? manifest.bin : manifest.bin?.[command];
  if (!script) throw new Error(`${library} has no command ${command}`);
  return join(folder, script);
}

function readable(path: string): boolean {
  try {
    readFileSync(path);
    return true;
  } catch {
    return false;
  }
}

/** Runs a script on this Node and waits for its end. It never rejects: a program that cannot start has code null. */
export async function runNode(args: string[], options: RunOptions = {}): Promise<Ended> {
  const child = spawn(process.execPath, args, {
    cwd: options.cwd ?? root,
    env: { ...process.env, ...options.env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const printed: Buffer[] = [];
  const collect = (chunk: Buffer) => {
    printed.push(chunk);
    options.print?.(chunk);
  };
  // Whoever ends us ends what we began.
  const endWithUs = () => void child.kill('SIGTERM');
  process.once('exit', endWithUs);
  child.stdout.on('data', collect);
  child.stderr.on('data', collect);

  let isTimedOut = false;
  const limit = options.timeoutMs ?? 600_000;
  const timer = setTimeout(() => {
    isTimedOut = true;
    child.kill('SIGTERM');
    setTimeout(() => child.kill('SIGKILL'), 10_000).unref();
  }, limit);
  const code = await new Promise<number | null>((resolve) => {
    child.once('error', (error) => {
      printed.push(Buffer.from(`${error.message}\n`));
      resolve(null);
    });
    child.once('close', resolve);
  });
  process.removeListener('exit', endWithUs);
  clearTimeout(timer);
  if (isTimedOut) printed.push(Buffer.from(`stopped after ${limit / 1000} s\n`));
  return { code, output: Buffer.concat(printed).toString('utf8'), isTimedOut };
}
