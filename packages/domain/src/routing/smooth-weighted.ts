/** One entry of a smooth weighted round robin; `current` is its state, kept in the database. */
export interface WeightedEntry {
  readonly id: string;
  /** A whole number; 0 is standby, drawn only when nothing else is left. */
  readonly weight: number;
  readonly current: number;
}

export interface WeightedPick {
  readonly id: string;
  /** The new state of every entry that took part. */
  readonly currents: ReadonlyMap<string, number>;
}

/**
 * Draws one entry so that the weights are met evenly spread (5:1:1 gives a a b a c a a): every entry gains its
 * weight, the greatest is drawn and pays the sum. Ties go to the first. Null when there is nothing to draw. Nobody begins further
 * from 0 than the sum, which an unchanged round never does: what stands there from other weights is worth one round.
 */
export function pickSmoothly(entries: readonly WeightedEntry[]): WeightedPick | null {
  const weighted = entries.filter((entry) => entry.weight > 0);
  const taking = weighted.length > 0 ? weighted : entries.map((entry) => ({ ...entry, weight: 1 }));
  const total = taking.reduce((sum, entry) => sum + entry.weight, 0);
  const raised = taking.map(({ current, id, weight }) => ({
    id,
    current: Math.min(Math.max(current, -total), total) + weight,
  }));
  const [first, ...others] = raised;
  if (!first) return null;
  const picked = others.reduce((best, entry) => (entry.current > best.current ? entry : best), first);
  const currents = new Map(raised.map((entry) => [entry.id, entry.current]));
  return { id: picked.id, currents: currents.set(picked.id, picked.current - total) };
}
