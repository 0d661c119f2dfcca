import { createHash } from 'node:crypto';

export interface Dice {
  /** As many of a list as wanted, each at most once. */
  some<T>(list: readonly T[], count: number): T[];
}

/** Chance that a seed repeats: the same seed draws the same. */
export function createDice(seed: string): Dice {
  let turn = 0;
  const next = (below: number): number => {
    turn += 1;
    return createHash('sha256').update(`${seed} ${turn}`).digest().readUInt32BE(0) % below;
  };
  return {
    some(list, count) {
      const left = [...list];
      const drawn = [];
      while (drawn.length < count && left.length > 0) drawn.push(...left.splice(next(left.length), 1));
      return drawn;
    },
  };
}
