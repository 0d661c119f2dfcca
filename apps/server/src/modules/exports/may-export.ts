import type { ExportKind } from '@suanpan/domain/exports/kinds';
import { exportPermissions } from '@suanpan/domain/exports/permission';
import { Refusal } from '@suanpan/domain/errors';
import type { Actor } from '../../platform/http/actor.ts';
import type { ExportsRoom } from './exports-deps.ts';
import type { ExportJob, Shelf } from './exports.queries.ts';

/** Throws `forbidden` without the right of the list. */
export function requireExport(actor: Actor, kind: ExportKind): void {
  const may = exportPermissions(kind).every((permission) => actor.permissions.has(permission));
  if (!may) throw new Refusal('forbidden');
}

/**
 * Who reads an export, with the rights and the scope of this moment: its owner, or whom he acted for, as long as he
 * still may. Asked for every page of it and when its file is fetched. Throws `forbidden`.
 */
export async function requireReader(
  room: ExportsRoom,
  { acting_for: actingFor, kind, owner_id: ownerId }: Pick<ExportJob, 'acting_for' | 'kind' | 'owner_id'>,
): Promise<Actor> {
  const actor = await room.identity.actorNow(ownerId, actingFor);
  if (actor === null) throw new Refusal('forbidden');
  requireExport(actor, kind);
  return actor;
}

/** The files belong to whoever really sits there. */
export function shelfOf({ userId, effectiveUserId }: Actor): Shelf {
  return { ownerId: userId, actingFor: userId === effectiveUserId ? null : effectiveUserId };
}
