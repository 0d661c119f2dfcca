import { Refusal } from '@suanpan/domain/errors';
import type { Tx } from '../../platform/db/transact.ts';
import { noteAccountChange } from '../identity/index.ts';
import { rightsChange } from '../rights/index.ts';
import type { RightsChange } from '../rights/index.ts';
import { endSessions } from '../sessions/index.ts';
import { boundedBy, findGrantee, saveRights, tellChangedRights } from './grantee.store.ts';
import type { Grantee, NewRights } from './grantee.store.ts';

/**
 * The one place where somebody's rights are written, whichever screen they are given on. The caller holds the user's
 * row lock and has asked a second person where `rightsChange` says so. When the user gets more rights, the giver
 * (`byId`) is recorded. When the user loses his role, or outside the platform any right, his sessions and those of
 * his sub-accounts end (reliability §5 C8). The browsers of all of them are told to read their rights again.
 */
export async function giveRights(
  tx: Tx,
  before: Grantee,
  rights: NewRights,
  byId: bigint,
): Promise<RightsChange> {
  await saveRights(tx, before.id, rights);
  const after = await findGrantee(tx, before.id);
  if (after === undefined) throw new Refusal('notFound');
  const change = rightsChange(before.holder, before.status, after.holder);
  if (change.added.length > 0) await noteAccountChange(tx, { userIds: [before.id], what: 'rights', byId });
  const people = await boundedBy(tx, before.id);
  const hasLostRole = before.role_id !== null && before.role_id !== after.role_id;
  const isPlatforms = before.holder.kind === 'admin' || before.holder.kind === 'manager';
  if (hasLostRole || (change.removed.length > 0 && !isPlatforms)) {
    for (const id of people) await endSessions(tx, id, 'accessChanged');
  }
  await tellChangedRights(tx, people);
  return change;
}
