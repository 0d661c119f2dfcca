import { expect, test } from 'vitest';
import { found } from '../testing/planted.ts';
import { packageArrows } from './package-arrows.ts';

const target = { 'packages/contract/src/endpoint.ts': '', 'packages/money/src/amount.ts': '' };

test('an import against the arrows is found', () => {
  const file = { 'packages/domain/src/a.ts': `import { e } from '@suanpan/contract/endpoint';` };
  expect(found(packageArrows, { ...target, ...file })).toEqual(['packages/domain/src/a.ts:1']);
});

test('the server may not import the web app, nor the web app the server', () => {
  const files = {
    'apps/web/src/a.ts': `import '../../server/src/b.ts';`,
    'apps/server/src/b.ts': `\nimport '../../web/src/a.ts';`,
  };
  expect(found(packageArrows, files)).toEqual(['apps/web/src/a.ts:1', 'apps/server/src/b.ts:2']);
});

test('a neighbour is imported by its name, not by its path', () => {
  const file = { 'packages/domain/src/a.ts': `import '../../money/src/amount.ts';` };
  expect(found(packageArrows, { ...target, ...file })).toEqual(['packages/domain/src/a.ts:1']);
});

test('a pure package imports no library and nothing of Node, but its tests may', () => {
  const files = {
    'packages/money/src/a.ts': `import 'node:fs';\nimport 'decimal.js';`,
    'packages/money/src/a.test.ts': `import { test } from 'vitest';`,
    'packages/contract/src/a.ts': `import { z } from 'zod';`,
  };
  expect(found(packageArrows, files)).toEqual(['packages/money/src/a.ts:1', 'packages/money/src/a.ts:2']);
});

test('the sandbox knows the merchant contract and nothing else of it', () => {
  const files = {
    ...target,
    'packages/contract/src/merchant/v2.ts': '',
    'apps/sandbox/src/a.ts': `import '@suanpan/contract/merchant/v2';\nimport '@suanpan/contract/endpoint';`,
  };
  expect(found(packageArrows, files)).toEqual(['apps/sandbox/src/a.ts:2']);
});

test('the finders of tools are open to test rigs and configurations', () => {
  const files = { 'tools/browser.ts': '', 'apps/web/vitest.config.ts': `import '../../tools/browser.ts';` };
  expect(found(packageArrows, files)).toEqual([]);
});
