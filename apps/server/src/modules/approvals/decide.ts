import type { ParsedInputOf } from '@suanpan/contract/endpoint';
import type { approve as approveCall, refuse as refuseCall } from '@suanpan/contract/endpoints/approvals';
import { approvalActs, checkerHindrance } from '@suanpan/domain/approvals';
import type { ApprovalHindrance } from '@suanpan/domain/approvals';
import { Refusal } from '@suanpan/domain/errors';
import type { ErrorName } from '@suanpan/domain/errors';
import { isId } from '@suanpan/domain/ids';
import { transact } from '../../platform/db/transact.ts';
import type { Tx } from '../../platform/db/transact.ts';
import type { KeyedContext, RequestContext } from '../../platform/http/actor.ts';
import { spendStepUp } from '../identity/index.ts';
import { permissionsOf, readHolder } from '../rights/index.ts';
import { lockApproval } from './approvals.store.ts';
import type { LockedApproval } from './approvals.store.ts';
import { carryOut } from './carry-out.ts';
import type { Desk } from './desk.ts';
import { endWaiting } from './end-waiting.ts';
import { fingerprint, plainEffect } from './fingerprint.ts';
import { isActive, standingOf } from './standing.queries.ts';

/**
 * Carries out what waits, when its effect is still the one that maker and checker saw and its maker could still submit it;
 * otherwise it ends as stale and refuses `staleEdit`. Idempotent by the caller's key. Refuses `notFound` outside the tree,
 * `approvalEnded`, `ownSubmission` (for every account that may be the maker's person), `checkerHandledByMaker`,
 * `checkerUnseasoned`, `forbidden` without the act's own permission, and what the act refuses, which leaves it waiting.
 */
export async function approve(
  desk: Desk,
  context: KeyedContext,
  { id, payment_password, one_code }: ParsedInputOf<typeof approveCall>,
): Promise<Record<string, never>> {
  const { actor } = context;
  const stepUp = await desk.identity.proveStepUp(actor, {
    paymentPassword: payment_password,
    oneCode: one_code,
  });
  try {
    return await context.once(async (tx) => {
      const approval = await lockDecidable(tx, context, id);
      const act = desk.acts.get(approval.act);
      if (act === undefined) throw new Error(`Nobody registered the act ${approval.act}`);
      const payload = act.payload.parse(approval.payload);
      if (fingerprint(payload) !== approval.payload_hash)
        throw new Error('The payload is not what was submitted');
      // What the checker has before his eyes is what stands in the row; it must be what is about to happen.
      if (fingerprint(approval.effect) !== approval.effect_hash)
        throw new Error('The effect is not the one that was submitted');
      if (!(await couldStillSubmit(tx, approval))) throw new Changed();
      const effect = await act.preview(tx, payload).catch(asChanged);
      if (fingerprint(plainEffect(effect)) !== approval.effect_hash) throw new Changed();

      await spendStepUp(tx, stepUp);
      const by = {
        makerId: approval.maker_id,
        checkerId: actor.userId,
        reason: approval.reason,
        requestId: context.requestId,
        approvalId: approval.id,
      };
      // First the word of the second person, which the doors of the money look for, then what it is about.
      await endWaiting(tx, context, approval, { state: 'approved', checkerId: actor.userId });
      await carryOut(tx, context, act, payload, effect, by);
      return {};
    });
  } catch (error) {
    // The work above was rolled back, the code stays unspent; that it can never be approved must stand all the same.
    if (error instanceof Changed) await endStale(desk, context, id);
    throw error;
  }
}

/** Ends it without an effect. The maker hears why. */
export async function refuse(
  context: KeyedContext,
  { id, reason }: ParsedInputOf<typeof refuseCall>,
): Promise<Record<string, never>> {
  const { actor } = context;
  if (actor.userId !== actor.effectiveUserId) throw new Refusal('impersonationForbidden');
  return context.once(async (tx) => {
    const approval = await lockDecidable(tx, context, id);
    await endWaiting(tx, context, approval, { state: 'refused', checkerId: actor.userId, reason });
    return {};
  });
}

/** What it does, or who submitted it, is not what it was. */
class Changed extends Refusal {
  constructor() {
    super('staleEdit');
  }
}

/** What is not as it was shown any more will not be so again: it ends, and does not wait for somebody else to find that out. */
function asChanged(error: unknown): never {
  throw error instanceof Refusal && error.refusal === 'staleEdit' ? new Changed() : error;
}

/** Whoever was switched off, or lost the right to the act, has nothing done in his name any more. */
async function couldStillSubmit(tx: Tx, { act, maker_id: makerId }: LockedApproval): Promise<boolean> {
  const maker = await readHolder(tx, makerId);
  if (maker === undefined || !(await isActive(tx, makerId))) return false;
  return permissionsOf(maker.holder).has(approvalActs[act].permission);
}

const refusals: Readonly<Record<ApprovalHindrance, ErrorName>> = {
  own: 'ownSubmission',
  samePerson: 'ownSubmission',
  concerned: 'cannotActOnYourself',
  permission: 'forbidden',
  handledByMaker: 'checkerHandledByMaker',
  unseasoned: 'checkerUnseasoned',
};

async function lockDecidable(tx: Tx, { actor }: RequestContext, id: string): Promise<LockedApproval> {
  const approval = isId(id) ? await lockApproval(tx, actor.scope, BigInt(id)) : undefined;
  if (approval === undefined) throw new Refusal('notFound');
  const checker = { ...(await standingOf(tx, actor.userId)), permissions: actor.permissions };
  const hindrance = checkerHindrance(checker, { ...approval, makerId: approval.maker_id });
  if (hindrance !== undefined) throw new Refusal(refusals[hindrance]);
  if (approval.state !== 'waiting' || approval.is_over) throw new Refusal('approvalEnded');
  return approval;
}

async function endStale(desk: Desk, context: RequestContext, id: string): Promise<void> {
  await transact(desk.db.app, async (tx) => {
    const approval = await lockApproval(tx, context.actor.scope, BigInt(id));
    if (approval?.state === 'waiting') await endWaiting(tx, context, approval, { state: 'stale' });
  });
}
