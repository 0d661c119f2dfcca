import type { ParsedInputOf } from '@suanpan/contract/endpoint';
import type { createShadowGrant } from '@suanpan/contract/endpoints/impersonation';
import { Refusal } from '@suanpan/domain/errors';
import { translate } from '@suanpan/messages/translate';
import { transact } from '../../../platform/db/transact.ts';
import type { Tx } from '../../../platform/db/transact.ts';
import type { RequestContext } from '../../../platform/http/actor.ts';
import { permissionsOf, readHolder, scopeOf } from '../../rights/index.ts';
import { audit } from '../../audit/index.ts';
import type { Door } from '../door.ts';
import { proveStepUp, spendStepUp } from '../two-factor/step-up.ts';
import { findBelow } from '../../sessions/index.ts';
import type { TreeUserRow } from '../../sessions/index.ts';
import { holdGrant, insertGrant, queueForGrant } from './grants.store.ts';
import { findPerson } from './impersonation.queries.ts';
import type { PersonRow } from './impersonation.queries.ts';
import { holdsRightFor, isOfPlatform, needsGrant } from './may-act-for.ts';

/**
 * Lets a manager or a sub-account act for one user of his tree until a day. A user cannot grant this to himself. A
 * user who needs no grant gets none. A user without the permission to log in as others gets none either, because a
 * grant does not replace the permission. Nobody may act for people of the platform. Refuses `alreadyInList` while one
 * is live.
 */
export async function createGrant(
  door: Door,
  context: RequestContext,
  input: ParsedInputOf<typeof createShadowGrant>,
): Promise<{ id: string }> {
  const { actor, locale } = context;
  const refuse = (
    field: 'grantee' | 'target',
    word: 'noSuchUser' | 'needsNone' | 'lacksRight' | 'notBelow',
  ): never => {
    throw new Refusal('invalidFields', {
      fields: { [field]: [translate(locale, `personal.shadow.${word}`)] },
    });
  };
  const people = async (db: Tx | Door['db']): Promise<{ grantee: PersonRow; target: TreeUserRow }> => {
    const grantee = (await findPerson(db, input.grantee)) ?? refuse('grantee', 'noSuchUser');
    if (grantee.id === actor.userId) throw new Refusal('cannotActOnYourself');
    if (!needsGrant(grantee.kind)) refuse('grantee', 'needsNone');
    const named = (await findPerson(db, input.target)) ?? refuse('target', 'noSuchUser');
    const below = { scope: scopeOfPerson(grantee), roleName: grantee.kind, effectiveUserId: grantee.id };
    const target = (await findBelow(db, below, named.id)) ?? refuse('target', 'notBelow');
    if (isOfPlatform(target)) throw new Refusal('notImpersonable');
    const held = await readHolder(db, grantee.id);
    const isHolder =
      held !== undefined && holdsRightFor(permissionsOf(held.holder), grantee.owner_id, target);
    if (!isHolder) refuse('grantee', 'lacksRight');
    return { grantee, target };
  };
  await people(door.db);
  const proven = await proveStepUp(door, actor, {
    paymentPassword: input.payment_password,
    oneCode: input.one_code,
  });
  return transact(door.db, async (tx) => {
    const { grantee, target } = await people(tx);
    await spendStepUp(tx, proven);
    await queueForGrant(tx, grantee.id, target.id);
    if ((await holdGrant(tx, grantee.id, target.id)) !== undefined) throw new Refusal('alreadyInList');
    const id = await insertGrant(tx, {
      granteeId: grantee.id,
      targetId: target.id,
      readOnly: input.read_only,
      reason: input.reason,
      grantedBy: actor.userId,
      days: input.days,
    });
    await audit(tx, context, {
      act: 'settings.shadowUsers.create',
      objectKind: 'shadowGrant',
      objectId: String(id),
      after: {
        grantee: grantee.id,
        target: target.id,
        read_only: input.read_only,
        days: input.days,
        reason: input.reason,
      },
    });
    return { id: String(id) };
  });
}

/** The tree of somebody who is not calling: his owner's for a sub-account. */
function scopeOfPerson({ id, kind, owner_id: ownerId, owner_kind: ownerKind }: PersonRow) {
  if (ownerId === null || ownerKind === null) return scopeOf({ id, kind, owner: null });
  const nothingGranted = { ownGrant: [], roleGrant: [], allowManualBalance: false, allowManualPayout: false };
  return scopeOf({ id, kind, owner: { ...nothingGranted, id: ownerId, kind: ownerKind, owner: null } });
}
