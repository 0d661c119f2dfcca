import type { UserRow } from '@suanpan/contract/endpoints/users';
import type { Database } from '../../platform/db/database.ts';
import { transact } from '../../platform/db/transact.ts';
import type { Tx } from '../../platform/db/transact.ts';
import type { RequestContext } from '../../platform/http/actor.ts';
import { callerOf } from './find/caller.ts';
import { getRow } from './list/get-row.ts';

/** An act on a user in one transaction, and his row as it stands then. */
export async function answerRow(
  db: Database,
  context: RequestContext,
  act: (tx: Tx) => Promise<bigint>,
): Promise<UserRow> {
  const id = await transact(db.app, act);
  return getRow(db, context, await callerOf(db.app, context.actor), id);
}
