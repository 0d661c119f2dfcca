export interface Measured {
  readonly operations: number;
  readonly seconds: number;
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** Operations that were answered together, on average: what a lane's batch held. */
  readonly batch: number;
}

/** How many call at once: as many as the targets speak of. */
const callers = 64;

/** Loops that call `operation` one after the other until the time is over or `operation` answers false. */
export async function drive(seconds: number, operation: () => Promise<boolean>): Promise<Measured> {
  const latencies: number[] = [];
  let batches = 0;
  let isBatchOpen = false;
  const start = performance.now();
  const end = start + seconds * 1000;
  await Promise.all(
    Array.from({ length: callers }, async () => {
      for (;;) {
        const began = performance.now();
        if (began >= end || !(await operation())) return;
        latencies.push(performance.now() - began);
        if (isBatchOpen) continue;
        // A lane answers a batch in one go, and all who waited for it come by here before the next tick.
        isBatchOpen = true;
        batches += 1;
        process.nextTick(() => (isBatchOpen = false));
      }
    }),
  );
  const elapsed = (performance.now() - start) / 1000;
  latencies.sort((left, right) => left - right);
  return {
    operations: latencies.length,
    seconds: elapsed,
    perSecond: latencies.length / elapsed,
    p50Ms: at(latencies, 0.5),
    p99Ms: at(latencies, 0.99),
    batch: latencies.length / batches,
  };
}

/** The value below which this share of sorted values lies. */
export function at(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((left, right) => left - right);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}
