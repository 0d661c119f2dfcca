import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from './run-node.ts';
import { parts, tallyOf } from './test-parts.ts';

const passed = { name: 'a', status: 'passed', assertionResults: [{ status: 'passed', fullName: 'adds' }] };

test('tests to be written count as skipped', () => {
  const report = {
    numPassedTests: 3,
    numFailedTests: 0,
    numPendingTests: 1,
    numTodoTests: 1,
    testResults: [passed],
  };
  expect(tallyOf(report)).toEqual({ passed: 3, failed: 0, skipped: 2, failures: [] });
});

test('a file that could not be loaded counts as a failure, though no test of it ran', () => {
  const broken = {
    name: join(root, 'b.test.ts'),
    status: 'failed',
    message: 'no such module\n  at b',
    assertionResults: [],
  };
  const report = { numPassedTests: 3, numFailedTests: 0, numPendingTests: 0, numTodoTests: 0 };
  expect(tallyOf({ ...report, testResults: [passed, broken] })).toEqual({
    passed: 3,
    failed: 1,
    skipped: 0,
    failures: ['b.test.ts: no such module'],
  });
});

test('a failed test is named by file, name and the first line of its reason', () => {
  const failed = {
    name: join(root, 'c.test.ts'),
    status: 'failed',
    assertionResults: [
      { status: 'passed', fullName: 'adds' },
      {
        status: 'failed',
        fullName: 'sums pays once',
        failureMessages: ['\u001b[31mexpected 2 to be 1\u001b[39m\n  at c'],
      },
    ],
  };
  const report = { numPassedTests: 1, numFailedTests: 1, numPendingTests: 0, numTodoTests: 0 };
  expect(tallyOf({ ...report, testResults: [failed] }).failures).toEqual([
    'c.test.ts > sums pays once: expected 2 to be 1',
  ]);
});

test('the jobs of the workflow are all parts together, each once', () => {
  const workflow = readFileSync(join(root, '.github/workflows/ci.yml'), 'utf8');
  const jobs = /parts: \[(.+)\]/.exec(workflow)?.[1]?.replaceAll(/['\s]/g, '').split(',') ?? [];
  expect(jobs.sort()).toEqual(parts.map(({ name }) => name).sort());
});
