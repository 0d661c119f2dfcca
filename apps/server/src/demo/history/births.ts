import { createDayCurve } from './day-curve.ts';
import { createDice } from '../dice.ts';

/** The orders that come at one instant. */
export interface Birth {
  /** The first one's place among those to come; the others follow it. */
  readonly from: number;
  readonly count: number;
  readonly atMs: number;
}

export interface Births {
  /** The next ones; undefined when all have come. */
  readonly next: Birth | undefined;
  take(): void;
  /** Whether an instant lies in the stretch before the end in which everything happens for itself. */
  isSingly(ms: number): boolean;
}

/**
 * The closer to the end, the finer the time: what people look at comes order by order, to the millisecond; older
 * orders share an instant with up to so many others of so many minutes, since every instant is a commit.
 */
const tiers = [
  { withinMs: 86_400_000, together: 1, apartMs: 0 },
  { withinMs: 2 * 86_400_000, together: 4, apartMs: 10 * 60_000 },
  { withinMs: Infinity, together: 24, apartMs: 60 * 60_000 },
] as const;
/** However many orders are asked for, older ones take no more instants than this. */
const sharedInstants = 1_000;
const singlyAtMost = 2_500;

/** Spreads `count` orders from one instant to another; `done` are there already, so that numbers go on. */
export function planBirths(from: Date, until: Date, done: number, count: number): Births {
  const curve = createDayCurve(from, until);
  const chunk = Math.ceil(count / sharedInstants);
  const singlyFrom = until.getTime() - tiers[0].withinMs;

  /** Each somewhere in the stretch that is his, so the order of the numbers is the order in time. */
  const timeOf = (place: number): number =>
    curve.at((place + createDice(`time of ${done + place}`).next()) / count).getTime();
  const isLate = (place: number): boolean => count - place <= singlyAtMost;
  const tierAt = (ms: number, place: number): number => {
    const found = tiers.findIndex(({ withinMs }) => ms >= until.getTime() - withinMs);
    return found === 0 && !isLate(place) ? 1 : found;
  };

  function birthFrom(place: number): Birth | undefined {
    if (place >= count) return undefined;
    const first = timeOf(place);
    const tier = tierAt(first, place);
    const { together, apartMs } = tiers[tier] ?? tiers[2];
    const most = tier === 0 ? 1 : Math.max(together, chunk);
    let last = first;
    let size = 1;
    while (size < most && place + size < count) {
      const ms = timeOf(place + size);
      if (ms - first > apartMs || tierAt(ms, place + size) !== tier) break;
      last = ms;
      size += 1;
    }
    return { from: place, count: size, atMs: last };
  }

  let next = birthFrom(0);
  return {
    get next() {
      return next;
    },
    take() {
      if (next !== undefined) next = birthFrom(next.from + next.count);
    },
    isSingly: (ms) => ms >= singlyFrom,
  };
}
