import { transact } from '../../platform/db/transact.ts';
import type { Actor, KeyedContext, RequestContext } from '../../platform/http/actor.ts';
import type { Http } from '../../platform/http/create-http.ts';
import { recordAudit } from '../audit/index.ts';
import type { ApprovalAct, RegisteredAct } from './act.ts';
import { bindApprovals, waitingFor } from './approvals.routes.ts';
import type { Desk } from './desk.ts';
import { endOverdue } from './end-overdue.ts';
import { policyAct } from './policy/policy-act.ts';
import { bindPolicy } from './policy/policy.routes.ts';
import { submit, submitMany } from './submit.ts';
import type { SubmitManyOptions, SubmitOptions, Submitted } from './submit.ts';

export interface Approvals {
  /** Once an act, when its module is opened; a second act of the same name is a fault. */
  register<Payload>(act: ApprovalAct<Payload>): RegisteredAct<Payload>;
  submit<Payload>(
    context: RequestContext | KeyedContext,
    act: RegisteredAct<Payload>,
    payload: Payload,
    options: SubmitOptions,
  ): Promise<Submitted>;
  /** Many by one proof; each is done, waits or is refused by itself. */
  submitMany<Payload, Answer>(
    context: KeyedContext,
    act: RegisteredAct<Payload>,
    payloads: readonly Payload[],
    options: SubmitManyOptions<Answer>,
  ): Promise<Answer>;
  bind(app: Http): void;
  /** How much waits for this person's decision, beside the entry of the menu. */
  badgesOf(actor: Actor): Promise<{ readonly 'admin.approvals'?: number }>;
  /** That four eyes are switched off leaves a row at every start. */
  announce(): Promise<void>;
  /** Ends what has waited 24 hours. Each minute. */
  sweep(): Promise<void>;
}

export function openApprovals(deps: Omit<Desk, 'acts'>): Approvals {
  const acts = new Map<string, ApprovalAct<unknown>>();
  const desk: Desk = { ...deps, acts };
  function register<Payload>(act: ApprovalAct<Payload>): RegisteredAct<Payload> {
    if (acts.has(act.name)) throw new Error(`The act ${act.name} is registered twice`);
    acts.set(act.name, act);
    return act as RegisteredAct<Payload>;
  }
  const changeThreshold = register(policyAct);
  return {
    register,
    submit: (context, act, payload, options) => submit(desk, context, act, payload, options),
    submitMany: (context, act, payloads, options) => submitMany(desk, context, act, payloads, options),
    bind(app) {
      bindApprovals(app, desk);
      bindPolicy(app, desk, changeThreshold);
    },
    async badgesOf(actor) {
      if (!actor.permissions.has('admin.approvals.get')) return {};
      const { decidable } = await waitingFor(desk.db.app, actor);
      return decidable === 0 ? {} : { 'admin.approvals': decidable };
    },
    async announce() {
      if (desk.fourEyes) return;
      await recordAudit(desk.db.app, {
        actorId: null,
        act: 'approvals.fourEyesOff',
        objectKind: 'installation',
        objectId: 'FOUR_EYES',
      });
    },
    async sweep() {
      while ((await transact(desk.db.workers, (tx) => endOverdue(tx))) === 500);
    },
  };
}
