/** The browser's only look at the clock, so that tests can move it. Milliseconds since the epoch. */
export function now(): number {
  return Date.now();
}
