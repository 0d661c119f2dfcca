import { expect, test } from 'vitest';
import { standing, testsOf } from './changed-tests.ts';

const filtersOf = (...changed: string[]) =>
  testsOf(changed).wanted.map(({ project, filter }) => `${project}: ${filter}`);

test('a module is tested as a whole, and once however many of its files changed', () => {
  expect(
    filtersOf(
      'apps/server/src/modules/ledger/post.ts',
      'apps/server/src/modules/ledger/proof/prove.ts',
      'apps/server/src/modules/roles/index.ts',
    ),
  ).toEqual(['server: apps/server/src/modules/ledger/', 'server: apps/server/src/modules/roles/']);
});

test('an adapter is held against the suite of all adapters too', () => {
  expect(filtersOf('apps/server/src/adapters/simpay/sign.ts')).toEqual([
    'server: apps/server/src/adapters/simpay/',
    'server: apps/server/src/adapters/conformance.test.ts',
  ]);
});

test.each([
  ['apps/server/src/platform/outbound.ts', 'server: apps/server/src/platform/outbound'],
  ['apps/server/src/platform/outbox/relay.ts', 'server: apps/server/src/platform/outbox'],
  ['apps/server/test/model/walk.ts', 'server: apps/server/test/model'],
  ['apps/server/src/serve.test.ts', 'server: apps/server/src/serve'],
  ['apps/web/src/kit/grid/data-grid.tsx', 'web: apps/web/src/kit/grid'],
  ['apps/web/src/lib/date-range.ts', 'web: apps/web/src/lib/date-range'],
  ['packages/domain/src/fees/split.ts', 'unit: packages/domain/src/fees'],
  ['packages/money/src/amount.ts', 'unit: packages/money/src/amount'],
  ['packages/contract/src/endpoints/users.ts', 'server: apps/server/test/openapi/'],
  ['tools/tidy/rules/remarks.ts', 'unit: tools/tidy'],
  ['tools/run-parts.ts', 'unit: tools/run-parts'],
])('%s asks for %s', (path, filter) => {
  expect(filtersOf(path)).toEqual([filter]);
});

test('whole systems are named and not run; a page of text asks for nothing', () => {
  expect(testsOf(['e2e/browser/sign-in.test.ts', 'e2e/scenarios/repeats.test.ts', 'README.md'])).toEqual({
    wanted: [],
    left: ['browser', 'scenarios'],
  });
});

test('what was deleted is not handed to a program that reads files', () => {
  expect(standing(['tools/changed-tests.ts', 'tools/gone.ts', 'README.md'], /\.ts$/)).toEqual([
    'tools/changed-tests.ts',
  ]);
});
