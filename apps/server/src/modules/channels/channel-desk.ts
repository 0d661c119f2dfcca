import type { Vault } from '../../platform/crypto/vault.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Module } from '../../platform/module.ts';
import type { Outbound } from '../../platform/outbound.ts';
import type { Approvals } from '../approvals/index.ts';
import type { Identity } from '../identity/index.ts';
import { bindAgentChannels } from './agents/agents.routes.ts';
import type { Channels } from './channel-service.ts';
import { bindDefinitions } from './definitions/definitions.routes.ts';
import { bindUpstreamKeys } from './keys/keys.routes.ts';

export interface ChannelDeskDeps {
  readonly db: Database;
  readonly vault: Vault;
  readonly outbound: Pick<Outbound, 'check'>;
  readonly channels: Pick<Channels, 'open' | 'exchangeFor' | 'drivers'>;
  readonly identity: Pick<Identity, 'proveStepUp'>;
  readonly approvals: Pick<Approvals, 'register' | 'submit'>;
}

/** What people do with channels: definitions, contracts with providers, and what senior agents have of them. */
export function openChannelDesk(deps: ChannelDeskDeps): Module {
  return {
    bind(app) {
      bindDefinitions(app, deps);
      bindUpstreamKeys(app, deps);
      bindAgentChannels(app, deps);
    },
  };
}
