import type { Scope } from '../../platform/http/actor.ts';

/** A merchant, and whoever works for him, makes orders for himself; others name the merchant. */
export function ownMerchant(scope: Scope): bigint | null {
  return scope.kind === 'customer' ? scope.customerId : null;
}
