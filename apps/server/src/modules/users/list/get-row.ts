import type { UserRow } from '@suanpan/contract/endpoints/users';
import { Refusal } from '@suanpan/domain/errors';
import type { Database } from '../../../platform/db/database.ts';
import type { RequestContext } from '../../../platform/http/actor.ts';
import { waitingActsOn } from '../../approvals/index.ts';
import type { Caller } from '../find/caller.ts';
import { findUser } from '../find/users-in-scope.queries.ts';
import { listUsers, systemFeesOf } from './list-users.queries.ts';
import { onUsers, presentUser } from './users.present.ts';

/** One user as a row of a list. */
export async function getRow(
  db: Database,
  { actor, locale }: RequestContext,
  caller: Caller,
  id: bigint,
): Promise<UserRow> {
  const page = { sort: '-created_at', offset: 0, limit: 1 } as const;
  const user = await findUser(db.app, actor.scope, id);
  if (user === undefined) throw new Refusal('notFound');
  const [row] = await listUsers(db.app, actor.scope, { kinds: [user.kind], id }, page);
  if (row === undefined) throw new Refusal('notFound');
  const [systemFees, waiting] = await Promise.all([
    systemFeesOf(db.reports, row.kind === 'agent' ? [row.id] : []),
    waitingActsOn(db.app, actor, onUsers, [row]),
  ]);
  return presentUser(row, { caller, locale, systemFees, waiting });
}
