import { refuseForeignKeys } from './modules/audit/index.ts';
import type { Config } from './platform/config.ts';
import type { Vault } from './platform/crypto/vault.ts';
import { prepareDatabase } from './platform/db/prepare.ts';
import type { PrepareOptions } from './platform/db/prepare.ts';

interface OwnDatabase extends Pick<PrepareOptions, 'adminUrl' | 'log'> {
  readonly config: Config;
  readonly vault: Vault;
}

/** The database of this installation, migrated; its server and its commands come in by this one door, which refuses another's keys. */
export function prepareOwnDatabase({ adminUrl, config, log, vault }: OwnDatabase) {
  const { mode, production } = config;
  return prepareDatabase({
    adminUrl,
    deriveKey: vault.deriveKey,
    log,
    mode,
    allowOneRole: !production || config.allowOneDatabaseRole,
    refuse: refuseForeignKeys(vault),
  });
}
