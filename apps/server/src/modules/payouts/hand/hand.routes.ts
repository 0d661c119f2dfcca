import { lockPayout, markPayoutPaid, reversePayout, unlockPayout } from '@suanpan/contract/endpoints/payouts';
import { Refusal } from '@suanpan/domain/errors';
import { openClaimsPerPerson, orderLockMinutes, payoutAskMostS } from '@suanpan/domain/limits';
import { transact } from '../../../platform/db/transact.ts';
import { bindEndpoints } from '../../../platform/http/bind-endpoints.ts';
import type { Http } from '../../../platform/http/create-http.ts';
import type { Approvals } from '../../approvals/index.ts';
import { audit } from '../../audit/index.ts';
import type { ActingOnPayouts } from '../act-on-payout.ts';
import { confirmPayout } from '../confirm/confirm-payout.ts';
import { findPayoutAttempt } from '../payouts.queries.ts';
import type { PayoutRow } from '../payouts.queries.ts';
import type { Payouts } from '../service.ts';
import { askReturn } from './by-hand.store.ts';
import { isLockedByAnother, lockFor, unlockFor } from './lock.store.ts';
import { markPaidAct } from './mark-paid.ts';

/** Keeping a payout to oneself, and saying what became of one outside of its provider. */
export function bindHandActs(
  app: Http,
  payouts: Payouts,
  acting: ActingOnPayouts,
  approvals: Pick<Approvals, 'register' | 'submit'>,
): void {
  const { db } = payouts;
  const markPaid = approvals.register(markPaidAct);

  bindEndpoints(
    app,
    { lockPayout, markPayoutPaid, reversePayout, unlockPayout },
    {
      async lockPayout(context, input) {
        const { id: orderId, stage } = await acting.find(context, input.id);
        if (stage === null) throw new Refusal('invalidState');
        const limits = { minutes: orderLockMinutes, most: openClaimsPerPerson };
        const until = await transact(db.app, async (tx) => {
          const got = await lockFor(tx, orderId, context.actor.userId, limits);
          if (got === 'taken') throw new Refusal('orderLocked');
          if (got === 'many')
            throw new Refusal('tooManyClaims', { params: { max: String(openClaimsPerPerson) } });
          await audit(tx, context, {
            act: 'payment.transactions.lock',
            objectKind: 'payout',
            objectId: input.id,
            after: { locked: true },
          });
          return got;
        });
        return { lock_until: until.toISOString() };
      },

      async unlockPayout(context, input) {
        const { id: orderId } = await acting.find(context, input.id);
        await transact(db.app, async (tx) => {
          if (!(await unlockFor(tx, orderId, context.actor.userId))) throw new Refusal('lockNotHeld');
          await audit(tx, context, {
            act: 'payment.transactions.lock',
            objectKind: 'payout',
            objectId: input.id,
            after: { locked: false },
          });
        });
        return {};
      },

      async markPayoutPaid(context, input) {
        // The platform's own to say, and its second person's to confirm (domain §3, J5).
        if (context.actor.scope.kind !== 'platform') throw new Refusal('forbidden');
        const { id: orderId } = await acting.find(context, input.id);
        const { slip = null, third_party_no: thirdPartyNo = null } = input;
        const stepUp = await acting.prove(context, input);
        if (slip === null && thirdPartyNo === null) throw new Refusal('proofRequired');
        const isLocked = await transact(db.app, (tx) => isLockedByAnother(tx, orderId, context.actor.userId));
        if (isLocked) throw new Refusal('orderLocked');
        const said = { order_id: input.id, third_party_no: thirdPartyNo, slip };
        return approvals.submit(context, markPaid, said, { reason: input.reason, stepUp });
      },

      async reversePayout(context, input) {
        const order = await acting.find(context, input.id);
        const answer = await acting.act(context, 'reverse', input, (tx, orderId) =>
          askReturn(tx, orderId, {
            actorId: context.actor.userId,
            reason: input.reason,
            requestId: context.requestId,
          }),
        );
        await askProvider(order, context.requestId);
        return answer;
      },
    },
  );

  /** Whether it came back is the provider's to say; one that does not answer now tells it by its notice. */
  async function askProvider(order: PayoutRow, requestId: string): Promise<void> {
    try {
      const attempt = await findPayoutAttempt(db.app, { orderId: order.id, n: order.attempt_no ?? 0 });
      if (attempt !== undefined)
        await confirmPayout(payouts, { order, attempt, againAfterS: payoutAskMostS, requestId });
    } catch (error) {
      payouts.log.warn(
        { err: error, payout: String(order.id) },
        'a provider could not be asked about a return',
      );
    }
  }
}
