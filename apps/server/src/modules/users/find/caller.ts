import type { Kysely } from 'kysely';
import type { Tables } from '../../../platform/db/tables.generated.ts';
import type { Actor } from '../../../platform/http/actor.ts';
import { ownerOf } from '../../../platform/http/owner-of.ts';
import { findParent } from './users-in-scope.queries.ts';

/** Who asks, and for whom he works. */
export interface Caller {
  readonly actor: Actor;
  /** The account whose sub-accounts are "own": the caller himself, or the owner of the sub-account that he is. */
  readonly ownerId: bigint;
}

export async function callerOf(db: Kysely<Tables>, actor: Actor): Promise<Caller> {
  const owner = ownerOf(actor.scope);
  if (owner !== null) return { actor, ownerId: owner };
  // Of the platform's people only staff work for somebody, and their scope does not name him.
  const parent = actor.roleName === 'staffSub' ? await findParent(db, actor.effectiveUserId) : undefined;
  return { actor, ownerId: parent ?? actor.effectiveUserId };
}
