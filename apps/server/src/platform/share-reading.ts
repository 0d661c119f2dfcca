import type { WallClock } from './clock.ts';

/** Reads under a key: whoever asks while it is read, or within the time after it began, is given what the first one is given. */
type SharedReading<T> = (key: string, read: () => Promise<T>) => Promise<T>;

/**
 * One reading for all who look at the same thing: screens that many people keep open would otherwise each ask the database for it. A
 * reading that fails is given to those who wait for it and to nobody after them.
 */
export function shareReading<T>(clock: Pick<WallClock, 'monotonicMs'>, forMs: number): SharedReading<T> {
  const kept = new Map<string, { readonly began: number; isOver: boolean; readonly answer: Promise<T> }>();
  return (key, read) => {
    const now = clock.monotonicMs();
    for (const [old, { began, isOver }] of kept) if (isOver && now - began >= forMs) kept.delete(old);
    const known = kept.get(key);
    if (known !== undefined) return known.answer;
    const reading = { began: now, isOver: false, answer: read() };
    kept.set(key, reading);
    reading.answer.then(
      () => (reading.isOver = true),
      () => kept.delete(key),
    );
    return reading.answer;
  };
}
