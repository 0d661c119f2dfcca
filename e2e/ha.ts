import { createDice, seedOfThisRun } from './faults/dice.ts';
import { underLoad } from './faults/load.ts';
import { checkOutcome } from './faults/outcome.ts';
import { openWitness } from './faults/witness.ts';
import { openHouse } from './ha/testing/house.ts';
import { prepareLeftBehind } from './ha/left-behind.ts';
import { lose } from './ha/lose.ts';
import type { Loss } from './ha/lose.ts';
import { requirePrograms } from './ha/programs.ts';
import { breachesOf, figuresOf, header, rowOf } from './ha/verdict.ts';
import { proveBooks } from './harness/books.ts';
import { countOption } from './harness/count-option.ts';

/**
 * `npm run ha [-- --losses=10]`: three PostgreSQL under Patroni with etcd, two servers by way of HAProxy, and merchants who make
 * orders all the while; the primary is lost again and again, killed and cut off in turns. Prints the figures, and ends with 1
 * where an acknowledged order is missing, the books do not agree, or serving again took more than 30 s.
 */
const wanted = countOption('losses', 10);
const print = (text: string): void => void process.stdout.write(`${text}\n`);
/** Between two attempts at an order while the house is away: what is not answered is sent again in the end, one by one. */
const outagePauseMs = 2_000;
const restWithinMs = 600_000;

// What was begun ends with this process, however it ends.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));

const programs = await requirePrograms();
print(programs.versions);
const dice = createDice(seedOfThisRun());
const witness = openWitness();
const house = await openHouse(programs);
try {
  await prepareLeftBehind(house.cluster);
  const losses: Loss[] = [];
  print(header);
  const load = await underLoad(
    house.view(),
    dice,
    witness,
    async () => {
      while (losses.length < wanted) {
        const way = losses.length % 2 === 0 ? 'killed' : 'cut off';
        const loss = await lose(way, { ...house, dice }, witness);
        losses.push(loss);
        print(rowOf(loss, losses.length));
      }
    },
    outagePauseMs,
  );
  const acknowledged = witness.all();
  const tally = await checkOutcome(house.view(), acknowledged, 2 * wanted, restWithinMs);
  await proveBooks(house.view());
  const proof = await house.command('apps/server/src/tools/prove-books.ts');
  const log = await house.command('apps/server/src/tools/verify-audit.ts');
  const lastLine = (text: string): string => text.trim().split('\n').at(-1) ?? '';
  print(`prove: ${lastLine(proof)} · audit:verify: ${lastLine(log)}`);
  const breaches = [...breachesOf(losses), ...load.surprises];
  for (const breach of breaches) print(`BROKEN: ${breach}`);
  print(
    `${figuresOf(losses)}; ${acknowledged.length} acknowledged orders of ${load.sent} sendings, all there: ${JSON.stringify(tally)}`,
  );
  if (breaches.length > 0) process.exitCode = 1;
} finally {
  witness.close();
  await house.remove();
}
