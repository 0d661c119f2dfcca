import { abilities } from '@suanpan/domain/access/abilities';
import type { Permission } from '@suanpan/domain/access/permissions';
import { ceilingOf, presets } from '@suanpan/domain/access/presets';
import type { RoleName } from '@suanpan/domain/access/roles';
import { allowedWhileActing } from '@suanpan/domain/access/sensitive';

/** What decides the rights of one user: his row, his role's, and for a sub-account those of his owner. */
export interface Holder {
  readonly id: bigint;
  readonly kind: RoleName;
  /** Granted to him alone; null when nobody did. */
  readonly ownGrant: readonly string[] | null;
  readonly roleGrant: readonly string[] | null;
  readonly allowManualBalance: boolean;
  readonly allowManualPayout: boolean;
  readonly owner: Holder | null;
}

/**
 * His own grant, else his role's, else the preset of his kind; never above the ceiling of the kind, and for a
 * sub-account never above its owner. The two flags of a senior agent add their abilities. Names that the tree no
 * longer knows fall away by themselves.
 */
export function permissionsOf(
  holder: Holder,
  options: { readonly impersonated?: boolean } = {},
): ReadonlySet<Permission> {
  const granted: ReadonlySet<string> = new Set([
    ...(holder.ownGrant ?? holder.roleGrant ?? presets[holder.kind]),
    ...flagged(holder),
  ]);
  const owner = holder.owner === null ? undefined : permissionsOf(holder.owner);
  return new Set(
    ceilingOf(holder.kind, holder.owner?.kind).filter(
      (permission) =>
        granted.has(permission) &&
        owner?.has(permission) !== false &&
        (options.impersonated !== true || allowedWhileActing.has(permission)),
    ),
  );
}

function flagged(holder: Holder): readonly Permission[] {
  if (holder.kind !== 'agent') return [];
  return [
    ...(holder.allowManualBalance ? abilities.changeBalance : []),
    ...(holder.allowManualPayout ? abilities.submitPayouts : []),
  ];
}
