import type { UserAct } from '@suanpan/domain/access/user-acts';
import type { Kysely } from 'kysely';
import type { Tables } from '../../../platform/db/tables.generated.ts';
import type { Actor } from '../../../platform/http/actor.ts';
import { callerOf } from './caller.ts';
import { actionsOn } from './may-act.ts';
import { findUsers } from './users-in-scope.queries.ts';

/** What the caller may do now with each of these users; nothing is said of one that his scope does not show. */
export async function actsOnUsers(
  db: Kysely<Tables>,
  actor: Actor,
  ids: readonly bigint[],
): Promise<ReadonlyMap<bigint, readonly UserAct[]>> {
  if (ids.length === 0) return new Map();
  const caller = await callerOf(db, actor);
  const users = await findUsers(db, actor.scope, ids);
  return new Map(users.map((user) => [user.id, actionsOn(caller, user)]));
}
