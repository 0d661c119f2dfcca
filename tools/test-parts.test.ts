import { expect, test } from 'vitest';
import { tallyOf } from './test-parts.ts';

const passed = { name: 'a', status: 'passed', assertionResults: [{}] };

test('tests to be written count as skipped', () => {
  const report = {
    numPassedTests: 3,
    numFailedTests: 0,
    numPendingTests: 1,
    numTodoTests: 1,
    testResults: [passed],
  };
  expect(tallyOf(report)).toEqual({ passed: 3, failed: 0, skipped: 2 });
});

test('a file that could not be loaded counts as a failure, though no test of it ran', () => {
  const broken = { name: 'b', status: 'failed', assertionResults: [] };
  const report = { numPassedTests: 3, numFailedTests: 1, numPendingTests: 0, numTodoTests: 0 };
  expect(tallyOf({ ...report, testResults: [passed, broken] })).toEqual({ passed: 3, failed: 2, skipped: 0 });
});
