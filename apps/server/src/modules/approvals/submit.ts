import { stepUpPermissions } from '@suanpan/domain/access/sensitive';
import { approvalActs, waitingOnceWith } from '@suanpan/domain/approvals';
import type { ApprovalActName } from '@suanpan/domain/approvals';
import { Refusal } from '@suanpan/domain/errors';
import { translateError } from '@suanpan/messages/translate';
import { savepoint } from '../../platform/db/savepoint.ts';
import { transact } from '../../platform/db/transact.ts';
import type { Tx } from '../../platform/db/transact.ts';
import type { KeyedContext, Once, RequestContext } from '../../platform/http/actor.ts';
import { recordAudit } from '../audit/index.ts';
import { spendStepUp } from '../identity/index.ts';
import type { ProvenStepUp } from '../identity/index.ts';
import type { ApprovalEffect, RegisteredAct } from './act.ts';
import { lockSums, movedSum, sumWithLately } from './approval-sum.store.ts';
import { insertApproval, lockSubject } from './approvals.store.ts';
import { carryOut } from './carry-out.ts';
import type { Desk } from './desk.ts';
import { endOverdue } from './end-overdue.ts';
import { findDeciders } from './find-deciders.ts';
import type { Deciders } from './find-deciders.ts';
import { tellApprovals } from './news.ts';
import { thresholdOf } from './policy/policy.queries.ts';
import { makersBehind } from './standing.queries.ts';
import { isWaitingOn } from './waiting-acts.queries.ts';

export type Submitted =
  | { state: 'done' }
  /** With how many can decide it now. */
  | { state: 'waiting'; approval_id: string; deciders: Deciders };

export interface SubmitOptions {
  readonly reason: string;
  /** Payment password and code, proved before; spent in the transaction of the effect. */
  readonly stepUp?: ProvenStepUp;
}

/**
 * Does the act at once, or stores it until a second person has looked at it. Idempotent where the endpoint takes a key. Refuses
 * whatever the act's preview refuses, `forbidden`, `impersonationForbidden` for whoever acts as another,
 * `stepUpRequired` where the permission asks for payment password and code, `approvalPending` when exactly this waits
 * already, or anything of an act that waits once a subject, and `nobodyCanDecide` where no second person is there. The
 * endpoint has found the subject in the caller's tree before.
 */
export async function submit<Payload>(
  desk: Desk,
  context: RequestContext | KeyedContext,
  act: RegisteredAct<Payload>,
  payload: Payload,
  { reason, stepUp }: SubmitOptions,
): Promise<Submitted> {
  const plain = refuseEarly(context, act, payload, stepUp);
  const once: Once = 'once' in context ? context.once : (work) => transact(desk.db.app, work);
  return once(async (tx) => {
    if (stepUp !== undefined) await spendStepUp(tx, stepUp);
    return submitIn(desk, tx, context, { act, plain, reason });
  });
}

export interface SubmitManyOptions<Answer> extends SubmitOptions {
  /** What the call answers; kept with its key. */
  readonly answer: (became: readonly SubmittedOfMany[]) => Answer;
}

/** What became of one of many; a refusal in the words of whoever asked. */
export type SubmittedOfMany = Submitted | { state: 'refused'; message: string };

/**
 * The same for many by one proof: in the order given, each by itself, so that one refusal stops no other. Refuses as a whole what
 * `submit` refuses for the maker.
 */
export async function submitMany<Payload, Answer>(
  desk: Desk,
  context: KeyedContext,
  act: RegisteredAct<Payload>,
  payloads: readonly Payload[],
  { reason, stepUp, answer }: SubmitManyOptions<Answer>,
): Promise<Answer> {
  const plain = payloads.map((payload) => refuseEarly(context, act, payload, stepUp));
  return context.once(async (tx) => {
    if (stepUp !== undefined) await spendStepUp(tx, stepUp);
    const answers: SubmittedOfMany[] = [];
    for (const each of plain) {
      try {
        answers.push(await savepoint(tx, () => submitIn(desk, tx, context, { act, plain: each, reason })));
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        answers.push({
          state: 'refused',
          message: translateError(context.locale, error.refusal, error.params),
        });
      }
    }
    return answer(answers);
  });
}

function refuseEarly<Payload>(
  { actor }: RequestContext,
  act: RegisteredAct<Payload>,
  payload: Payload,
  stepUp: ProvenStepUp | undefined,
): Payload {
  const { permission } = approvalActs[act.name];
  if (actor.userId !== actor.effectiveUserId) throw new Refusal('impersonationForbidden');
  if (!actor.permissions.has(permission)) throw new Refusal('forbidden');
  if (stepUp === undefined && stepUpPermissions.has(permission)) throw new Refusal('stepUpRequired');
  if (stepUp !== undefined && stepUp.userId !== actor.userId) throw new Error('A step-up of somebody else');
  return act.payload.parse(payload);
}

async function submitIn<Payload>(
  desk: Desk,
  tx: Tx,
  context: RequestContext,
  { act, plain, reason }: { act: RegisteredAct<Payload>; plain: Payload; reason: string },
): Promise<Submitted> {
  const { actor } = context;
  if (approvalActs[act.name].hasAmount) await lockSums(tx, act.name, actor.userId);
  const effect = await act.preview(tx, plain);
  // The endpoint decides whose subject it is; an act that names another tree is refused all the same.
  if (actor.scope.kind === 'agent' && effect.agentId !== actor.scope.agentId) throw new Refusal('notFound');
  await refuseWaiting(tx, act.name, effect);
  const makerId = actor.userId;
  if (!(await needsChecker(desk, tx, { act: act.name, makerId, effect }))) {
    const { requestId } = context;
    await carryOut(tx, context, act, plain, effect, {
      makerId,
      checkerId: null,
      approvalId: null,
      reason,
      requestId,
    });
    return { state: 'done' };
  }
  const deciders = await findDeciders(tx, {
    act: act.name,
    agentId: effect.agentId,
    makerId,
    makers: await makersBehind(tx, makerId),
    barred: effect.barred ?? [],
  });
  await endOverdue(tx, { act: act.name, payload: plain });
  const stored = await insertApproval(tx, { act: act.name, payload: plain, effect, reason, makerId });
  if (stored === undefined) throw new Refusal('approvalPending');
  const { id, print } = stored;
  await recordAudit(tx, {
    actorId: makerId,
    act: 'approval.submit',
    objectKind: 'approval',
    objectId: id.toString(),
    toStatus: 'waiting',
    after: { act: act.name, subject: effect.subject, rows: effect.rows, reason, print },
    ip: context.ip,
    userAgent: context.userAgent,
    requestId: context.requestId,
  });
  const told = { id, act: act.name, maker_id: makerId, agent_id: effect.agentId };
  await tellApprovals(tx, [told], 'waiting', { label: effect.subject.label });
  return { state: 'waiting', approval_id: id.toString(), deciders };
}

/** Of two who ask at once for what waits once the second finds what the first has left: not every preview locks its subject. */
async function refuseWaiting(tx: Tx, act: ApprovalActName, { subject }: ApprovalEffect): Promise<void> {
  const once = waitingOnceWith(act);
  if (once.length === 0) return;
  await lockSubject(tx, subject);
  if (await isWaitingOn(tx, subject.kind, subject.id, once)) throw new Refusal('approvalPending');
}

/**
 * Without a sum nothing says that it is small, so it waits; a sum waits from the threshold of its tree on, together
 * with what the same person, or anybody on the same subject, moved within a day (domain §10.10).
 */
async function needsChecker(
  desk: Desk,
  tx: Tx,
  submission: {
    readonly act: ApprovalActName;
    readonly makerId: bigint;
    readonly effect: ApprovalEffect;
  },
): Promise<boolean> {
  const { act, makerId, effect } = submission;
  if (!desk.fourEyes) return false;
  const moved = movedSum(act, makerId, effect);
  if (!approvalActs[act].hasAmount || moved === undefined) return true;
  const sum = await sumWithLately(tx, moved);
  return sum >= (await thresholdOf(tx, { act, agentId: effect.agentId, currency: moved.currency }));
}
