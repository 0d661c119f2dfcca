import { isConnectionLoss } from '../../../platform/db/database-error.ts';
import type { Database } from '../../../platform/db/database.ts';
import { createLane } from '../../../platform/db/lane.ts';
import type { Lane } from '../../../platform/db/lane.ts';
import { takeTurns } from './turns.store.ts';
import type { Turn } from './turns.store.ts';

/** Turns taken together at the most: others of these merchants wait as long as the longest batch takes. */
const batchLimit = 64;

/** Answers the method that a turn has drawn. */
export type TurnLane = Lane<Turn, bigint>;

/** Turns are taken in batches: whatever is asked for while one commits goes into the next. */
export function openTurnLane({ pool }: Database): TurnLane {
  return createLane({
    name: 'channels.turns',
    maxBatch: batchLimit,
    mayBisect: (error) => !isConnectionLoss(error),
    run: (turns: readonly Turn[]) => takeTurns(pool, turns),
  });
}
