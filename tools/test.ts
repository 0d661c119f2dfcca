import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import type { Tally } from './gates/look-at-gates.ts';
import { type PostgresServer, startPostgresServer } from './postgres-server.ts';
import { type Ran, runParts } from './run-parts.ts';
import { parts } from './test-parts.ts';

const usage = `npm test                        everything
npm test -- --only=server,unit  only these parts: ${parts.map(({ name }) => name).join(', ')}
npm test -- --only=server lane  of a part, only files whose path contains "lane"
npm test -- --pg=15             on an installed PostgreSQL of that version instead of the embedded one
npm test -- --lanes=1           one part after the other; by itself as many at a time as there are cores
`;

function stop(message: string): never {
  process.stderr.write(`${message}\n${usage}`);
  process.exit(2);
}

function readArguments() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        only: { type: 'string' },
        pg: { type: 'string' },
        lanes: { type: 'string' },
        help: { type: 'boolean' },
      },
    });
  } catch (error) {
    return stop(error instanceof Error ? error.message : String(error));
  }
}

function lineOf(name: string, figures: number[], seconds: number): string {
  const columns = figures.map((figure) => String(figure).padStart(9)).join('');
  return `${name.padEnd(12)}${columns}${seconds.toFixed(1).padStart(9)} s`;
}

const { values, positionals } = readArguments();
if (values.help) stop('');
const chosen = new Set(values.only?.split(',') ?? parts.map(({ name }) => name));
for (const name of chosen) if (!parts.some((part) => part.name === name)) stop(`There is no part "${name}".`);
const asked = parts.filter(({ name }) => chosen.has(name));
if (asked.some(({ needsBuild, name }) => needsBuild && name !== 'check')) chosen.add('build');
// Not money: a count of lanes. More than four whole systems at once would only measure each other.
const lanes = Number(values.lanes ?? Math.min(availableParallelism(), 4));
if (!(lanes >= 1)) stop(`--lanes=${values.lanes} is no number of lanes.`);

let postgres: PostgresServer | undefined;
if (values.pg) {
  postgres = await startPostgresServer(Number(values.pg));
  process.env['TEST_DATABASE_URL'] = postgres.url;
}
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    postgres?.stop();
    process.exit(1);
  });
}

const started = performance.now();
let ran: Ran[];
try {
  const wanted = parts.filter(({ name }) => chosen.has(name));
  ran = await runParts(wanted, { lanes, filters: positionals });
} finally {
  postgres?.stop();
}

const total: Tally = { passed: 0, failed: 0, skipped: 0, failures: [] };
const lines = ran.map(({ name, tally, seconds }) => {
  total.passed += tally.passed;
  total.failed += tally.failed;
  total.skipped += tally.skipped;
  total.failures.push(...tally.failures);
  return lineOf(name, [tally.passed, tally.failed, tally.skipped], seconds);
});
lines.push(lineOf('all', [total.passed, total.failed, total.skipped], (performance.now() - started) / 1000));

const heading = `${'part'.padEnd(12)}${'passed'.padStart(9)}${'failed'.padStart(9)}${'skipped'.padStart(9)}`;
process.stdout.write(`\n${heading}${'time'.padStart(9)}\n${lines.join('\n')}\n\n`);
if (total.failures.length > 0) process.stdout.write(`failed:\n  ${total.failures.join('\n  ')}\n\n`);
const skipped = total.skipped > 0 ? `, ${total.skipped} skipped` : '';
process.stdout.write(`${total.passed} passed, ${total.failed} failed${skipped}\n`);
process.exitCode = total.failed === 0 && total.passed > 0 ? 0 : 1;
