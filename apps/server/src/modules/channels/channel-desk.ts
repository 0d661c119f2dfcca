import type { Module } from '../../platform/module.ts';
import { bindAgentChannels } from './agents/agents.routes.ts';
import type { ChannelDeskDeps } from './desk-deps.ts';
import { bindDefinitions } from './definitions/definitions.routes.ts';
import { bindUpstreamKeys } from './keys/keys.routes.ts';

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
