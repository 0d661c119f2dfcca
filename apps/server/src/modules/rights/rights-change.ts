import type { Permission } from '@suanpan/domain/access/permissions';
import type { RoleName } from '@suanpan/domain/access/roles';
import { grantWaits } from '@suanpan/domain/access/sensitive';
import type { UserStatus } from '@suanpan/domain/states/user';
import { permissionsOf } from './permissions-of.ts';
import type { Holder } from './permissions-of.ts';

interface Difference<Name> {
  readonly added: readonly Name[];
  readonly removed: readonly Name[];
}

export interface RightsChange extends Difference<Permission> {
  readonly had: ReadonlySet<Permission>;
  /** It takes a second person. */
  readonly waits: boolean;
}

export function isSub(kind: RoleName): boolean {
  return kind === 'staffSub' || kind === 'customerSub';
}

/** Whose grants wait only where they undo others: sub-accounts of tenants, bounded by an owner of their own. */
export function isTenantSub({ owner }: Pick<Holder, 'owner'>): boolean {
  return owner !== null && owner.kind !== 'admin' && owner.kind !== 'manager';
}

/** What comes and what goes, each in the order of its own list. */
export function differenceOf<Name extends string>(
  before: Iterable<Name>,
  after: Iterable<Name>,
): Difference<Name> {
  const [had, has] = [new Set(before), new Set(after)];
  return {
    added: [...has].filter((permission) => !had.has(permission)),
    removed: [...had].filter((permission) => !has.has(permission)),
  };
}

/**
 * What another grant changes, whichever screen it is given on. A sub-account that still waits for its access has
 * nothing yet that could stay.
 */
export function rightsChange(before: Holder, status: UserStatus, after: Holder): RightsChange {
  const had: ReadonlySet<Permission> = status === 'pending' ? new Set() : permissionsOf(before);
  const change = differenceOf(had, permissionsOf(after));
  return { ...change, had, waits: grantWaits(isTenantSub(after), change.added) };
}
