import type { Scope } from './actor.ts';

/** Whose tree and accounts a scope shows: the owner himself, also for his sub-accounts; null for the platform, which sees all. */
export function ownerOf(scope: Scope): bigint | null {
  switch (scope.kind) {
    case 'platform':
      return null;
    case 'agent':
      return scope.agentId;
    case 'subAgent':
      return scope.subAgentId;
    case 'customer':
      return scope.customerId;
    case 'middleman':
      return scope.middlemanId;
  }
}
