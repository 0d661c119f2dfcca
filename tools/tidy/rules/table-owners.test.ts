import { expect, test } from 'vitest';
import { found } from '../testing/planted.ts';
import { tableOwners } from './table-owners.ts';

const file = 'apps/server/src/modules/callbacks/callbacks.queries.ts';
const generated = 'apps/server/src/platform/db/tables.generated.ts';

test.each([
  'sql`SELECT 1 FROM collection_order`;',
  'sql`SELECT 1 FROM callback c JOIN collection_order o ON o.id = c.order_id`;',
  'sql`UPDATE collection_order SET callback_status = 1`;',
  `db.selectFrom('collection_order as o');`,
])('%s outside the module that owns the table is found', (statement) => {
  expect(found(tableOwners, { [file]: statement })).toEqual([`${file}:1`]);
});

test('the owner, its tests and the tables of the platform are at home', () => {
  const files = {
    [file]: 'sql`SELECT 1 FROM callback, outbox_event`;',
    'apps/server/src/modules/callbacks/callbacks.test.ts': 'sql`SELECT 1 FROM collection_order`;',
    'apps/server/src/modules/collections/a.store.ts': 'sql`UPDATE collection_order SET id = 1`;',
    'apps/server/src/platform/db/a.ts': 'sql`SELECT 1 FROM collection_order`;',
  };
  expect(found(tableOwners, files)).toEqual([]);
});

test('a table without an owner and an exception that is needed no more are found', () => {
  const findings = found(tableOwners, { [generated]: '  stranger: StrangerTable;\n' });
  expect(findings.length).toBeGreaterThan(1);
  expect(new Set(findings)).toEqual(new Set(['tools/tidy/tables.ts:1']));
});
