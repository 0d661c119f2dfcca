import { parseArgs } from 'node:util';
import type { Tally } from './gates/look-at-gates.ts';
import { type PostgresServer, startPostgresServer } from './postgres-server.ts';
import { needBuild, parts } from './test-parts.ts';

const usage = `npm test                        everything
npm test -- --only=server,unit  only these parts: ${parts.map(({ name }) => name).join(', ')}
npm test -- --only=server lane  of a part, only files whose path contains "lane"
npm test -- --pg=15             on an installed PostgreSQL of that version instead of the embedded one
`;

function stop(message: string): never {
  process.stderr.write(`${message}\n${usage}`);
  process.exit(2);
}

function readArguments() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: { only: { type: 'string' }, pg: { type: 'string' }, help: { type: 'boolean' } },
    });
  } catch (error) {
    return stop(error instanceof Error ? error.message : String(error));
  }
}

const { values, positionals } = readArguments();
if (values.help) stop('');
const chosen = new Set(values.only?.split(',') ?? parts.map(({ name }) => name));
for (const name of chosen) if (!parts.some((part) => part.name === name)) stop(`There is no part "${name}".`);
if ([...chosen].some((name) => needBuild.has(name))) chosen.add('build');

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

const total: Tally = { passed: 0, failed: 0, skipped: 0, failures: [] };
const lines: string[] = [];
try {
  for (const part of parts.filter(({ name }) => chosen.has(name))) {
    process.stdout.write(`\n── ${part.name}\n`);
    const started = performance.now();
    const tally = await part.run(positionals);
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    total.passed += tally.passed;
    total.failed += tally.failed;
    total.skipped += tally.skipped;
    total.failures.push(...tally.failures);
    const figures = [tally.passed, tally.failed, tally.skipped].map((figure) => String(figure).padStart(9));
    lines.push(`${part.name.padEnd(12)}${figures.join('')}${seconds.padStart(9)} s`);
  }
} finally {
  postgres?.stop();
}

const heading = `${'part'.padEnd(12)}${'passed'.padStart(9)}${'failed'.padStart(9)}${'skipped'.padStart(9)}`;
process.stdout.write(`\n${heading}${'time'.padStart(9)}\n${lines.join('\n')}\n\n`);
if (total.failures.length > 0) process.stdout.write(`failed:\n  ${total.failures.join('\n  ')}\n\n`);
const skipped = total.skipped > 0 ? `, ${total.skipped} skipped` : '';
process.stdout.write(`${total.passed} passed, ${total.failed} failed${skipped}\n`);
process.exitCode = total.failed === 0 && total.passed > 0 ? 0 : 1;
