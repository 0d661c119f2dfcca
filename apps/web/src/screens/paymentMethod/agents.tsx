import { payoutAgents } from '@suanpan/contract/endpoints/agent-channels';
import { AgentChannelList } from '../../parts/channel/agent-channels.tsx';

/** Senior agents' payout channels. */
export function PaymentAgents() {
  return <AgentChannelList endpoints={payoutAgents} name="paymentMethod.agents" />;
}
