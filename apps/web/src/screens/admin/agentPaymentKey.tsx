import { payoutKeys } from '@suanpan/contract/endpoints/upstream-keys';
import { UpstreamKeyList } from '../../parts/channel/upstream-keys.tsx';

/** What providers of payouts know each senior agent by. */
export function AgentPaymentKeys() {
  return <UpstreamKeyList endpoints={payoutKeys} name="admin.agentPaymentKey" />;
}
