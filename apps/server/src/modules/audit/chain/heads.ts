import { mkdir, open, readdir } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import type { Vault } from '../../../platform/crypto/vault.ts';

/** The head of one block as it was when it was sealed. */
export interface KeptHead {
  readonly block: bigint;
  readonly head: string;
  /** The database's time. */
  readonly at: string;
}

/** Somebody with the keys answers for heads that a restored backup no longer has: those of blocks after `after`. */
export interface AcceptedRestore extends KeptHead {
  readonly after: bigint;
  readonly reason: string;
}

/** A line of a file of heads; without `head` it is none that this installation wrote. */
export interface HeadLine {
  readonly file: string;
  readonly line: number;
  readonly head: KeptHead | AcceptedRestore | undefined;
}

/** Heads of the chain outside the database, each line signed. */
export interface Heads {
  readonly folder: string;
  /** Returns when the line is on the disk. */
  append(head: KeptHead | AcceptedRestore): Promise<void>;
  /** Every line of every file, those of other hosts that share the folder included. */
  read(): AsyncGenerator<HeadLine>;
}

const suffix = '.heads';

/** A file for each host, so that the folder may be shared: only within one host are appended lines never torn. */
export function openHeads({ folder, vault }: { folder: string; vault: Vault }): Heads {
  const own = join(folder, `${hostname().replaceAll(/[^\w-]/g, '_')}${suffix}`);
  const sign = (head: readonly string[]) => vault.keyedHash(head.join('\n'), 'audit head');

  function parse(text: string): KeptHead | AcceptedRestore | undefined {
    const fields = text.split('\t');
    const signature = fields.pop();
    if (signature !== sign(fields)) return undefined;
    const [at = '', block = '', head = '', after, reason] = fields;
    const kept = { at, block: BigInt(block), head };
    return after === undefined ? kept : { ...kept, after: BigInt(after), reason: reason ?? '' };
  }

  return {
    folder,
    async append(head) {
      const fields = [head.at, String(head.block), head.head];
      if (isRestore(head)) fields.push(String(head.after), head.reason.replaceAll(/\s+/g, ' '));
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const file = await open(own, 'a', 0o600);
      try {
        const { size } = await file.stat();
        try {
          await file.appendFile(`${[...fields, sign(fields)].join('\t')}\n`);
          await file.datasync();
        } catch (error) {
          // On a full disk half a line may stand: it would look like one that somebody touched.
          await file.truncate(size);
          throw error;
        }
      } finally {
        await file.close();
      }
    },
    async *read() {
      const names = await readdir(folder).catch(() => []);
      for (const name of names.filter((each) => each.endsWith(suffix)).toSorted()) {
        const file = await open(join(folder, name));
        let line = 0;
        for await (const text of file.readLines()) {
          line += 1;
          yield { file: name, line, head: parse(text) };
        }
      }
    },
  };
}

export function isRestore(head: KeptHead | AcceptedRestore): head is AcceptedRestore {
  return 'after' in head;
}
