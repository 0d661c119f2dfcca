import type { Lane } from './lane.ts';

/**
 * Several lanes that look like one. Items of one key always take the same lane, in order, so that lanes share no
 * row that would make them wait for each other; different keys use as many connections as there are lanes.
 */
export function createLaneSet<I, O>(lanes: readonly Lane<I, O>[], keyOf: (item: I) => bigint): Lane<I, O> {
  return {
    submit(item) {
      const lane = lanes[Number(keyOf(item) % BigInt(lanes.length))];
      if (lane === undefined) throw new Error('There is no lane');
      return lane.submit(item);
    },
    async close() {
      await Promise.all(lanes.map((lane) => lane.close()));
    },
    get waiting() {
      return lanes.reduce((sum, lane) => sum + lane.waiting, 0);
    },
  };
}
