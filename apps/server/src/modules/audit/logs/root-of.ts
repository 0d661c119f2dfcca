import type { Scope } from '../../../platform/http/actor.ts';

/** The account whose tree the caller may read; null for the platform, which reads all. */
export function rootOf(scope: Scope): bigint | null {
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
