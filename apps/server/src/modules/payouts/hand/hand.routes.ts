import {
  lockPayout,
  markPayoutPaid,
  namePayoutTransfer,
  releaseUnsentPayout,
  reversePayout,
  unlockPayout,
} from '@suanpan/contract/endpoints/payouts';
import { Refusal } from '@suanpan/domain/errors';
import { payoutAskFirstS, payoutAskMostS } from '@suanpan/domain/limits';
import { isPayoutNetwork } from '@suanpan/domain/payout-networks';
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
import { lockFor, refuseLockedByAnother, unlockFor } from './lock.store.ts';
import { markPaidAct } from './mark-paid.ts';
import { nameOnce } from '../transfer/name-once.ts';
import { notSentAct } from '../transfer/not-sent.ts';
import { holderOf, isInOthersHand, transfersOf } from '../transfer/transfers.queries.ts';

/** Keeping a payout to oneself, and saying what became of one outside of its provider. */
export function bindHandActs(
  app: Http,
  payouts: Payouts,
  acting: ActingOnPayouts,
  approvals: Pick<Approvals, 'register' | 'submit'>,
): void {
  const { db } = payouts;
  const markPaid = approvals.register(markPaidAct);
  const notSent = approvals.register(notSentAct);

  bindEndpoints(
    app,
    { lockPayout, markPayoutPaid, namePayoutTransfer, releaseUnsentPayout, reversePayout, unlockPayout },
    {
      async lockPayout(context, input) {
        const { id: orderId, stage } = await acting.find(context, input.id);
        if (stage === null) throw new Refusal('invalidState');
        const { until } = await transact(db.app, async (tx) => {
          const got = await lockFor(tx, orderId, context.actor);
          await audit(tx, context, {
            act: 'payment.transactions.lock',
            objectKind: 'payout',
            objectId: input.id,
            after: { locked: true, ...(got.takenFrom !== null && { taken_from: String(got.takenFrom) }) },
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
        const { bank_code: bankCode, id: orderId } = await acting.find(context, input.id);
        const { slip = null, third_party_no: thirdPartyNo = null } = input;
        const stepUp = await acting.prove(context, input);
        // What a chain can be asked about is no proof on anybody's word.
        const isProven = slip !== null || (thirdPartyNo !== null && !isPayoutNetwork(bankCode));
        if (!isProven) throw new Refusal('proofRequired');
        await refuseLockedByAnother(db.app, orderId, context.actor.userId);
        const said = { order_id: input.id, third_party_no: thirdPartyNo, slip };
        return approvals.submit(context, markPaid, said, { reason: input.reason, stepUp });
      },

      async namePayoutTransfer(context, input) {
        // The platform's own to say, as whatever else is said to be paid; here the chain is the second that agrees.
        if (context.actor.scope.kind !== 'platform') throw new Refusal('forbidden');
        const order = await acting.find(context, input.id);
        if (!isPayoutNetwork(order.bank_code)) throw new Refusal('invalidState');
        const hash = input.tx_hash.toLowerCase();
        const holder = (await holderOf(db.app, context.actor.scope, order.id)) ?? '';
        await acting.act(context, 'markPaid', input, (tx, orderId) =>
          nameOnce(tx, holder, orderId, hash, {
            actorId: context.actor.userId,
            reason: input.reason,
            requestId: context.requestId,
          }),
        );
        await askProvider(order, context.requestId, payoutAskFirstS);
        const named = (await transfersOf(db.app, context.actor.scope, order.id)).find(
          (each) => each.tx_hash === hash,
        );
        if (named === undefined) throw new Error(`The transaction of payout ${order.id} is gone`);
        return { state: named.state, refusal: named.refusal };
      },

      async releaseUnsentPayout(context, input) {
        if (context.actor.scope.kind !== 'platform') throw new Refusal('forbidden');
        const order = await acting.find(context, input.id);
        if (!isPayoutNetwork(order.bank_code) || order.attempt_no === null) throw new Refusal('invalidState');
        const stepUp = await acting.prove(context, input);
        await refuseLockedByAnother(db.app, order.id, context.actor.userId);
        if (await isInOthersHand(db.app, order.id, context.actor.userId)) {
          const name = (await holderOf(db.app, context.actor.scope, order.id)) ?? '';
          throw new Refusal('inOthersHand', { params: { name } });
        }
        const said = { order_id: input.id, attempt: String(order.attempt_no), becomes: input.becomes };
        return approvals.submit(context, notSent, said, { reason: input.reason, stepUp });
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
        await askProvider(order, context.requestId, payoutAskMostS);
        return answer;
      },
    },
  );

  /** Whether it was paid or came back is the provider's to say; one that does not answer now is asked again, or tells it. */
  async function askProvider(order: PayoutRow, requestId: string, againAfterS: number): Promise<void> {
    try {
      const attempt = await findPayoutAttempt(db.app, { orderId: order.id, n: order.attempt_no ?? 0 });
      if (attempt !== undefined) await confirmPayout(payouts, { order, attempt, againAfterS, requestId });
    } catch (error) {
      payouts.log.warn(
        { err: error, payout: String(order.id) },
        'a provider could not be asked about what a person said of a payout',
      );
    }
  }
}
