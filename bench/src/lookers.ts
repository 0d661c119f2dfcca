import { presets } from '@suanpan/domain/access/presets';
import type { RoleName } from '@suanpan/domain/access/roles';
import type { Actor, Scope } from '../../apps/server/src/platform/http/actor.ts';
import { agentOf, firstMerchantId } from './tenants.ts';

export const largest = BigInt(firstMerchantId);
/** Who looks: everybody's orders, a tree with the largest merchant in it, that merchant, and one of the many. */
export const lookers: Readonly<Record<string, Scope>> = {
  platform: { kind: 'platform' },
  'senior agent': { kind: 'agent', agentId: agentOf(largest) },
  'largest merchant': { kind: 'customer', customerId: largest },
  merchant: { kind: 'customer', customerId: largest + 1n },
};

const roles: Readonly<Partial<Record<Scope['kind'], RoleName>>> = { platform: 'admin', agent: 'agent' };

function actorOf(who: string, scope: Scope): Actor {
  const role = roles[scope.kind] ?? 'customer';
  const userId = scope.kind === 'agent' ? scope.agentId : scope.kind === 'customer' ? scope.customerId : 1n;
  return {
    userId,
    effectiveUserId: userId,
    roleName: role,
    username: who,
    scope,
    agentId: scope.kind === 'agent' ? scope.agentId : scope.kind === 'customer' ? agentOf(userId) : null,
    permissions: new Set(presets[role]),
    sessionId: 1n,
    locked: false,
    currency: 'TWD',
  };
}

/** The same, signed in with the rights of their role. */
export const actors: Readonly<Record<string, Actor>> = Object.fromEntries(
  Object.entries(lookers).map(([who, scope]) => [who, actorOf(who, scope)]),
);
