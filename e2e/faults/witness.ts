import { closeSync, fsyncSync, mkdtempSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** An order whose making was acknowledged, as the merchant was told. */
export interface Acknowledged {
  readonly merchant: string;
  readonly order_no: string;
  readonly id: string;
  readonly amount: string;
}

/** Remembers what was acknowledged, outside of everything that is killed: each line is on the disk before it counts. */
export interface Witness {
  saw(order: Acknowledged): void;
  all(): Acknowledged[];
  close(): void;
}

export function openWitness(): Witness {
  const folder = mkdtempSync(join(tmpdir(), 'suanpan-witness-'));
  const file = join(folder, 'acknowledged.jsonl');
  const opened = openSync(file, 'a');
  return {
    saw(order) {
      writeSync(opened, `${JSON.stringify(order)}\n`);
      fsyncSync(opened);
    },
    all: () =>
      readFileSync(file, 'utf8')
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line) as Acknowledged),
    close() {
      closeSync(opened);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
