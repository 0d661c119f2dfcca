import { ConfigError } from '../../../platform/config.ts';
import type { Vault } from '../../../platform/crypto/vault.ts';
import type { PrepareOptions } from '../../../platform/db/prepare.ts';
import { blockEnds } from './block-ends.queries.ts';
import { headMaker } from './block.ts';

const foreign =
  'SUANPAN_MASTER_KEY, or secrets.json in DATA_DIR: these are not the keys of this database, whose log another look-up key has sealed; nothing was changed. Give this the environment that the server has, or put its secrets.json back (docs/operations/key-rotation.md)';

/**
 * Refuses keys with which nothing of the chain was sealed: under them nobody would be found by his account, every login of the database
 * would have another password, and the chain would go on under a seal that does not hold. One of its two ends is enough: that a block was
 * altered is for the proof of the chain to say.
 */
export function refuseForeignKeys(vault: Pick<Vault, 'deriveKey'>): NonNullable<PrepareOptions['refuse']> {
  const headOf = headMaker(vault);
  return async (client) => {
    const ends = await blockEnds(client);
    if (ends.length > 0 && ends.every((block) => headOf(block) !== block.head))
      throw new ConfigError([foreign]);
  };
}
