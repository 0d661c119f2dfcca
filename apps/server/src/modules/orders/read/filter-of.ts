import type { OrderQuestion } from '@suanpan/contract/order-fields';
import { parseAmount } from '@suanpan/money/amount';
import type { OrderFilter } from './order-filter.queries.ts';

/** What orders of every kind are asked on the wire, as their search understands it; an empty field asks nothing. */
export function orderFilterOf(input: OrderQuestion): OrderFilter {
  return {
    ...(input.merchant_order_no && { merchantOrderNo: input.merchant_order_no }),
    ...(input.order_no && { orderNo: input.order_no }),
    ...(input.numbers && { numbers: input.numbers }),
    ...(input.status?.length && { status: input.status }),
    ...(input.callback_status?.length && { callbackStatus: input.callback_status }),
    ...(input.channel !== undefined && { channelId: BigInt(input.channel) }),
    ...(input.channel_account_id !== undefined && { channelAccountId: BigInt(input.channel_account_id) }),
    ...(input.customer_id !== undefined && { customerId: BigInt(input.customer_id) }),
    ...(input.agent_id !== undefined && { agentId: BigInt(input.agent_id) }),
    ...(input.sub_agent_id !== undefined && { subAgentId: BigInt(input.sub_agent_id) }),
    ...(input.currency !== undefined && { currency: input.currency }),
    ...(input.amount_min !== undefined && { amountMinMillionths: parseAmount(input.amount_min, 'USDT') }),
    ...(input.amount_max !== undefined && { amountMaxMillionths: parseAmount(input.amount_max, 'USDT') }),
    ...(input.created_from !== undefined && { createdFrom: new Date(input.created_from) }),
    ...(input.created_to !== undefined && { createdTo: new Date(input.created_to) }),
    ...(input.completed_from !== undefined && { completedFrom: new Date(input.completed_from) }),
    ...(input.completed_to !== undefined && { completedTo: new Date(input.completed_to) }),
    ...(input.is_test !== undefined && { isTest: input.is_test }),
  };
}
