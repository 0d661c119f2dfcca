import { execFileSync } from 'node:child_process';
import { cpus, totalmem } from 'node:os';
import { parseArgs } from 'node:util';

/** `npm run bench -- settle|create|http|web [--seconds 60] [--rounds 3]`: prints ratios taken in one run. */
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { seconds: { type: 'string', default: '60' }, rounds: { type: 'string', default: '3' } },
});
const options = { seconds: Number(values.seconds), rounds: Number(values.rounds) };
const benchmarks: Record<string, () => Promise<void>> = {
  settle: async () => (await import('./src/settle.ts')).benchSettle(options),
  create: async () => (await import('./src/create.ts')).benchCreate(options),
  http: async () => (await import('./src/http.ts')).benchHttp(options),
  web: async () => (await import('./src/web.ts')).benchWeb(),
};

const chosen = benchmarks[positionals[0] ?? ''];
if (chosen === undefined || !Number.isInteger(options.seconds) || !Number.isInteger(options.rounds)) {
  console.error(`Usage: npm run bench -- ${Object.keys(benchmarks).join('|')} [--seconds 60] [--rounds 3]`);
  process.exit(2);
}
const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim();
console.log(
  `${positionals[0]} · commit ${commit} · ${cpus().length} cores ${cpus()[0]?.model ?? ''} · ${Math.round(totalmem() / 2 ** 30)} GiB · Node ${process.version} · ${options.rounds} rounds of ${options.seconds} s`,
);
await chosen();
