import type { Tally } from './gates/look-at-gates.ts';
import { type Print, printNow } from './run-node.ts';
import type { Part } from './test-parts.ts';

/** What a part came to, and how long it took. */
export interface Ran {
  name: string;
  tally: Tally;
  seconds: number;
}

export interface RunPartsOptions {
  /** How many run at the same time. Parts share nothing but the machine and the built web app. */
  lanes: number;
  filters: string[];
  print?: Print;
}

/**
 * Runs parts in their order, several at a time; one that needs the build waits for it and lets others go first. The
 * output of one that runs beside others is printed when it has ended, so that it can be read.
 */
export async function runParts(parts: Part[], options: RunPartsOptions): Promise<Ran[]> {
  const { lanes, filters, print = printNow } = options;
  const waiting = [...parts];
  const ran: Ran[] = [];
  const isBeside = lanes > 1 && parts.length > 1;
  const building = parts.find(({ name }) => name === 'build');
  const built = Promise.withResolvers<void>();
  if (building === undefined) built.resolve();
  let isBuilt = building === undefined;

  async function run(part: Part): Promise<void> {
    const printed: Uint8Array[] = [];
    print(isBeside ? `·· ${part.name} begins\n` : `\n── ${part.name}\n`);
    const started = performance.now();
    const keep: Print = (text) => void printed.push(Buffer.from(text));
    const tally = await part
      .run(filters, isBeside ? keep : print)
      .catch((error: unknown) => ({ ...nothing, failed: 1, failures: [`${part.name}: ${String(error)}`] }));
    const seconds = (performance.now() - started) / 1000;
    if (isBeside) print(`\n── ${part.name} (${seconds.toFixed(1)} s)\n${Buffer.concat(printed).toString()}`);
    ran.push({ name: part.name, tally, seconds });
    if (part !== building) return;
    isBuilt = true;
    built.resolve();
  }

  async function lane(): Promise<void> {
    while (waiting.length > 0) {
      const next = waiting.findIndex(({ needsBuild }) => isBuilt || !needsBuild);
      if (next < 0) await built.promise;
      else for (const part of waiting.splice(next, 1)) await run(part);
    }
  }

  await Promise.all(Array.from({ length: lanes }, lane));
  return ran.sort((a, b) => parts.findIndex(isCalled(a.name)) - parts.findIndex(isCalled(b.name)));
}

const nothing: Tally = { passed: 0, failed: 0, skipped: 0, failures: [] };

const isCalled = (wanted: string) => (part: Part) => part.name === wanted;
