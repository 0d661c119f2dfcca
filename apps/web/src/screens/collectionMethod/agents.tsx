import { collectionAgents } from '@suanpan/contract/endpoints/agent-channels';
import { AgentChannelList } from '../../parts/channel/agent-channels.tsx';

/** Senior agents' collection channels. */
export function CollectionAgents() {
  return <AgentChannelList endpoints={collectionAgents} name="collectionMethod.agents" />;
}
