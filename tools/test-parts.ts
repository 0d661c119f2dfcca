import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { findBrowserIfAny } from './browser.ts';
import { lookAtGates, type Tally } from './gates/look-at-gates.ts';
import { commandOf, type Print, root, runNode } from './run-node.ts';

/** One part of `npm test`. */
export interface Part {
  name: string;
  /** It looks at the built web app, so that the build comes first. */
  needsBuild?: true;
  /** Runs the part, printing as it goes. `filters` narrow it to files whose path contains one of them. */
  run(filters: string[], print: Print): Promise<Tally>;
}

interface Report {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  numTodoTests: number;
  testResults: TestFile[];
}

interface TestFile {
  name: string;
  status: string;
  /** Why a file could not be loaded or prepared. */
  message?: string;
  assertionResults: { status: string; fullName: string; failureMessages?: string[] }[];
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
    failures: report.testResults.flatMap(failuresOf),
  };
}

/** The failed tests of a file by name, each with its reason. */
function failuresOf({ name, status, message, assertionResults }: TestFile): string[] {
  const file = relative(root, name);
  const failed = assertionResults.filter((test) => test.status === 'failed');
  if (status === 'failed' && failed.length === 0) return [`${file}: ${reasonOf(message)}`];
  return failed.map((test) => `${file} > ${test.fullName}: ${reasonOf(test.failureMessages?.[0])}`);
}

/** What stands before the stack, on one line: who was waited for is often on its second. */
function reasonOf(text = ''): string {
  const [reason = ''] = stripVTControlCharacters(text).split(/^ +(?:at|❯) /m, 1);
  return reason.replaceAll(/\s+/g, ' ').trim().slice(0, mostOfAReason);
}

/** Characters; the whole stands above, where the part was printed. */
const mostOfAReason = 500;

/** A part that hangs must not take the others with it. */
const partTimeoutMs = 60 * 60_000;

async function runProject(name: string, filters: string[], print: Print): Promise<Tally> {
  const folder = mkdtempSync(join(tmpdir(), 'suanpan-report-'));
  const file = join(folder, 'report.json');
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
  const args = [commandOf('vitest', 'vitest'), 'run', `--project=${name}`, '--passWithNoTests', ...reporters];
  try {
    const { code } = await runNode([...args, ...filters], { print, timeoutMs: partTimeoutMs });
    if (!existsSync(file)) return failedAsAWhole(`${name}: no report was written`);
    const tally = tallyOf(JSON.parse(readFileSync(file, 'utf8')) as Report);
    // An error outside every test, such as an unhandled rejection, shows only in the exit code.
    if (code !== 0 && tally.failed === 0) {
      tally.failed = 1;
      tally.failures.push(`${name}: ended with code ${code} though no test failed`);
    }
    return tally;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function failedAsAWhole(reason: string): Tally {
  return { passed: 0, failed: 1, skipped: 0, failures: [reason] };
}

function project(name: string): Part {
  return { name, run: (filters, print) => runProject(name, filters, print) };
}

function onBuild(part: Part): Part {
  return { ...part, needsBuild: true };
}

/** A missing browser is one loud line, and a failure where someone relies on the result. */
function browserProject(name: string): Part {
  return {
    name,
    async run(filters, print) {
      if (await findBrowserIfAny()) return runProject(name, filters, print);
      const isRequired = Boolean(process.env['REQUIRE_BROWSER'] || process.env['CI']);
      const verdict = isRequired ? 'FAILED' : 'SKIPPED';
      print(`!!! ${verdict}: no Chromium here for "${name}"; install one or set CHROMIUM_PATH !!!\n`);
      if (isRequired) return failedAsAWhole(`${name}: no Chromium`);
      return { passed: 0, failed: 0, skipped: 1, failures: [] };
    },
  };
}

const webBuild: Part = {
  name: 'build',
  async run(_filters, print) {
    const { code } = await runNode(['tools/build-web.ts'], { print });
    if (code !== 0) return failedAsAWhole('build: the web app could not be built');
    return { passed: 1, failed: 0, skipped: 0, failures: [] };
  },
};

/** The long ones first: whatever is free takes the next one, and the short ones fill the gaps at the end. */
export const parts: Part[] = [
  webBuild,
  project('server'),
  onBuild(browserProject('browser')),
  onBuild(project('faults')),
  onBuild(project('scenarios')),
  browserProject('web'),
  onBuild({ name: 'check', run: (_filters, print) => lookAtGates(print) }),
  project('unit'),
  project('sandbox'),
];
