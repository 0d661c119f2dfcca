import { Refusal } from '@suanpan/domain/errors';
import type pg from 'pg';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';

export interface Limiter {
  /** Counts `points` (1) for a key; throws `tooManyRequests` with `retryAfterS` when the window is used up. */
  consume(key: string, points?: number): Promise<void>;
  /** How many points are left, without counting. */
  remaining(key: string): Promise<number>;
  /** Forgives a key, e.g. after a success. */
  reset(key: string): Promise<void>;
}

/**
 * Counts in fixed windows that all processes share. The `pool` must give the driver's own types
 * (`driverTypes`), because the library calculates with its numbers. Once a key is refused, this process
 * remembers that until the window ends and asks the database no more.
 */
export function createLimiter(
  pool: pg.Pool,
  options: { readonly name: string; readonly points: number; readonly windowS: number },
): Limiter {
  const limiter = new RateLimiterPostgres({
    storeClient: pool,
    tableName: 'rate_limit',
    tableCreated: true,
    keyPrefix: options.name,
    points: options.points,
    duration: options.windowS,
    inMemoryBlockOnConsumed: options.points,
    clearExpiredByTimeout: false,
  });
  return {
    async consume(key, points = 1) {
      try {
        await limiter.consume(key, points);
      } catch (error) {
        if (!(error instanceof RateLimiterRes)) throw error;
        const retryAfterS = Math.max(1, Math.ceil(error.msBeforeNext / 1000));
        throw new Refusal('tooManyRequests', { params: { retryAfterS: String(retryAfterS) } });
      }
    },
    async remaining(key) {
      return (await limiter.get(key))?.remainingPoints ?? options.points;
    },
    async reset(key) {
      await limiter.delete(key);
    },
  };
}

/** Removes ended windows; part of the hourly sweeping. `expire` is milliseconds since 1970. */
export async function sweepLimits(pool: pg.Pool): Promise<number> {
  const { rowCount } = await pool.query(
    'DELETE FROM rate_limit WHERE expire < (extract(epoch FROM now()) * 1000)::bigint - 60000',
  );
  return rowCount ?? 0;
}
