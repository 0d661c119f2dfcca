import { exportedList } from '@suanpan/domain/exports/kinds';
import type { ExportKind } from '@suanpan/domain/exports/kinds';
import { Refusal } from '@suanpan/domain/errors';
import type { Actor } from '../../platform/http/actor.ts';

/**
 * Asked when an export is ordered, for every page of it and when its file is fetched. Throws `forbidden` without the
 * right of the list and `impersonationForbidden` for whoever acts for another: a file would outlive his visit.
 */
export function requireExport(actor: Actor, kind: ExportKind): void {
  refuseWhileActing(actor);
  const needs = [exportedList(kind).permission, `${kind}.get`];
  if (!needs.every((permission) => actor.permissions.has(permission))) throw new Refusal('forbidden');
}

export function refuseWhileActing({ userId, effectiveUserId }: Actor): void {
  if (userId !== effectiveUserId) throw new Refusal('impersonationForbidden');
}
