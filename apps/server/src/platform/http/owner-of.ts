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

/** Whether what this house switched off (0 is the platform) is switched on again from here: by itself, or from above it. */
export function mayUndo(scope: Scope, house: bigint): boolean {
  if (scope.kind === 'platform') return true;
  return house !== 0n && (scope.kind === 'agent' || house === ownerOf(scope));
}

/** Whether the caller stands above the house that switched something off, and so switches it off over its word. */
export function standsAbove(scope: Scope, house: bigint): boolean {
  if (house === 0n) return false;
  return scope.kind === 'platform' || (scope.kind === 'agent' && house !== scope.agentId);
}
