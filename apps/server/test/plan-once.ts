import { hash } from 'node:crypto';
import type pg from 'pg';

type Ask = (text: unknown, values?: unknown, ...rest: unknown[]) => unknown;

/** What takes no values may be several statements in one, or one that has no plan; of these only what reads is kept. */
const isRead = /^\s*(?:SELECT|WITH)\b/;

/**
 * Lets each connection of a pool plan a statement once and keep the plan; what is asked and answered stays the same. Tables
 * are all but empty here, so that most statements take longer to plan than to run, and the same few hundred are asked all
 * day: a proof of the books, a hundred long ones, after nearly every test. PostgreSQL plans again by itself where a table or
 * a function below the plan was changed.
 */
export function planOnce(pool: pg.Pool): void {
  pool.options.options = `${pool.options.options ?? ''} -c plan_cache_mode=force_generic_plan`;
  pool.on('connect', (client) => {
    const ask = client.query.bind(client) as Ask;
    const askByName: Ask = (text, values, ...rest) =>
      typeof text === 'string' &&
      Array.isArray(values) &&
      rest.length === 0 &&
      (values.length > 0 || isRead.test(text))
        ? ask({ name: hash('md5', text), text, values })
        : ask(text, values, ...rest);
    client.query = askByName as typeof client.query;
  });
}
