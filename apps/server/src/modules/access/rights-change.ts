import type { Permission } from '@suanpan/domain/access/permissions';
import { grantWaits } from '@suanpan/domain/access/sensitive';
import type { UserStatus } from '@suanpan/domain/states/user';
import { permissionsOf } from './permissions-of.ts';
import type { Holder } from './permissions-of.ts';

export interface RightsChange {
  readonly had: ReadonlySet<Permission>;
  readonly has: ReadonlySet<Permission>;
  /** Each in the order of the tree. */
  readonly added: readonly Permission[];
  readonly removed: readonly Permission[];
  /** It takes a second person. */
  readonly waits: boolean;
}

/** Whose grants wait only where they undo others: sub-accounts of tenants, bounded by an owner of their own. */
export function isTenantSub({ owner }: Pick<Holder, 'owner'>): boolean {
  return owner !== null && owner.kind !== 'admin' && owner.kind !== 'manager';
}

/**
 * What another grant changes, whichever screen it is given on. A sub-account that still waits for its access has
 * nothing yet that could stay.
 */
export function rightsChange(before: Holder, status: UserStatus, after: Holder): RightsChange {
  const had: ReadonlySet<Permission> = status === 'pending' ? new Set() : permissionsOf(before);
  const has = permissionsOf(after);
  const added = [...has].filter((permission) => !had.has(permission));
  const removed = [...had].filter((permission) => !has.has(permission));
  return { had, has, added, removed, waits: grantWaits(isTenantSub(after), added) };
}
