import { randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { readOrMake } from '../first-file.ts';

/**
 * The keys of this installation. `sealing` is tried by id, the first one seals;
 * `lookup` keys the hashes used to find a row and must never change while rows exist.
 */
export interface Secrets {
  readonly sealing: readonly { readonly id: string; readonly key: Buffer }[];
  readonly lookup: Buffer;
}

const file = z.object({
  sealing: z.array(z.object({ id: z.string().min(1), key: z.base64() })).min(1),
  lookup: z.base64(),
});

/**
 * Takes the keys from `masterKey` (`id:base64[,id:base64]`: the first seals, the last also keys the
 * look-up hashes and therefore stays in the list), else from DATA_DIR/secrets.json, made with mode 0600
 * at the first start. Two processes that start together agree on one file.
 */
export function loadSecrets(dataDir: string, masterKey?: string): Secrets {
  if (masterKey !== undefined) return fromMasterKey(masterKey);
  const path = join(dataDir, 'secrets.json');
  mkdirSync(dataDir, { recursive: true });
  const stored = readOrMake(path, freshSecrets);
  const parsed = file.safeParse(JSON.parse(stored));
  if (!parsed.success)
    throw new Error(`${path} is damaged: restore it from a backup, sealed secrets depend on it`);
  return {
    sealing: parsed.data.sealing.map(({ id, key }) => ({ id, key: thirtyTwoBytes(key) })),
    lookup: thirtyTwoBytes(parsed.data.lookup),
  };
}

function freshSecrets(): string {
  const fresh = {
    sealing: [{ id: `k${randomBytes(4).toString('hex')}`, key: randomBytes(32).toString('base64') }],
    lookup: randomBytes(32).toString('base64'),
  };
  return `${JSON.stringify(fresh, null, 2)}\n`;
}

function fromMasterKey(text: string): Secrets {
  const sealing = text.split(',').map((entry) => {
    const colon = entry.indexOf(':');
    return { id: entry.slice(0, colon), key: thirtyTwoBytes(entry.slice(colon + 1)) };
  });
  const last = sealing.at(-1);
  if (last === undefined) throw new Error('The master key is empty');
  return { sealing, lookup: last.key };
}

function thirtyTwoBytes(base64: string): Buffer {
  const key = Buffer.from(base64, 'base64');
  if (key.length !== 32) throw new Error('A key must be 32 bytes');
  return key;
}
