import { expect, test } from 'vitest';
import { found, said } from '../testing/planted.ts';
import { serverLayers } from './server-layers.ts';

const src = 'apps/server/src';
const place = {
  [`${src}/platform/log.ts`]: '',
  [`${src}/modules/ledger/index.ts`]: '',
  [`${src}/modules/ledger/post.ts`]: '',
  [`${src}/modules/payouts/index.ts`]: '',
  [`${src}/modules/channels/port.ts`]: '',
  [`${src}/adapters/simpay/index.ts`]: '',
  [`${src}/demo/start-demo.ts`]: '',
  [`${src}/main.ts`]: '',
};

const cases: [breach: string, path: string, specifier: string, says: string][] = [
  ['platform imports a module', 'platform/a.ts', '../modules/ledger/index.ts', 'knows no business'],
  ['a module imports an adapter', 'modules/payouts/a.ts', '../../adapters/simpay/index.ts', 'main hands'],
  ['a module imports main', 'modules/payouts/a.ts', '../../main.ts', 'composition'],
  ['a module reaches behind an edge', 'modules/payouts/a.ts', '../ledger/post.ts', 'import its index.ts'],
  ['a module imports a higher rank', 'modules/ledger/a.ts', '../payouts/index.ts', 'lower ranks'],
  ['equals of one rank import each other', 'modules/funds/a.ts', '../payouts/index.ts', 'lower ranks'],
  ['a module without a rank', 'modules/novelty/a.ts', '../ledger/index.ts', 'has no rank'],
  ['an adapter imports a module', 'adapters/simpay/a.ts', '../../modules/ledger/index.ts', 'port.ts'],
  ['an adapter imports its neighbour', 'adapters/other/a.ts', '../simpay/index.ts', 'only the registry'],
  ['main reaches behind an edge', 'a.ts', './modules/ledger/post.ts', 'import its index.ts'],
  ['main loads the demo whatever the mode', 'a.ts', './demo/start-demo.ts', 'nothing of the demo'],
  ['main takes one adapter', 'a.ts', './adapters/simpay/index.ts', 'registry'],
];

test.each(cases)('%s: found', (_breach, path, specifier, says) => {
  const files = { ...place, [`${src}/${path}`]: `import '${specifier}';` };
  expect(said(serverLayers, files)).toEqual([expect.stringContaining(says)]);
});

test('the ranks, the port, the registry and tests are as they should be', () => {
  const files = {
    ...place,
    [`${src}/modules/payouts/submit.ts`]: `import '../ledger/index.ts'; import '../../platform/log.ts';`,
    [`${src}/modules/identity/a.ts`]: `import '../ledger/index.ts';`,
    [`${src}/adapters/simpay/wire.ts`]: `import '../../modules/channels/port.ts';`,
    [`${src}/adapters/registry.ts`]: `import './simpay/index.ts';`,
    [`${src}/serve.ts`]: `import './modules/ledger/index.ts'; import './adapters/registry.ts';`,
    [`${src}/b.ts`]: `import type { A } from './demo/start-demo.ts'; await import('./demo/start-demo.ts');`,
    [`${src}/modules/ledger/a.test.ts`]: `import '../payouts/index.ts'; import '../../main.ts';`,
  };
  expect(found(serverLayers, files)).toEqual([]);
});
