import { approvalPolicy, changeThreshold } from '@suanpan/contract/endpoints/approval-policy';
import { Refusal } from '@suanpan/domain/errors';
import { typedAmount } from '@suanpan/domain/typed-amount';
import { readSignedLedger } from '@suanpan/money/amount';
import type { Currency } from '@suanpan/money/currency';
import type { Actor } from '../../../platform/http/actor.ts';
import { bindEndpoints } from '../../../platform/http/bind-endpoints.ts';
import type { Http } from '../../../platform/http/create-http.ts';
import type { RegisteredAct } from '../act.ts';
import type { Desk } from '../desk.ts';
import { submit } from '../submit.ts';
import type { ThresholdChange } from './policy-act.ts';
import { listPolicy } from './policy.queries.ts';
import { presentPolicy } from './policy.present.ts';

/** From which sums on a second person is asked: the platform's matter, whoever was given its permission. */
export function bindPolicy(app: Http, desk: Desk, act: RegisteredAct<ThresholdChange>): void {
  bindEndpoints(
    app,
    { approvalPolicy, changeThreshold },
    {
      async approvalPolicy({ actor }) {
        requirePlatform(actor);
        return { items: presentPolicy(await listPolicy(desk.db.app)) };
      },
      async changeThreshold(context, input) {
        requirePlatform(context.actor);
        const { currency } = input;
        const change = {
          agent_id: input.agent_id,
          act: input.act,
          currency,
          threshold: input.threshold === null ? null : typedAmount(input.threshold, currency).toString(),
          was: seenOf(input.was, currency).toString(),
        };
        const stepUp = await desk.identity.proveStepUp(context.actor, {
          paymentPassword: input.payment_password,
          oneCode: input.one_code,
        });
        return submit(desk, context, act, change, { reason: input.reason, stepUp });
      },
    },
  );
}

function requirePlatform({ scope }: Actor): void {
  if (scope.kind !== 'platform') throw new Refusal('forbidden');
}

function seenOf(text: string, currency: Currency): bigint {
  const amount = readSignedLedger(text, currency);
  if (amount === null) throw new Refusal('invalidAmount');
  return amount;
}
