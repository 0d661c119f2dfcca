import { expect, test } from 'vitest';
import { nameStatement } from './name-statement.ts';

test.each([
  ['\n  SELECT o.*, c.name FROM collection_order o LEFT JOIN channel c ON true', 'SELECT collection_order'],
  ['select "a"."kind" from "account" as "a" where "a"."owner_id" = $1', 'SELECT account'],
  ["INSERT INTO outbox (kind) VALUES ('collection.created')", 'INSERT outbox'],
  ['WITH parked AS (DELETE FROM outbox WHERE id = $1 RETURNING *) INSERT INTO outbox_dead', 'WITH outbox'],
  ['UPDATE business_clock SET offset_us = 0', 'UPDATE business_clock'],
  ['SELECT settle_collections($1, $2)', 'SELECT settle_collections'],
  ['SELECT release_orders($1) -- FROM somebody', 'SELECT release_orders'],
  ["SELECT pg_notify('from secret', $1)", 'SELECT pg_notify'],
  ['begin', 'BEGIN'],
  ['', 'SQL'],
])('%s is %s', (text, name) => {
  expect(nameStatement(text)).toBe(name);
});
