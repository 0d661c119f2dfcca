import type { Loss } from './lose.ts';

/** How long the house may be away. */
const servingWithinMs = 30_000;

const seconds = (ms: number): string => (ms / 1_000).toFixed(1);

/** One loss as a row under `header`. */
export function rowOf(loss: Loss, number: number): string {
  const { acknowledgedMs, alone, copied, lost, machine, promotedMs, servingMs, way, wholeMs } = loss;
  const times = [promotedMs, acknowledgedMs, servingMs, wholeMs].map((ms) => seconds(ms).padStart(9));
  return `${String(number).padStart(2)}  ${way.padEnd(7)}  ${machine.padEnd(6)}${times.join('')}${String(alone).padStart(7)}${String(lost).padStart(6)}${copied.map((name) => `  ${name} copied anew`).join('')}`;
}

export const header = ` n  how      machine promoted   acked  serving    whole  alone  lost   (seconds since the loss; rows)`;

/** What was promised and is not so. */
export function breachesOf(losses: readonly Loss[]): string[] {
  return losses.flatMap(({ alone, lost, servingMs }, n) => [
    ...(servingMs > servingWithinMs ? [`loss ${n + 1}: serving again after ${seconds(servingMs)} s`] : []),
    ...(alone > 0 ? [`loss ${n + 1}: the old primary acknowledged ${alone} rows by itself`] : []),
    ...(lost > 0 ? [`loss ${n + 1}: ${lost} acknowledged rows are gone`] : []),
  ]);
}

/** The figures in one line. */
export function figuresOf(losses: readonly Loss[]): string {
  const spread = (of: (loss: Loss) => number): string => {
    const sorted = losses.map(of).toSorted((a, b) => a - b);
    const middle = sorted[Math.floor(sorted.length / 2)] ?? 0;
    return `${seconds(middle)} s (${seconds(sorted[0] ?? 0)} to ${seconds(sorted.at(-1) ?? 0)})`;
  };
  return `${losses.length} losses: promoted after ${spread((loss) => loss.promotedMs)}, serving after ${spread((loss) => loss.servingMs)}, whole after ${spread((loss) => loss.wholeMs)}, ${losses.flatMap(({ copied }) => copied).length} copied anew`;
}
