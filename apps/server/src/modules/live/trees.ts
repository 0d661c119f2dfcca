import { approvalRoom, orderRoom } from '@suanpan/contract/realtime/rooms';
import type { OrderTree } from '@suanpan/contract/realtime/rooms';
import type { OrderEvent } from '@suanpan/contract/realtime/events';
import type { Permission } from '@suanpan/domain/access/permissions';
import type { Actor, Scope } from '../../platform/http/actor.ts';

/** What one must be allowed to see to hear of each kind of order. */
const permissionOf: Readonly<Record<OrderEvent['kind'], Permission>> = {
  collection: 'collections.transactions.get',
  payout: 'payment.transactions.get',
  withdrawal: 'withdraws.list.get',
};

/** The rooms in which a session hears of the orders of its own tree, by its rights when it connects. */
export function orderRoomsFor(actor: Pick<Actor, 'scope' | 'permissions'>): string[] {
  const tree = treeOf(actor.scope);
  if (tree === null) return [];
  const kinds = Object.keys(permissionOf) as OrderEvent['kind'][];
  return kinds
    .filter((kind) => actor.permissions.has(permissionOf[kind]))
    .map((kind) => orderRoom(kind, tree));
}

/** The platform hears of all that waits, a senior agent of what waits in his tree. */
export function approvalRoomsFor({ scope, permissions }: Pick<Actor, 'scope' | 'permissions'>): string[] {
  const needed: Permission = 'admin.approvals.get';
  if (!permissions.has(needed)) return [];
  if (scope.kind === 'platform') return [approvalRoom(null)];
  return scope.kind === 'agent' ? [approvalRoom(String(scope.agentId))] : [];
}

/** A middleman earns on orders and sees none. */
function treeOf(scope: Scope): OrderTree | null {
  switch (scope.kind) {
    case 'platform':
      return 'platform';
    case 'agent':
      return `agent:${scope.agentId}`;
    case 'subAgent':
      return `subAgent:${scope.subAgentId}`;
    case 'customer':
      return `customer:${scope.customerId}`;
    case 'middleman':
      return null;
  }
}

/** Every room in which a change of this order is heard. */
export function roomsOfOrder(
  kind: OrderEvent['kind'],
  chain: { readonly customer_id: bigint; readonly agent_id: bigint; readonly sub_agent_id: bigint | null },
): string[] {
  return [
    orderRoom(kind, 'platform'),
    orderRoom(kind, `agent:${chain.agent_id}`),
    orderRoom(kind, `customer:${chain.customer_id}`),
    ...(chain.sub_agent_id === null ? [] : [orderRoom(kind, `subAgent:${chain.sub_agent_id}`)]),
  ];
}
