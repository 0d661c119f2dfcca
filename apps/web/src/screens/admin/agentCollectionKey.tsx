import { collectionKeys } from '@suanpan/contract/endpoints/upstream-keys';
import { UpstreamKeyList } from '../../parts/channel/upstream-keys.tsx';

/** What providers of collections know each senior agent by. */
export function AgentCollectionKeys() {
  return <UpstreamKeyList endpoints={collectionKeys} name="admin.agentCollectionKey" />;
}
