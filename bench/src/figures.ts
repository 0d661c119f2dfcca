import type { Books } from './books.ts';
import type { Measured } from './callers.ts';
import type { Cost } from './cost.ts';
import type { Yard } from './tpcb.ts';

export type Figures = Measured & Cost;

/** Which books, where there are several; empty for a fresh database. */
export function describeBooks({ filled }: Books): string {
  return filled === 0 ? '' : ` at ${filled.toLocaleString('en')} orders`;
}

export function describeCost(cost: Cost): string {
  return `PostgreSQL ${cost.postgresUs.toFixed(0)} µs · Node ${cost.nodeUs.toFixed(0)} µs · WAL ${cost.walBytes.toFixed(0)} bytes, ${cost.pageImages.toFixed(2)} page images`;
}

export function describeYard(yard: Yard): string {
  return `TPC-B ${yard.perSecond.toFixed(0)}/s · PostgreSQL ${yard.postgresUs.toFixed(0)} µs · WAL ${yard.walBytes.toFixed(0)} bytes`;
}

/** One run against the yardstick of the same round: by the clock, and by processor time, which neighbours disturb less. */
export function describeFigures(figures: Figures, yard: Yard): string {
  return [
    `${figures.perSecond.toFixed(0)}/s = ${(figures.perSecond / yard.perSecond).toFixed(2)} × TPC-B`,
    `${(yard.postgresUs / figures.postgresUs).toFixed(2)} × by processor time`,
    `p50 ${figures.p50Ms.toFixed(1)}, p99 ${figures.p99Ms.toFixed(1)} ms`,
    `batches of ${figures.batch.toFixed(0)}`,
    describeCost(figures),
  ].join(' · ');
}
