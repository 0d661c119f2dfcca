import type { OrderEvent } from './events.ts';

/** Whose tree an `order` event belongs to. */
export type OrderTree = 'platform' | `agent:${string}` | `subAgent:${string}` | `customer:${string}`;

/** Orders of one kind in one tree: who may see only some kinds hears only those. */
export const orderRoom = (kind: OrderEvent['kind'], tree: OrderTree): string => `orders:${kind}:${tree}`;

/** What waits for a second person in the platform or in the tree of one senior agent. */
export const approvalRoom = (agentId: string | null): string =>
  agentId === null ? 'approvals:platform' : `approvals:agent:${agentId}`;

/** The balance of one owner, for himself and his sub-accounts. */
export const balanceRoom = (ownerId: string): string => `balance:${ownerId}`;

/**
 * One user's notifications in one language: they are rendered before they are sent, and each of his browsers may
 * show another language.
 */
export const notificationRoom = (userId: string, locale: string): string =>
  `notifications:${userId}:${locale}`;

/** The payers of one order. */
export const checkoutRoom = (orderId: string): string => `checkout:${orderId}`;
