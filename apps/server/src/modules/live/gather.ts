import type { Log } from '../../platform/log.ts';

/** Collects ids and hands them on together, at most once a pause; an id waits in it once. */
export interface Gathering {
  add(id: bigint): void;
  stop(): void;
}

/**
 * What is gathered here only tells browsers to look: when more comes than can be handed on, or a reading fails, it
 * is dropped and the log says so, for the lists refresh by themselves.
 */
export function gather(options: {
  readonly name: string;
  readonly pauseMs: number;
  readonly most: number;
  readonly log: Log;
  readonly hand: (ids: readonly bigint[]) => Promise<void>;
}): Gathering {
  const { name, pauseMs, most, log, hand } = options;
  const waiting = new Set<bigint>();
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;

  function later(): void {
    if (stopped || timer !== undefined || waiting.size === 0) return;
    timer = setTimeout(() => void flush(), pauseMs);
    timer.unref();
  }

  async function flush(): Promise<void> {
    const ids = [...waiting].slice(0, most);
    for (const id of ids) waiting.delete(id);
    if (waiting.size > most * 10) {
      log.debug({ name, dropped: waiting.size }, 'more changes than browsers can be told of');
      waiting.clear();
    }
    await hand(ids).catch((error: unknown) =>
      log.warn({ err: error, name }, 'browsers were not told of changes'),
    );
    timer = undefined;
    later();
  }

  return {
    add(id) {
      waiting.add(id);
      later();
    },
    stop() {
      stopped = true;
      clearTimeout(timer);
      waiting.clear();
    },
  };
}
