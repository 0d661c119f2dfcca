let aheadMs = 0;

/** The browser's only look at the clock, so that tests can move it. Milliseconds since the epoch. */
export function now(): number {
  return Date.now();
}

/** Days, ranges and ages of the business are told by its own clock, which a demo moves ahead. Milliseconds since the epoch. */
export function businessNow(): number {
  return now() + aheadMs;
}

/** The server says how far the business clock stands ahead. */
export function setBusinessAhead(ms: number): void {
  aheadMs = ms;
}
