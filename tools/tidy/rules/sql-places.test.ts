import { expect, test } from 'vitest';
import { found } from '../testing/planted.ts';
import { sqlPlaces } from './sql-places.ts';

const folder = 'apps/server/src/modules/payouts';
const statements = [
  `tx.selectFrom('payout').execute();`,
  `tx.updateTable('payout');`,
  'sql`select 1`.execute(tx);',
  'tx.run(`insert into payout values (1)`);',
  `tx.run('delete from payout where id = 1');`,
  `tx.run('SELECT 1 FROM payout');`,
];

test.each(statements)('%s in a command is found', (statement) => {
  expect(found(sqlPlaces, { [`${folder}/submit-payout.ts`]: statement })).toContain(
    `${folder}/submit-payout.ts:1`,
  );
});

test('SQL in queries, stores, platform and tests is at home, and prose is not SQL', () => {
  const sql = statements.join('\n');
  const files = {
    [`${folder}/payouts.queries.ts`]: sql,
    [`${folder}/payouts.store.ts`]: sql,
    [`${folder}/submit-payout.test.ts`]: sql,
    'apps/server/src/platform/db/lane.ts': sql,
    [`${folder}/say.ts`]: `export const say = 'Select a bank from the list, then update it.';`,
  };
  expect(found(sqlPlaces, files)).toEqual([]);
});
