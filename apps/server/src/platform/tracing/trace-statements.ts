import type pg from 'pg';
import { errorCode } from '../db/database-error.ts';
import { nameStatement } from './name-statement.ts';
import { beginSpan } from './tracing.ts';

type Query = (...asked: unknown[]) => unknown;

/** From now on each statement of this connection is a span below whatever asks it; a statement that nobody traces is none. */
export function traceStatements(client: pg.PoolClient): void {
  const query = client.query.bind(client) as Query;
  const traced: Query = (...asked) => {
    const span = beginSpan(nameOf(asked[0]), 'client', { 'db.system.name': 'postgresql' }, 'part');
    if (span === null) return query(...asked);
    const end = (error?: unknown): void => {
      if (error === undefined || error === null) span.end();
      else span.end({}, errorCode(error) ?? 'fault');
    };
    const hear = asked.at(-1);
    // The pool asks with a function, everybody else with a promise.
    if (typeof hear === 'function') {
      return query(...asked.slice(0, -1), (error: unknown, result: unknown) => {
        end(error);
        (hear as (error: unknown, result: unknown) => void)(error, result);
      });
    }
    const answer = query(...asked);
    if (answer instanceof Promise) answer.then(() => end(), end);
    else end();
    return answer;
  };
  client.query = traced as pg.PoolClient['query'];
}

/** Of a statement that is asked as it is, and of one with a name for its plan. */
function nameOf(asked: unknown): string {
  const text = typeof asked === 'string' ? asked : (asked as { readonly text?: unknown } | null)?.text;
  return nameStatement(typeof text === 'string' ? text : '');
}
