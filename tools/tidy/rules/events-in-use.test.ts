import { expect, test } from 'vitest';
import { said } from '../testing/planted.ts';
import { eventsInUse } from './events-in-use.ts';

const emit = "import { emit } from '../../platform/outbox/emit.ts';";
const on = "import { on } from '../../platform/outbox/on.ts';";
const files = {
  'packages/domain/src/events.ts': `export interface Events {
  readonly 'user.renamed': object;
  readonly 'order.abnormal': object;
}`,
  'apps/server/migrations/1_order.sql': "SELECT 'order.' || reason, 'abnormal'",
  'apps/server/src/modules/a/a.ts': `${emit}\nemit(tx, [{ kind: 'user.renamed' }]);`,
  'apps/server/src/modules/b/b.ts': `${on}\non(['user.renamed', 'order.abnormal'], hear);`,
};

test('an event with somebody who tells it, in SQL too, and somebody who hears it is fine', () => {
  expect(said(eventsInUse, files)).toEqual([]);
});

test('an event that nobody emits is found', () => {
  expect(said(eventsInUse, { ...files, 'apps/server/src/modules/a/a.ts': emit })).toEqual([
    'user.renamed is emitted by nobody',
  ]);
});

test('an event that only a test hears is found', () => {
  const { 'apps/server/src/modules/b/b.ts': heard, ...rest } = files;
  expect(said(eventsInUse, { ...rest, 'apps/server/src/modules/b/b.test.ts': heard })).toEqual([
    'user.renamed is heard by nobody',
    'order.abnormal is heard by nobody',
  ]);
});
