import { expect, test } from 'vitest';
import { found } from '../testing/planted.ts';
import { fileNames } from './file-names.ts';

test('names in another case and names that say nothing are found', () => {
  const files = {
    'packages/domain/src/feeSplit.ts': '',
    'apps/server/src/modules/payouts/utils.ts': '',
    'apps/web/src/parts/OrderDrawer.tsx': '',
  };
  expect(found(fileNames, files)).toHaveLength(3);
});

test('kebab-case with its endings is fine, and a screen keeps the spelling of its route', () => {
  const files = {
    'packages/domain/src/fee-split.test.ts': '',
    'apps/server/src/modules/payouts/payouts.queries.ts': '',
    'apps/web/src/screens/accounting/systemIncome.tsx': '',
    'apps/web/src/screens/settings/manager.tsx': '',
  };
  expect(found(fileNames, files)).toEqual([]);
});
