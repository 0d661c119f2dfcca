import { Kysely, PostgresDialect } from 'kysely';
import type pg from 'pg';
import type { Tables } from '../../src/platform/db/tables.generated.ts';
import type { TestDatabase } from '../database.ts';

/**
 * The same database, but every statement that the modules send to it is changed on its way, as if the code had been
 * written so. `planted()` tells how many statements were hit: a bug that hit none proves nothing.
 */
export function plantInStatements(
  base: TestDatabase,
  right: RegExp,
  wrong: string,
): { readonly base: TestDatabase; planted(): number } {
  let hits = 0;
  const change = (text: string): string => {
    const changed = text.replace(right, wrong);
    if (changed !== text) hits += 1;
    return changed;
  };
  const over = (pool: pg.Pool): Kysely<Tables> =>
    new Kysely<Tables>({ dialect: new PostgresDialect({ pool: changing(pool, change) }) });
  const { database } = base;
  const app = over(database.pools.api);
  return {
    base: {
      ...base,
      database: {
        ...database,
        app,
        workers: over(database.pools.workers),
        reports: over(database.pools.reports),
      },
    },
    planted: () => hits,
  };
}

/** A pool whose clients send changed statements; it lends the clients of the real one and ends none of them. */
function changing(pool: pg.Pool, change: (text: string) => string) {
  return {
    async connect() {
      const client = await pool.connect();
      return new Proxy(client, {
        get(target, key) {
          if (key === 'query') {
            return (text: string, values: unknown[]) => target.query(change(text), values);
          }
          const value: unknown = Reflect.get(target, key);
          return typeof value === 'function' ? value.bind(target) : value;
        },
      });
    },
    async end() {},
  } as unknown as pg.Pool;
}
