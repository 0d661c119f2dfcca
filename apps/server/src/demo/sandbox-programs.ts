import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { getCompileCacheDir } from 'node:module';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '../platform/log.ts';

/** A program of apps/sandbox as the platform meets it: an origin on loopback, in a process of its own. */
export interface SandboxProgram {
  readonly origin: string;
  readonly pid: number | undefined;
  /** Resolves when it first answers; rejects when it does not come up. */
  readonly healthy: Promise<void>;
  stop(): Promise<void>;
}

const restartPauseMs = 1_000;
const stopWithinMs = 8_000;

/** A free port of loopback; a program that restarts keeps it. */
export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/**
 * Starts a sandbox program and keeps it running: started again when it dies, stopped with its supervisor (it watches the
 * channel between the two, so that not even a kill leaves it behind).
 */
export function superviseProgram(
  name: 'bank' | 'echo-shop',
  port: number,
  environment: Readonly<Record<string, string>>,
  log: Log,
): SandboxProgram {
  const file = fileURLToPath(new URL(`../../../sandbox/src/${name}/main.ts`, import.meta.url));
  const origin = `http://127.0.0.1:${port}`;
  let child: ChildProcess | undefined;
  let stopping = false;

  function start(): void {
    // Nothing of our own environment: the program must know no more than a vendor would.
    child = fork(file, [], {
      env: {
        PATH: process.env['PATH'],
        NODE_ENV: process.env['NODE_ENV'],
        LOG_LEVEL: 'warn',
        NODE_COMPILE_CACHE: getCompileCacheDir(),
        ...environment,
      },
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    child.on('exit', (code, signal) => {
      if (stopping) return;
      log.warn({ program: name, code, signal }, 'a sandbox program ended and is started again');
      setTimeout(() => {
        if (!stopping) start();
      }, restartPauseMs).unref();
    });
  }

  start();
  const healthy = waitUntilHealthy(origin, name, () => stopping);
  // Whoever waits for it hears of it; a program that is stopped before anybody waits troubles nobody.
  healthy.catch(() => {});
  return {
    origin,
    healthy,
    get pid() {
      return child?.pid;
    },
    async stop() {
      stopping = true;
      const running = child;
      if (running === undefined || running.exitCode !== null) return;
      const ended = new Promise((resolve) => running.once('exit', resolve));
      running.kill('SIGTERM');
      const timer = setTimeout(() => running.kill('SIGKILL'), stopWithinMs);
      await ended;
      clearTimeout(timer);
    },
  };
}

async function waitUntilHealthy(origin: string, name: string, isStopping: () => boolean): Promise<void> {
  for (let attempt = 0; attempt < 150 && !isStopping(); attempt += 1) {
    const answer = await fetch(`${origin}/healthz`).catch(() => undefined);
    if (answer?.ok) return;
    await sleep(100);
  }
  throw new Error(`The sandbox program ${name} did not start`);
}
