import { createHash } from 'node:crypto';

/** Chance that comes out the same for the same words: a seed that was interrupted goes on with the same orders. */
export interface Dice {
  /** In [0, 1). */
  next(): number;
  /** A whole number from `from` to `to`, both included. */
  whole(from: number, to: number): number;
  chance(probability: number): boolean;
  pick<T>(list: readonly T[]): T;
  /** An index, each as likely as its weight. */
  weigh(weights: readonly number[]): number;
}

/** mulberry32, begun from the hash of the words. Nothing that matters may depend on it. */
export function createDice(words: string): Dice {
  let state = createHash('sha256').update(words).digest().readUInt32BE(0);
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return {
    next,
    whole: (from, to) => from + Math.floor(next() * (to - from + 1)),
    chance: (probability) => next() < probability,
    pick(list) {
      const item = list[Math.floor(next() * list.length)];
      if (item === undefined) throw new Error('There is nothing to pick from');
      return item;
    },
    weigh(weights) {
      let point = next() * weights.reduce((sum, weight) => sum + weight, 0);
      const index = weights.findIndex((weight) => {
        point -= weight;
        return point < 0;
      });
      return index === -1 ? weights.length - 1 : index;
    },
  };
}
