/** The part of a row of things that is drawn: from `first` to before `end`. */
export interface Span {
  readonly first: number;
  readonly end: number;
}

/**
 * Which of some things of given sizes, laid side by side from `start` on, lie in sight between `from` and `to`, with
 * those that touch the margin round it. Pixels; at least one thing is in sight where there is any.
 */
export function inSight(
  sizes: readonly number[],
  start: number,
  from: number,
  to: number,
  margin: number,
): Span {
  let first = 0;
  let at = start;
  while (first < sizes.length - 1 && at + (sizes[first] ?? 0) <= from - margin) at += sizes[first++] ?? 0;
  let end = first;
  while (end < sizes.length && (end === first || at < to + margin)) at += sizes[end++] ?? 0;
  return { first, end };
}

/** The same where all are of one size. */
export function rowsInSight(count: number, size: number, from: number, to: number, margin: number): Span {
  const first = Math.max(0, Math.min(count - 1, Math.floor((from - margin) / size)));
  return { first, end: Math.min(count, Math.max(first + 1, Math.ceil((to + margin) / size))) };
}
