/** Milliseconds since the epoch. Handed to everything that needs the time, so that tests and the bank can move it. */
export type Clock = () => number;

/** The machine's own clock. */
export const systemClock: Clock = () => Date.now();
