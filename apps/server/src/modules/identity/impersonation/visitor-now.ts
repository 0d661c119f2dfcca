import type { Kysely } from 'kysely';
import type { Tables } from '../../../platform/db/tables.generated.ts';
import { RefusedPerson } from '../../../platform/http/actor.ts';
import type { Actor } from '../../../platform/http/actor.ts';
import { ownerOf } from '../../../platform/http/owner-of.ts';
import { actorNow, findBelow } from '../../sessions/index.ts';
import { hasGrant } from './grants.store.ts';
import { holdsRightFor, isOfPlatform, needsGrant } from './may-act-for.ts';

/** Who would visit, with his rights; null as soon as he could not begin such a visit now. */
async function visitorOf(db: Kysely<Tables>, operatorId: bigint, userId: bigint): Promise<Actor | null> {
  const operator = await actorNow(db, operatorId);
  const user = operator === null ? undefined : await findBelow(db, operator, userId);
  if (operator === null || user === undefined || isOfPlatform(user)) return null;
  if (!holdsRightFor(operator.permissions, ownerOf(operator.scope), user)) return null;
  if (needsGrant(operator.roleName) && !(await hasGrant(db, operatorId, userId))) return null;
  return operator;
}

/**
 * Somebody who acts for another, without a session, for work that goes on after the visit: as the one he acts for, with
 * what is left of his rights to a visitor. Null as soon as he could not begin such a visit now.
 */
export async function visitorNow(
  db: Kysely<Tables>,
  operatorId: bigint,
  userId: bigint,
): Promise<Actor | null> {
  const operator = await visitorOf(db, operatorId, userId);
  const visited = operator === null ? null : await actorNow(db, userId, { impersonated: true });
  return operator === null || visited === null
    ? null
    : { ...visited, userId: operatorId, username: operator.username };
}

/**
 * The caller as he is; refuses `sessionEnded` to a visitor who could not begin his visit now. That the one he acts for is
 * active was read with the session.
 */
export async function refuseStaleVisit(db: Kysely<Tables>, actor: Actor): Promise<Actor> {
  const { userId, effectiveUserId } = actor;
  if (userId !== effectiveUserId && (await visitorOf(db, userId, effectiveUserId)) === null) {
    throw new RefusedPerson('sessionEnded', actor);
  }
  return actor;
}
