import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findBrowserIfAny } from './browser.ts';
import { lookAtGates, type Tally } from './gates/look-at-gates.ts';
import { commandOf, runNode } from './run-node.ts';

/** One part of `npm test`, in the order in which it runs. */
export interface Part {
  name: string;
  /** Runs the part, printing as it goes. `filters` narrow it to files whose path contains one of them. */
  run(filters: string[]): Promise<Tally>;
}

interface Report {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  numTodoTests: number;
  testResults: { name: string; status: string; assertionResults: unknown[] }[];
}

/** What the report of a run counts. A file that could not even be loaded counts as one failed test. */
export function tallyOf(report: Report): Tally {
  const unloaded = report.testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0,
  );
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + unloaded.length,
    skipped: report.numPendingTests + report.numTodoTests,
  };
}

/** A part that hangs must not take the others with it. */
const partTimeoutMs = 30 * 60_000;

async function runProject(name: string, filters: string[]): Promise<Tally> {
  const folder = mkdtempSync(join(tmpdir(), 'suanpan-report-'));
  const file = join(folder, 'report.json');
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
  const args = [commandOf('vitest', 'vitest'), 'run', `--project=${name}`, '--passWithNoTests', ...reporters];
  try {
    const { code } = await runNode([...args, ...filters], { isLive: true, timeoutMs: partTimeoutMs });
    if (!existsSync(file)) return { passed: 0, failed: 1, skipped: 0 };
    const tally = tallyOf(JSON.parse(readFileSync(file, 'utf8')) as Report);
    // An error outside every test, such as an unhandled rejection, shows only in the exit code.
    if (code !== 0 && tally.failed === 0) tally.failed = 1;
    return tally;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function project(name: string): Part {
  return { name, run: (filters) => runProject(name, filters) };
}

/** A missing browser is one loud line, and a failure where someone relies on the result. */
function browserProject(name: string): Part {
  return {
    name,
    async run(filters) {
      if (await findBrowserIfAny()) return runProject(name, filters);
      const isRequired = Boolean(process.env['REQUIRE_BROWSER'] || process.env['CI']);
      const verdict = isRequired ? 'FAILED' : 'SKIPPED';
      process.stdout.write(
        `!!! ${verdict}: no Chromium here for "${name}"; install one or set CHROMIUM_PATH !!!\n`,
      );
      return { passed: 0, failed: isRequired ? 1 : 0, skipped: isRequired ? 0 : 1 };
    },
  };
}

const webBuild: Part = {
  name: 'build',
  async run() {
    const { code } = await runNode(['tools/build-web.ts'], { isLive: true });
    return { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, skipped: 0 };
  },
};

/** The web app is built first: the size budgets of `check` and the end-to-end parts look at what was built. */
export const parts: Part[] = [
  webBuild,
  { name: 'check', run: lookAtGates },
  project('unit'),
  project('server'),
  project('sandbox'),
  browserProject('web'),
  project('scenarios'),
  browserProject('browser'),
  project('faults'),
];

/** Parts that look at the built web app, so that asking for one of them alone builds it. */
export const needBuild = new Set(['scenarios', 'browser', 'faults']);
