import { expect, test } from 'vitest';
import { found } from '../testing/planted.ts';
import { oneTimeCodes } from './one-time-codes.ts';

test('a code is computed in one place, tests included; secrets and checks are anywhere', () => {
  const files = {
    'e2e/browser/a.test.ts': `import { expect } from 'vitest';\nimport { generateSync } from 'otplib';`,
    'apps/server/src/modules/identity/testing/b.ts': `import { generateSecret,\n  generate } from 'otplib';`,
    'apps/server/test/one-time-code.ts': `import { generateSync } from 'otplib';`,
    'apps/server/src/c.ts': `import { generateSecret, generateURI, verifySync } from 'otplib';`,
  };
  expect(found(oneTimeCodes, files)).toEqual([
    'e2e/browser/a.test.ts:2',
    'apps/server/src/modules/identity/testing/b.ts:1',
  ]);
});
