import { Refusal } from '@suanpan/domain/errors';
import type { Tx } from '../../../platform/db/transact.ts';
import { readHolder, rightsChange } from '../../access/index.ts';
import type { RightsChange } from '../../access/index.ts';
import { noteAccountChange } from '../credentials/account-change.store.ts';
import { saveRights, statusOf } from './rights.store.ts';
import type { Grant } from './rights.store.ts';

/**
 * The one place where somebody's rights are written, whichever screen they are given on. The caller holds the user's
 * row lock and has asked a second person where `rightsChange` says so. Whoever gave more (`byId`) is kept beside it.
 * Sessions and news are the caller's.
 */
export async function giveRights(tx: Tx, userId: bigint, grant: Grant, byId: bigint): Promise<RightsChange> {
  const [before, status] = [await readHolder(tx, userId), await statusOf(tx, userId)];
  await saveRights(tx, userId, grant);
  const after = await readHolder(tx, userId);
  if (before === undefined || status === undefined || after === undefined) throw new Refusal('notFound');
  const change = rightsChange(before.holder, status, after.holder);
  if (change.added.length > 0) await noteAccountChange(tx, { userIds: [userId], what: 'rights', byId });
  return change;
}
