/**
 * Files that take a good part of a minute and more, the longest first. By itself a first run begins with the largest files,
 * and a small one that asks a thousand questions would begin last and keep everybody waiting.
 */
export const longest: readonly string[] = [
  'apps/server/test/authorization/canary.test.ts',
  'apps/server/test/authorization/authorization.test.ts',
  'apps/server/test/fuzz/contract-fuzz.test.ts',
  'apps/server/test/planted-payout-bugs.test.ts',
  'apps/server/test/planted-bugs.test.ts',
  'apps/server/src/modules/reports/data/data-screens.test.ts',
  'apps/server/src/modules/collections/refund/refunds.test.ts',
  'apps/server/test/planted-desk-bugs.test.ts',
  'apps/server/test/locked-tables.test.ts',
  'apps/server/test/slow-statements.test.ts',
  'apps/server/src/modules/operations/backup/backup.test.ts',
  'apps/server/test/altered-receipts.test.ts',
  'apps/server/test/altered-records.test.ts',
  'e2e/browser/effects.test.ts',
  'e2e/browser/whole-words.test.ts',
  'e2e/browser/workbench.test.ts',
  'e2e/browser/sentences.test.ts',
  'e2e/browser/money-effects.test.ts',
  'e2e/browser/watches.test.ts',
  'e2e/browser/newcomer.test.ts',
  'e2e/scenarios/facades.test.ts',
  'e2e/scenarios/agree.test.ts',
];

/** Where a file comes in: what is not named comes after all that is. */
export function placeOf(file: string): number {
  const place = longest.findIndex((path) => file.endsWith(`/${path}`));
  return place < 0 ? longest.length : place;
}
