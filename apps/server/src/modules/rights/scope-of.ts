import type { Scope } from '../../platform/http/actor.ts';
import type { Holder } from './permissions-of.ts';

/** Whose rows he may touch: his own tree, or his owner's for a sub-account. An orphaned sub-account sees nothing. */
export function scopeOf(holder: Pick<Holder, 'id' | 'kind' | 'owner'>): Scope {
  switch (holder.kind) {
    case 'admin':
    case 'manager':
      return { kind: 'platform' };
    case 'agent':
      return { kind: 'agent', agentId: holder.id };
    case 'subAgent':
      return { kind: 'subAgent', subAgentId: holder.id };
    case 'customer':
      return { kind: 'customer', customerId: holder.id };
    case 'middleman':
      return { kind: 'middleman', middlemanId: holder.id };
    case 'staffSub':
    case 'customerSub':
      return holder.owner === null ? { kind: 'customer', customerId: holder.id } : scopeOf(holder.owner);
  }
}
