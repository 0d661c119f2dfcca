import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Meter } from './cost.ts';
import type { Figures } from './figures.ts';
import type { ReadyOrder } from './orders.ts';

export interface WorkerPlace {
  /** The checkout whose product the worker runs. */
  readonly root: string;
  /** Books that somebody else has opened; without them the worker starts a cluster of its own. */
  readonly joined?: Meter & { readonly productUrl: string };
}

/** What a worker can be asked for. */
export interface Work {
  ready(options: { count: number; hot: boolean; run: string }): Promise<ReadyOrder[]>;
  settle(options: { orders: readonly ReadyOrder[]; seconds: number }): Promise<Figures>;
  create(options: { run: string; seconds: number; most?: number }): Promise<Figures>;
}

export interface Question {
  readonly id: number;
  readonly name: keyof Work;
  readonly options: unknown;
}

interface Answer {
  readonly id: number;
  readonly result?: unknown;
  readonly error?: string;
}

export interface Worker extends Work {
  readonly pid: number;
  /** Ends the worker, and its cluster where that is its own. */
  stop(): Promise<void>;
}

/** Starts a worker and waits until it can be asked. */
export async function openWorker(place: WorkerPlace): Promise<Worker> {
  const child = fork(fileURLToPath(new URL('worker.ts', import.meta.url)), [JSON.stringify(place)], {
    cwd: place.root,
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    // Order ids are bigint.
    serialization: 'advanced',
  });
  const waiting = new Map<number, PromiseWithResolvers<unknown>>();
  const ended = new Promise<void>((resolve) => {
    child.once('exit', (code) => {
      for (const { reject } of waiting.values()) reject(new Error(`A worker ended with ${code}`));
      resolve();
    });
  });
  child.on('message', ({ id, result, error }: Answer) => {
    const asker = waiting.get(id);
    waiting.delete(id);
    if (error === undefined) asker?.resolve(result);
    else asker?.reject(new Error(`The worker of ${place.root} failed: ${error}`));
  });

  let asked = 0;
  function answerOf(id: number): Promise<unknown> {
    const asker = Promise.withResolvers<unknown>();
    waiting.set(id, asker);
    return asker.promise;
  }
  function ask<Name extends keyof Work>(name: Name) {
    return (options: Parameters<Work[Name]>[0]): ReturnType<Work[Name]> => {
      asked += 1;
      const answer = answerOf(asked);
      child.send({ id: asked, name, options } satisfies Question);
      return answer as ReturnType<Work[Name]>;
    };
  }

  await answerOf(0);
  return {
    pid: child.pid ?? 0,
    ready: ask('ready'),
    settle: ask('settle'),
    create: ask('create'),
    async stop() {
      if (child.connected) child.disconnect();
      await ended;
    },
  };
}
