import type { RequestContext } from '../../platform/http/actor.ts';
import type { ProvenStepUp } from '../identity/index.ts';
import type { WithdrawalsDeps } from './withdrawals-deps.ts';

interface Asked {
  readonly payment_password: string;
  readonly one_code: string;
}

/** Payment password and a fresh code of whoever calls, before the transaction of the act. */
export function proveAsked(
  { identity }: Pick<WithdrawalsDeps, 'identity'>,
  { actor }: RequestContext,
  { payment_password, one_code }: Asked,
): Promise<ProvenStepUp> {
  return identity.proveStepUp(actor, { paymentPassword: payment_password, oneCode: one_code });
}
