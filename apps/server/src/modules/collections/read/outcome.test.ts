import { collectionOutcome } from '@suanpan/domain/reports/success-rate';
import { collectionStatuses } from '@suanpan/domain/states/collection';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { testDatabase } from '../../../../test/database.ts';
import { failed, succeeded } from './outcome.queries.ts';

const { database } = await testDatabase();
const cases = collectionStatuses.flatMap((status) => [false, true].map((isTest) => ({ status, isTest })));

test.each(cases)('SQL and domain agree on $status, test order: $isTest', async ({ status, isTest }) => {
  const { rows } = await sql<{ succeeded: boolean; failed: boolean }>`
    SELECT ${succeeded} AS succeeded, ${failed} AS failed
    FROM (VALUES (${status}::text, ${isTest}::boolean)) AS o (status, is_test)`.execute(database.app);
  const outcome = collectionOutcome(status, isTest);
  expect(rows).toEqual([{ succeeded: outcome === 'succeeded', failed: outcome === 'failed' }]);
});
