import { expect, test } from 'vitest';
import { found } from '../testing/planted.ts';
import { exportShapes } from './export-shapes.ts';

test('export *, a default export and an index.ts inside are found', () => {
  const files = {
    'packages/domain/src/a.ts': `export * from './b.ts';\nexport * as b from './b.ts';`,
    'packages/domain/src/b.ts': `export default 1;`,
    'apps/server/src/modules/ledger/accounts/index.ts': '',
  };
  expect(found(exportShapes, files)).toEqual([
    'packages/domain/src/a.ts:1',
    'packages/domain/src/a.ts:2',
    'packages/domain/src/b.ts:1',
    'apps/server/src/modules/ledger/accounts/index.ts:1',
  ]);
});

test('a configuration exports by default, and a module has its index.ts', () => {
  const files = {
    'apps/web/vite.config.ts': `export default {};`,
    'apps/server/src/modules/ledger/index.ts': `export { post } from './post.ts';`,
    'apps/server/src/adapters/simpay/index.ts': '',
  };
  expect(found(exportShapes, files)).toEqual([]);
});
