import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { RunAs } from '../../../apps/server/src/platform/postgres/run-as.ts';

/** A program that runs until it is told otherwise, is started again when it ends by itself, and never outlives this process. */
export interface Program {
  signal(name: NodeJS.Signals): void;
  /** At once, as a crash of its machine would; resolves when it is gone. */
  kill(): Promise<void>;
  /** Politely, and by force where that takes too long. */
  stop(): Promise<void>;
}

const politeMs = 20_000;
/** As a unit with `Restart=always` waits. */
const againMs = 1_000;

/** What is done at the very end, however this process ends. */
const endings = new Set<() => void>();
process.once('exit', () => {
  for (const end of endings) end();
});

/** Does `end` when this process ends; the answer forgets it. */
export function endWithUs(end: () => void): () => void {
  endings.add(end);
  return () => void endings.delete(end);
}

/** Starts it as `user`, with nothing of our environment; what it prints goes to the end of `logFile`. */
export function startProgram(
  file: string,
  args: readonly string[],
  options: {
    readonly env?: Readonly<Record<string, string>>;
    readonly folder: string;
    readonly logFile: string;
    readonly user: RunAs | undefined;
  },
): Program {
  let child: ChildProcess | undefined;
  let isWanted = true;
  const forget = endWithUs(() => void child?.kill('SIGKILL'));

  async function runOnce(): Promise<void> {
    const output = openSync(options.logFile, 'a');
    const started = spawn(file, [...args], {
      ...options.user,
      cwd: options.folder,
      env: { PATH: process.env['PATH'], LC_ALL: 'C.UTF-8', TZ: 'UTC', ...options.env },
      stdio: ['ignore', output, output],
    });
    closeSync(output);
    child = started;
    await new Promise<void>((resolve) => {
      started.once('error', () => resolve());
      started.once('exit', () => resolve());
    });
  }

  const ended = (async () => {
    while (isWanted) {
      await runOnce();
      if (isWanted) await sleep(againMs);
    }
    forget();
  })();
  return {
    signal: (name) => void child?.kill(name),
    async kill() {
      isWanted = false;
      child?.kill('SIGKILL');
      await ended;
    },
    async stop() {
      isWanted = false;
      child?.kill('SIGCONT');
      child?.kill('SIGTERM');
      const force = setTimeout(() => child?.kill('SIGKILL'), politeMs);
      await ended;
      clearTimeout(force);
    },
  };
}
