import {
  dispatchPayout,
  rejectPayout,
  revealPayoutCard,
  reverifyPayout,
  switchPayoutChannel,
  slipPath,
} from '@suanpan/contract/endpoints/payouts';
import { Refusal } from '@suanpan/domain/errors';
import { transact } from '../../platform/db/transact.ts';
import type { Tx } from '../../platform/db/transact.ts';
import type { RequestContext } from '../../platform/http/actor.ts';
import { bindEndpoints } from '../../platform/http/bind-endpoints.ts';
import type { Http } from '../../platform/http/create-http.ts';
import { refuseBlocked } from '../approvals/index.ts';
import type { Approvals } from '../approvals/index.ts';
import { audit } from '../audit/index.ts';
import { spendStepUp } from '../identity/index.ts';
import type { Identity } from '../identity/index.ts';
import { bindSlips, knowsPeople } from '../orders/index.ts';
import { actingOnPayouts } from './act-on-payout.ts';
import type { AskedOfPayout } from './act-on-payout.ts';
import { findPayout } from './payouts.queries.ts';
import { openPayee } from './submit/payee.ts';
import { mayTake } from './submit/submit-payout.ts';
import { rejectPayout as reject } from './end/end.store.ts';
import { bindHandActs } from './hand/hand.routes.ts';
import { countAnew } from '../channels/index.ts';
import { blockedOnPayouts } from './hand/blocked-actions.ts';
import { isShownSlip, lockPayout } from './hand/by-hand.store.ts';
import { letGo } from './send/dispatch.store.ts';
import { reroute } from './route/reroute.store.ts';
import { holdAnew } from './verify/verify.store.ts';
import type { Payouts } from './service.ts';

/**
 * What persons do with payouts: each with payment password and a fresh code, its reason in the log, once by its key. The
 * doors decide whether the state allows it, and whose it is to decide.
 */
export function bindPayoutActs(
  app: Http,
  payouts: Payouts,
  identity: Pick<Identity, 'proveStepUp'>,
  approvals: Pick<Approvals, 'register' | 'submit'>,
): void {
  const acting = actingOnPayouts(payouts, identity);
  const { act } = acting;
  bindHandActs(app, payouts, acting, approvals);
  bindSlips(app, payouts.db, {
    path: slipPath,
    act: 'payment.transactions.slip',
    permission: 'payment.transactions.slip',
    isShown: isShownSlip,
  });
  const { channels, db } = payouts;

  /** The payout under its lock, and nothing waits on it that this would cross. */
  async function refuseCrossed(tx: Tx, orderId: bigint, action: string): Promise<void> {
    await lockPayout(tx, orderId);
    await refuseBlocked(tx, blockedOnPayouts, orderId, action);
  }

  /** A way that was chosen by hand is held against what the payout is, as a drawn one is. */
  async function refuseWrongBook(tx: Tx, orderId: bigint): Promise<void> {
    const order = await findPayout(tx, orderId);
    const account = order?.channel_account_id ?? null;
    if (order === undefined || account === null) throw new Refusal('invalidState');
    const { driver } = (await channels.open(account)).account;
    if (!mayTake(payouts, order.is_test, order.bank_code)(driver)) throw new Refusal('invalidState');
  }

  /** Each look is written down before it is answered. Who is shown payees masked sees none of them in full. */
  async function reveal(context: RequestContext, asked: AskedOfPayout): Promise<{ card_no: string }> {
    if (!knowsPeople(context.actor.scope)) throw new Refusal('forbidden');
    const order = await acting.find(context, asked.id);
    const proven = await acting.prove(context, asked);
    await transact(db.app, async (tx) => {
      await spendStepUp(tx, proven);
      await audit(tx, context, {
        act: 'payment.transactions.reveal',
        objectKind: 'payout',
        objectId: asked.id,
        after: { reason: asked.reason },
      });
    });
    return { card_no: openPayee(payouts.vault, order) };
  }

  bindEndpoints(
    app,
    { dispatchPayout, rejectPayout, revealPayoutCard, reverifyPayout, switchPayoutChannel },
    {
      revealPayoutCard: reveal,
      dispatchPayout: (context, input) =>
        act(context, 'take', input, async (tx, orderId) => {
          await refuseCrossed(tx, orderId, 'dispatch');
          return letGo(tx, orderId, {
            actorId: context.actor.userId,
            reason: input.reason,
            requestId: context.requestId,
          });
        }),
      rejectPayout: (context, input) =>
        act(context, 'reject', input, async (tx, orderId) => {
          await refuseCrossed(tx, orderId, 'reject');
          return reject(tx, orderId, {
            becomes: 'rejected',
            act: 'payout.reject',
            why: 'payoutRejected',
            actorId: context.actor.userId,
            requestId: context.requestId,
          });
        }),
      reverifyPayout: (context, input) =>
        act(context, 'reverify', input, async (tx, orderId) => {
          const outcome = await holdAnew(tx, orderId, context);
          if (outcome === 'poor') throw new Refusal('insufficientBalance');
          return outcome === 'done';
        }),
      switchPayoutChannel: (context, input) =>
        act(context, 'switchChannel', input, async (tx, orderId) => {
          await refuseCrossed(tx, orderId, 'switchChannel');
          const chosen = { channel_id: input.channel_id, channel: '', chosen: true, reason: 'chosenByHand' };
          const isMoved = await reroute(
            tx,
            orderId,
            BigInt(input.channel_id),
            { candidates: [chosen] },
            {
              actorId: context.actor.userId,
              requestId: context.requestId,
            },
          );
          if (isMoved) {
            await refuseWrongBook(tx, orderId);
            await countAnew(tx, BigInt(input.channel_id));
          }
          return isMoved;
        }),
    },
  );
}
