import type { UserAct } from '@suanpan/domain/access/user-acts';
import type { Database } from '../../platform/db/database.ts';
import type { RequestContext } from '../../platform/http/actor.ts';
import type { Approvals } from '../approvals/index.ts';
import type { Identity } from '../identity/index.ts';
import { getUser } from './find/get-user.ts';
import type { SeenUser } from './find/get-user.ts';
import { requireAct } from './find/may-act.ts';

/** What acts need that ask for the payment password, a fresh code, and from a threshold on for a second person. */
export interface CheckedDeps {
  readonly db: Database;
  readonly identity: Pick<Identity, 'proveStepUp'>;
  readonly approvals: Approvals;
}

export interface StepUp {
  readonly reason: string;
  readonly payment_password: string;
  readonly one_code: string;
}

/** Who asks and why. Refuses a wrong password or code. */
export async function prove(
  { identity }: CheckedDeps,
  { actor }: RequestContext,
  { reason, payment_password, one_code }: StepUp,
) {
  return {
    reason,
    stepUp: await identity.proveStepUp(actor, { paymentPassword: payment_password, oneCode: one_code }),
  };
}

/** The user through the caller's scope, before anything is asked of the caller himself. */
export async function findFor(
  { db }: CheckedDeps,
  context: RequestContext,
  id: string,
  act: UserAct,
): Promise<SeenUser> {
  const seen = await getUser(db.app, context.actor, id);
  requireAct(seen.caller, seen.user, act);
  return seen;
}
