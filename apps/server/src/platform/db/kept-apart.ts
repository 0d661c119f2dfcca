import { Refusal } from '@suanpan/domain/errors';
import type { Kysely } from 'kysely';
import type { Tables } from './tables.generated.ts';

/** How long a call waits for its turn; who waits longer is answered `serverOverloaded`. */
const waitMs = 3_000;
/** Past this many nobody else begins to wait. */
const waitingMost = 200;

/**
 * How many connections of a pool the calls may have that all need one table. Together they never have the pool of requests
 * to themselves: while somebody holds one of these tables, those who do not need it go on.
 */
const most = {
  /** The counters of calls. */
  limits: 3,
  /** What sign-ins are counted by, and the checks that were used. */
  door: 3,
  sessions: 5,
  /** Keyed calls of the back office, for as long as they run. */
  keys: 5,
} as const;
export type Kept = keyof typeof most;

interface Place {
  taken: number;
  readonly waiting: Set<() => void>;
}

const places = new WeakMap<object, Map<Kept, Place>>();

/**
 * Runs `work` when one of the few connections is free that its kind may have; inside of a transaction at once. Refuses
 * `serverOverloaded` for who would wait too long.
 */
export async function keptApart<T>(db: Kysely<Tables>, kind: Kept, work: () => Promise<T>): Promise<T> {
  if (db.isTransaction) return work();
  const place = placeOf(db, kind);
  if (place.taken < most[kind]) place.taken += 1;
  else await turn(place);
  try {
    return await work();
  } finally {
    const [next] = place.waiting;
    // The place is handed on as it is.
    if (next === undefined) place.taken -= 1;
    else next();
  }
}

function placeOf(db: object, kind: Kept): Place {
  const kinds = places.get(db) ?? new Map<Kept, Place>();
  places.set(db, kinds);
  const place = kinds.get(kind) ?? { taken: 0, waiting: new Set() };
  kinds.set(kind, place);
  return place;
}

/** Resolves when a place was handed over. */
function turn(place: Place): Promise<void> {
  if (place.waiting.size >= waitingMost) return Promise.reject(new Refusal('serverOverloaded'));
  return new Promise((resolve, reject) => {
    const late = setTimeout(() => {
      place.waiting.delete(take);
      reject(new Refusal('serverOverloaded'));
    }, waitMs);
    const take = (): void => {
      clearTimeout(late);
      place.waiting.delete(take);
      resolve();
    };
    place.waiting.add(take);
  });
}
