import { expect, test } from 'vitest';
import { found } from '../testing/planted.ts';
import { webLayers } from './web-layers.ts';

const src = 'apps/web/src';

test('an import upwards is found, and a screen that imports a screen', () => {
  const files = {
    [`${src}/kit/list-page.tsx`]: `import '../parts/columns.tsx';`,
    [`${src}/parts/columns.tsx`]: `import '../screens/payment/card.tsx';`,
    [`${src}/screens/payment/card.tsx`]: `import './apply.tsx';`,
    [`${src}/screens/payment/apply.tsx`]: `import '../../app/router.tsx';`,
    [`${src}/app/router.tsx`]: `import '../screens/payment/card.tsx';`,
  };
  expect(found(webLayers, files)).toHaveLength(4);
});

test('the pieces of a screen stand in a folder of its name, and are closed to other screens', () => {
  const files = {
    [`${src}/screens/index/statistics.tsx`]: `import './statistics/tiles.tsx';`,
    [`${src}/screens/index/statistics/tiles.tsx`]: `import './card.tsx';`,
    [`${src}/screens/index/statistics/card.tsx`]: '',
    [`${src}/screens/index/stats.tsx`]: `import './statistics/card.tsx';`,
  };
  expect(found(webLayers, files)).toEqual([`${src}/screens/index/stats.tsx:1`]);
});

test('imports downwards and a stylesheet of the screen itself are fine', () => {
  const files = {
    [`${src}/screens/payment/card.tsx`]: `import './card.module.css'; import '../../parts/columns.tsx';`,
    [`${src}/screens/payment/card.module.css`]: '',
    [`${src}/parts/columns.tsx`]: `import '../lib/format.ts';`,
    [`${src}/lib/format.ts`]: '',
    [`${src}/main.tsx`]: `import './app/router.tsx';`,
    [`${src}/app/router.tsx`]: '',
  };
  expect(found(webLayers, files)).toEqual([]);
});
