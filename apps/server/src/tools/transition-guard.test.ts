import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { guardedMigration, withGuard } from './transition-guard.ts';

test('the guard in the migration is what the table of transitions says', () => {
  const text = readFileSync(guardedMigration, 'utf8');
  expect(text, 'stale: run node apps/server/src/tools/generate-guard.ts').toBe(withGuard(text));
  expect(withGuard(text.replace("becomes = 'refund'", "becomes = 'pending'"))).toBe(text);
});
