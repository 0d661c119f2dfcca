import type { QueueName } from '@suanpan/contract/endpoints/operate';
import { sql } from 'kysely';
import type { Kysely, RawBuilder } from 'kysely';
import { countOf } from './db/count-of.ts';
import type { Tables } from './db/tables.generated.ts';

/** Where something waits until it is told, asked or written. */
export interface Queue {
  readonly name: QueueName;
  /** How much waits, and for how long whatever waits longest; null where nothing does. Wall time. */
  read(db: Kysely<Tables>): Promise<{ readonly depth: number; readonly oldestS: number | null }>;
}

/** The rows of `from`, each of which waits since `since`. */
export function queueOf(name: QueueName, from: RawBuilder<unknown>, since: RawBuilder<unknown>): Queue {
  return {
    name,
    async read(db) {
      const { rows } = await sql<{ depth: bigint; oldest_s: number | null }>`
        SELECT count(*) AS depth, CASE WHEN count(*) > 0 THEN greatest(0, extract(epoch FROM now() - min(${since})))::float8 END AS oldest_s
        FROM ${from}`.execute(db);
      const [row] = rows;
      const { oldest_s: oldestS = null } = row ?? {};
      return { depth: countOf(row?.depth ?? 0n), oldestS: oldestS === null ? null : Math.round(oldestS) };
    },
  };
}
