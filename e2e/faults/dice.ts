import { hash, randomBytes } from 'node:crypto';

/** Chance that can be repeated: the same seed draws the same. */
export interface Dice {
  /** A whole number from `from` up to and without `to`. */
  whole(from: number, to: number): number;
  pick<T>(from: readonly T[]): T;
  /** Dice of their own for one part of a run, whatever the other parts draw. */
  of(part: string): Dice;
}

export function createDice(seed: string): Dice {
  let drawn = 0;
  const whole = (from: number, to: number): number => {
    drawn += 1;
    const bits = hash('sha256', `${seed}\n${drawn}`, 'buffer').readUInt32BE(0);
    return from + (bits % (to - from));
  };
  return {
    whole,
    pick: (from) => from[whole(0, from.length)] as (typeof from)[number],
    of: (part) => createDice(`${seed}/${part}`),
  };
}

/** FAULT_SEED repeats a run; else a new seed. Either is printed. */
export function seedOfThisRun(): string {
  const seed = process.env['FAULT_SEED'] ?? randomBytes(6).toString('hex');
  process.stdout.write(`faults: FAULT_SEED=${seed}\n`);
  return seed;
}
