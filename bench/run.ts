import { execFileSync } from 'node:child_process';
import { cpus, totalmem } from 'node:os';
import { parseArgs } from 'node:util';
import type { BenchOptions } from './src/options.ts';

const usage = `npm run bench -- settle|create|scale [--filled 20000,2000000]   orders a second against TPC-B, and what one costs
npm run bench -- payout                                        payouts submitted and paid against TPC-B
npm run bench -- http                                          signed creates and payouts against a bare route
npm run bench -- prove [--filled 1000000]                      the proof of the books, and what it takes from traffic
npm run bench -- lists [--filled 5000000]                      every filter of the order lists, by whoever looks
npm run bench -- reports [--filled 5000000]                    every data screen over a day and over a month
npm run bench -- exports [--filled 1000000]                    files of the lists that grow, and who works beside them
npm run bench -- growth [--filled 100000,1000000,5000000]      settle and create as the books grow; --spend uses up the
                                                               largest, where there is no room for a copy
npm run bench -- fill [--filled 5000000]                       only fills the books, for the others to find
npm run bench -- replay                                        a past day of 100,000 orders over changed channels
npm run bench -- route                                         orders created and routed over 200 channels against one
npm run bench -- archive [--filled 100000]                     what archiving takes and gives
npm run bench -- lab <checkout> <checkout> [settle|create|http|payout]   two checkouts held against each other; http and
                                                               payout are signed calls
npm run bench -- cells                                         two cells, what is read from both, and more of them simulated
npm run bench -- web                                           the pages
  --seconds 60 --rounds 3   how long · --short   only to see that it works · --filled   orders that stand already
  --only 'platform · a day'   of lists and reports the questions whose name has this in it`;

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    seconds: { type: 'string' },
    rounds: { type: 'string' },
    filled: { type: 'string' },
    only: { type: 'string' },
    short: { type: 'boolean', default: false },
    spend: { type: 'boolean', default: false },
  },
});
const [name = '', ...operands] = positionals;

/** What a benchmark does unless the command line says otherwise; the short form is the second. */
const lengths: Readonly<Record<string, { seconds: number; rounds: number }[]>> = {
  usual: [
    { seconds: 60, rounds: 3 },
    { seconds: 2, rounds: 1 },
  ],
  lab: [
    { seconds: 5, rounds: 12 },
    { seconds: 2, rounds: 2 },
  ],
};

/** Orders of the books that a benchmark works on unless the command line says otherwise; others begin with none. */
const filledSizes: Readonly<Record<string, string>> = {
  prove: '1000000',
  lists: '5000000',
  reports: '5000000',
  exports: '1000000',
  archive: '100000',
  growth: '100000,1000000,5000000',
  fill: '5000000',
};

function readOptions(): BenchOptions {
  const [full, short] = lengths[name] ?? lengths['usual'] ?? [];
  const length = values.short ? short : full;
  const ownSize = filledSizes[name];
  const filledByItself = ownSize === undefined ? [] : (values.short ? '20000' : ownSize).split(',');
  const filled = (values.filled?.split(',') ?? filledByItself).map(Number);
  const options = {
    seconds: Number(values.seconds ?? length?.seconds),
    rounds: Number(values.rounds ?? length?.rounds),
    filled,
    tpcbScale: values.short ? 5 : 50,
    only: values.only ?? '',
    isShort: values.short,
    spends: values.spend,
  };
  const counts = [options.seconds, options.rounds, ...filled];
  if (counts.some((count) => !Number.isInteger(count) || count < 1)) throw new Error('A count must be whole');
  return options;
}

const benchmarks: Readonly<Record<string, (options: BenchOptions) => Promise<void>>> = {
  settle: async (options) => (await import('./src/settle.ts')).benchSettle(options),
  create: async (options) => (await import('./src/create.ts')).benchCreate(options),
  payout: async (options) => (await import('./src/payout.ts')).benchPayout(options),
  http: async (options) => (await import('./src/http.ts')).benchHttp(options),
  scale: async (options) => (await import('./src/scale.ts')).benchScale(options),
  prove: async (options) => (await import('./src/prove.ts')).benchProve(options),
  lists: async (options) => (await import('./src/lists.ts')).benchLists(options),
  reports: async (options) => (await import('./src/reports.ts')).benchReports(options),
  exports: async (options) => (await import('./src/exports.ts')).benchExports(options),
  growth: async (options) => (await import('./src/growth.ts')).benchGrowth(options),
  fill: async (options) => (await import('./src/fill.ts')).benchFill(options),
  replay: async (options) => (await import('./src/replay.ts')).benchReplay(options),
  route: async (options) => (await import('./src/route.ts')).benchRoute(options),
  cells: async (options) => (await import('./src/cells.ts')).benchCells(options),
  lab: async (options) => (await import('./src/lab.ts')).benchLab(operands, options),
  archive: async (options) => (await import('./src/archive.ts')).benchArchive(options),
  web: async () => (await import('./src/web.ts')).benchWeb(),
};

const chosen = benchmarks[name];
let options: BenchOptions;
try {
  options = readOptions();
  if (chosen === undefined) throw new Error('There is no such benchmark');
} catch (error) {
  console.error(`${error instanceof Error ? error.message : String(error)}\n${usage}`);
  process.exit(2);
}
const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim();
console.log(
  `${name} · commit ${commit} · ${cpus().length} cores ${cpus()[0]?.model ?? ''} · ${Math.round(totalmem() / 2 ** 30)} GiB · Node ${process.version} · ${options.rounds} rounds of ${options.seconds} s`,
);
await chosen(options);
