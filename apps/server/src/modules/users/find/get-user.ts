import type { Permission } from '@suanpan/domain/access/permissions';
import { Refusal } from '@suanpan/domain/errors';
import type { UserAct } from '@suanpan/domain/access/user-acts';
import type { Kysely } from 'kysely';
import type { Tables } from '../../../platform/db/tables.generated.ts';
import type { Tx } from '../../../platform/db/transact.ts';
import type { Actor } from '../../../platform/http/actor.ts';
import { callerOf } from './caller.ts';
import type { Caller } from './caller.ts';
import { maySee, requireAct } from './may-act.ts';
import { findUser, lockUserInScope } from './users-in-scope.queries.ts';
import type { UserRecord } from './users-in-scope.queries.ts';

export interface SeenUser {
  readonly caller: Caller;
  readonly user: UserRecord;
}

/** A user locked for an act, and the right by which the caller does it. */
export interface ActingOn extends SeenUser {
  readonly right: Permission;
}

/** A user whom the caller may look at; `notFound` for one outside his tree, `forbidden` without the right. */
export async function getUser(db: Kysely<Tables>, actor: Actor, id: string): Promise<SeenUser> {
  const user = await findUser(db, actor.scope, BigInt(id));
  if (user === undefined) throw new Refusal('notFound');
  const caller = await callerOf(db, actor);
  if (!maySee(caller, user)) throw new Refusal('forbidden');
  return { caller, user };
}

/** A user locked for an act that the caller may do to him. `version`, where given, must be the one he stands at. */
export async function lockForAct(
  tx: Tx,
  actor: Actor,
  id: string,
  act: UserAct,
  version?: string,
): Promise<ActingOn> {
  const user = await lockUserInScope(tx, actor.scope, BigInt(id));
  if (user === undefined) throw new Refusal('notFound');
  const caller = await callerOf(tx, actor);
  const right = requireAct(caller, user, act);
  if (version !== undefined && version !== versionOf(user)) throw new Refusal('staleEdit');
  return { caller, user, right };
}

/** What an edit names to say which state it starts from. */
export function versionOf({ updated_at }: { readonly updated_at: Date }): string {
  return updated_at.toISOString();
}
