import { createHash } from 'node:crypto';

export interface Dice {
  /** From zero to one less. */
  below(count: number): number;
  /** As many of a list as wanted, each at most once. */
  some<T>(list: readonly T[], count: number): T[];
}

/** Chance that a seed repeats: the same seed draws the same. */
export function createDice(seed: string): Dice {
  let turn = 0;
  const below = (count: number): number => {
    turn += 1;
    return createHash('sha256').update(`${seed} ${turn}`).digest().readUInt32BE(0) % count;
  };
  return {
    below,
    some(list, count) {
      const left = [...list];
      const drawn = [];
      while (drawn.length < count && left.length > 0) drawn.push(...left.splice(below(left.length), 1));
      return drawn;
    },
  };
}
