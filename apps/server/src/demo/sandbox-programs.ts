import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { getCompileCacheDir } from 'node:module';
import { get } from 'node:http';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Log } from '../platform/log.ts';

/** A program of apps/sandbox as the platform meets it: an origin on loopback, in a process of its own. */
export interface SandboxProgram {
  readonly origin: string;
  readonly pid: number | undefined;
  /** Resolves when it first listens; rejects when it does not come up. */
  readonly healthy: Promise<void>;
  stop(): Promise<void>;
}

const restartPauseMs = 1_000;
const startWithinMs = 60_000;
const stopWithinMs = 8_000;
const healthWithinMs = 2_000;
/** How often a process that runs no program of its own looks whether the one it uses is still there. */
const watchPauseMs = 1_000;

/** A free port of loopback; a program that restarts keeps it. */
export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** Whether a program of this very installation answers on a port of loopback. */
export function isServedBy(installation: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const request = get({ host: '127.0.0.1', port, path: '/healthz', timeout: healthWithinMs }, (answer) => {
      let text = '';
      answer.setEncoding('utf8');
      answer.on('data', (part: string) => (text = (text + part).slice(0, 1_000)));
      answer.on('end', () => resolve(text.includes(`"${installation}"`)));
      answer.on('error', () => resolve(false));
    });
    request.on('timeout', () => request.destroy());
    request.on('error', () => resolve(false));
  });
}

export type SandboxName = 'bank' | 'echo-shop';

/** Programs that load themselves and wait to be told where they are. */
export type EarlyPrograms = Readonly<Record<SandboxName, ChildProcess>>;

/** Begins to load both programs before anything is known that they need; they end with this process. */
export function forkEarly(): EarlyPrograms {
  return { bank: forkProgram('bank'), 'echo-shop': forkProgram('echo-shop') };
}

function forkProgram(name: SandboxName): ChildProcess {
  const file = fileURLToPath(new URL(`../../../sandbox/src/${name}/main.ts`, import.meta.url));
  return fork(file, [], {
    // Nothing of our own environment: the program must know no more than a vendor would.
    env: {
      PATH: process.env['PATH'],
      NODE_ENV: process.env['NODE_ENV'],
      LOG_LEVEL: 'warn',
      NODE_COMPILE_CACHE: getCompileCacheDir(),
    },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
}

/**
 * Starts a sandbox program, or takes over an early one, and keeps it running: started again when it dies, stopped with
 * its supervisor (it watches the channel between the two, so that not even a kill leaves it behind). Where another
 * process of the installation runs the program already (`isServed`), that one is used for as long as it answers.
 */
export function superviseProgram(
  name: SandboxName,
  port: number,
  environment: Readonly<Record<string, string>>,
  log: Log,
  early?: ChildProcess,
  isServed: () => Promise<boolean> = async () => false,
): SandboxProgram {
  const ready = Promise.withResolvers<void>();
  let child: ChildProcess | undefined;
  let stopping = false;

  function start(loaded: ChildProcess): void {
    child = loaded;
    loaded.once('message', () => ready.resolve());
    loaded.on('exit', (code, signal) => {
      if (stopping) return;
      log.warn({ program: name, code, signal }, 'a sandbox program ended and is started again');
      setTimeout(() => void startUnlessServed(), restartPauseMs).unref();
    });
    // One that is gone already is started again by its exit.
    loaded.send(environment, () => {});
  }

  async function startUnlessServed(): Promise<void> {
    while (!stopping && (await isServed())) {
      ready.resolve();
      await sleep(watchPauseMs, undefined, { ref: false });
    }
    if (stopping) early?.kill();
    // An early one can be taken over once.
    else start(child === undefined && early?.connected === true ? early : forkProgram(name));
  }

  void startUnlessServed();
  const timer = setTimeout(
    () => ready.reject(new Error(`The sandbox program ${name} did not start`)),
    startWithinMs,
  );
  const healthy = ready.promise.finally(() => clearTimeout(timer));
  // Whoever waits for it hears of it; a program that is stopped before anybody waits troubles nobody.
  healthy.catch(() => {});
  return {
    origin: `http://127.0.0.1:${port}`,
    healthy,
    get pid() {
      return child?.pid;
    },
    async stop() {
      stopping = true;
      clearTimeout(timer);
      const running = child;
      if (running === undefined || running.exitCode !== null) return;
      const ended = new Promise((resolve) => running.once('exit', resolve));
      running.kill('SIGTERM');
      const patience = setTimeout(() => running.kill('SIGKILL'), stopWithinMs);
      await ended;
      clearTimeout(patience);
    },
  };
}
