import type { Vault } from '../../platform/crypto/vault.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Outbound } from '../../platform/outbound.ts';
import type { Approvals } from '../approvals/index.ts';
import type { Identity } from '../identity/index.ts';
import type { Channels } from './channel-service.ts';

/** What the desk of channels works with. */
export interface ChannelDeskDeps {
  readonly db: Database;
  readonly vault: Vault;
  readonly outbound: Pick<Outbound, 'check'>;
  readonly channels: Pick<Channels, 'open' | 'exchangeFor' | 'drivers' | 'feedOf'>;
  readonly identity: Pick<Identity, 'proveStepUp'>;
  readonly approvals: Pick<Approvals, 'register' | 'submit'>;
}
