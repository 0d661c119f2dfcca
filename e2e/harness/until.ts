import { setTimeout as sleep } from 'node:timers/promises';

export interface Patience {
  readonly withinMs?: number;
  readonly everyMs?: number;
}

/**
 * Asks again until the answer is there (anything but undefined, null and false) and gives it back. A question that
 * throws counts as unanswered. Fails after `withinMs` with what was waited for and why it did not come.
 */
export async function until<T>(
  what: string,
  ask: () => Promise<T | undefined | null | false> | T | undefined | null | false,
  { withinMs = 90_000, everyMs = 50 }: Patience = {},
): Promise<T> {
  const endsAt = performance.now() + withinMs;
  let last: unknown;
  for (;;) {
    try {
      const answer = await ask();
      if (answer !== undefined && answer !== null && answer !== false) return answer;
      last = answer;
    } catch (error) {
      last = error;
    }
    if (performance.now() > endsAt) {
      throw new Error(`${what}: did not happen within ${withinMs} ms`, { cause: last });
    }
    await sleep(everyMs);
  }
}
