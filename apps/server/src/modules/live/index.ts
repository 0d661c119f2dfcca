/**
 * What open browsers hear at once. Promises: a change is told after it is durable, to the tree it belongs to and
 * to nobody else, by the rights the session had when it connected; a session that ended is cut. It is a hint to
 * look and never a second truth: whoever misses it reads the same from the API.
 */
export { openLive } from './open-live.ts';
export type { Live, LiveDeps } from './open-live.ts';
export { roomsFor } from './hear.ts';
