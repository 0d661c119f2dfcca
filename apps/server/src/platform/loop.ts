import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from './log.ts';

export interface Loop {
  /** Ends the pause; what comes during a run is seen by the next. */
  wake(): void;
  /** Ends after the run under way. */
  stop(): Promise<void>;
}

/**
 * Runs `run` again and again with a pause between, never twice at once. A run that fails is logged and tried
 * again after the pause; it never ends the loop.
 */
export function startLoop(options: {
  readonly name: string;
  readonly pauseMs: number;
  readonly run: () => Promise<unknown>;
  readonly log: Log;
}): Loop {
  const { name, pauseMs, run, log } = options;
  const stopping = new AbortController();
  let pause = new AbortController();

  const running = (async () => {
    while (!stopping.signal.aborted) {
      pause = new AbortController();
      try {
        await run();
      } catch (error) {
        log.error({ err: error, loop: name }, 'a background run failed and will be tried again');
      }
      await sleep(pauseMs, undefined, { signal: pause.signal, ref: false }).catch(() => {});
    }
  })();

  return {
    wake: () => pause.abort(),
    async stop() {
      stopping.abort();
      pause.abort();
      await running;
    },
  };
}
