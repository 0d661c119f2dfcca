import type { OutputOf, ParsedInputOf } from '@suanpan/contract/endpoint';
import type { impersonate as endpoint } from '@suanpan/contract/endpoints/impersonation';
import { Refusal } from '@suanpan/domain/errors';
import { transact } from '../../../platform/db/transact.ts';
import type { RequestContext } from '../../../platform/http/actor.ts';
import { audit } from '../../audit/index.ts';
import type { Door } from '../door.ts';
import { proveStepUp, spendStepUp } from '../two-factor/step-up.ts';
import { findBelow } from '../../sessions/index.ts';
import { holdGrant } from './grants.store.ts';
import { presentPerson } from './impersonation.present.ts';
import { insertImpersonation } from './impersonation.store.ts';
import { needsGrant, refuseUnfit, refuseWithoutRight } from './may-act-for.ts';

/**
 * Reason, payment password and a fresh code against a one-time code for the session of another. A user outside
 * the caller's tree is answered as one who does not exist.
 */
export async function impersonate(
  door: Door,
  context: RequestContext,
  input: ParsedInputOf<typeof endpoint>,
): Promise<OutputOf<typeof endpoint>> {
  const { actor } = context;
  refuseWithoutRight(actor);
  const found = await findBelow(door.db, actor, BigInt(input.id));
  if (found === undefined) throw new Refusal('notFound');
  refuseUnfit(actor, found);
  const proven = await proveStepUp(door, actor, {
    paymentPassword: input.payment_password,
    oneCode: input.one_code,
  });
  return transact(door.db, async (tx) => {
    const user = await findBelow(tx, actor, BigInt(input.id));
    if (user === undefined) throw new Refusal('notFound');
    refuseUnfit(actor, user);
    const grant = needsGrant(actor.roleName) ? await holdGrant(tx, actor.userId, user.id) : null;
    if (grant === undefined) throw new Refusal('forbidden');
    await spendStepUp(tx, proven);
    const { id, code, expiresAt } = await insertImpersonation(tx, {
      operatorId: actor.userId,
      targetId: user.id,
      operatorSessionId: actor.sessionId,
      grantId: grant?.id ?? null,
      reason: input.reason,
    });
    await audit(tx, context, {
      act: 'users.list.impersonate',
      objectKind: 'user',
      objectId: String(user.id),
      after: { impersonation: id, reason: input.reason, grant: grant?.id ?? null },
    });
    return {
      code,
      expires_at: expiresAt.toISOString(),
      user: presentPerson(user),
      read_only: true,
    };
  });
}
