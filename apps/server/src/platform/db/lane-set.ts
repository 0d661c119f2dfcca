import type { Lane } from './lane.ts';

/**
 * Several lanes that look like one. Items of one key are answered in order and never by two lanes at once, so that lanes share
 * no row that would make them wait for each other: whoever comes while others of his key wait takes their lane, and who finds
 * none of his key takes the lane where the fewest wait. So callers that come again at once fill each lane as it ends, whatever
 * their keys are, and no lane leaves half of its next batch to the others.
 */
export function createLaneSet<I, O>(lanes: readonly Lane<I, O>[], keyOf: (item: I) => bigint): Lane<I, O> {
  const homes = new Map<bigint, { readonly lane: Lane<I, O>; unanswered: number }>();

  const emptiest = (): Lane<I, O> =>
    lanes.reduce((least, lane) => (lane.waiting < least.waiting ? lane : least));

  return {
    submit(item) {
      const key = keyOf(item);
      const home = homes.get(key) ?? { lane: emptiest(), unanswered: 0 };
      homes.set(key, home);
      home.unanswered += 1;
      return home.lane.submit(item).finally(() => {
        home.unanswered -= 1;
        if (home.unanswered === 0) homes.delete(key);
      });
    },
    async close() {
      await Promise.all(lanes.map((lane) => lane.close()));
    },
    get waiting() {
      return lanes.reduce((sum, lane) => sum + lane.waiting, 0);
    },
  };
}
