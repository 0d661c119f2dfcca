import type { FastifyBaseLogger } from 'fastify';

/** Work that is looked at whenever something falls due. */
export interface DueLoop {
  /** Looks at once, because something new may be due. */
  wake: () => void;
  /** Ends the loop after the round under way. */
  stop: () => Promise<void>;
}

const longestSleepMs = 1000;
const sleepAfterFaultMs = 1000;

/**
 * Runs rounds until stopped. A round answers how long nothing will be due, in milliseconds; null means it does not
 * know. The loop sleeps that long, at most a second, so that work of another process is found too.
 */
export function startDueLoop(round: () => Promise<number | null>, log: FastifyBaseLogger): DueLoop {
  let isStopped = false;
  let isWoken = false;
  let rouse: (() => void) | null = null;
  const sleep = (durationMs: number) =>
    new Promise<void>((resolve) => {
      if (isWoken || isStopped) return resolve();
      const timer = setTimeout(resolve, durationMs);
      rouse = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  const run = async () => {
    while (!isStopped) {
      isWoken = false;
      let pauseMs: number | null = sleepAfterFaultMs;
      try {
        pauseMs = await round();
      } catch (error) {
        log.error({ error: String(error) }, 'due work failed, looking again');
      }
      await sleep(Math.min(Math.max(pauseMs ?? longestSleepMs, 1), longestSleepMs));
      rouse = null;
    }
  };
  const running = run();
  const wake = () => {
    isWoken = true;
    rouse?.();
  };
  return {
    wake,
    stop: async () => {
      isStopped = true;
      wake();
      await running;
    },
  };
}
