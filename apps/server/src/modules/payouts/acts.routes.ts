import {
  dispatchPayout,
  rejectPayout,
  revealPayoutCard,
  reverifyPayout,
  switchPayoutChannel,
} from '@suanpan/contract/endpoints/payouts';
import { Refusal } from '@suanpan/domain/errors';
import { isId } from '@suanpan/domain/ids';
import { errorCode } from '../../platform/db/database-error.ts';
import { transact } from '../../platform/db/transact.ts';
import type { Tx } from '../../platform/db/transact.ts';
import type { KeyedContext, RequestContext } from '../../platform/http/actor.ts';
import { bindEndpoints } from '../../platform/http/bind-endpoints.ts';
import type { Http } from '../../platform/http/create-http.ts';
import { audit } from '../audit/index.ts';
import { spendStepUp } from '../identity/index.ts';
import type { Identity } from '../identity/index.ts';
import { rejectPayout as reject } from './end/end.store.ts';
import { findPayout } from './payouts.queries.ts';
import { openPayee } from './submit/payee.ts';
import { mayTake } from './submit/submit-payout.ts';
import { letGo } from './send/dispatch.store.ts';
import { listPayouts } from './read/search.queries.ts';
import type { ListedPayout } from './read/search.queries.ts';
import { reroute } from './route/reroute.store.ts';
import { holdAnew } from './verify/verify.store.ts';
import type { Payouts } from './service.ts';

/** Raised by the doors for a person who may not do this. */
const notAllowedState = 'LG403';

type Act = 'take' | 'reject' | 'reverify' | 'switchChannel';
interface Asked {
  readonly id: string;
  readonly reason: string;
  readonly payment_password: string;
  readonly one_code: string;
}

const done = { state: 'done', approval_id: null } as const;

/**
 * What persons do with payouts: each with payment password and a fresh code, its reason in the log, once by its key. The
 * doors decide whether the state allows it, and whose it is to decide.
 */
export function bindPayoutActs(app: Http, payouts: Payouts, identity: Pick<Identity, 'proveStepUp'>): void {
  const { channels, db, wakers } = payouts;

  /** A way that was chosen by hand is held against what the payout is, as a drawn one is. */
  async function refuseWrongBook(tx: Tx, orderId: bigint): Promise<void> {
    const order = await findPayout(tx, orderId);
    const account = order?.channel_account_id ?? null;
    if (order === undefined || account === null) throw new Refusal('invalidState');
    const { driver } = (await channels.open(account)).account;
    if (!mayTake(payouts, order.is_test)(driver)) throw new Refusal('invalidState');
  }

  /** Throws `notFound` for an absent payout and for one of another tree alike. */
  async function find({ actor }: Pick<RequestContext, 'actor'>, id: string): Promise<ListedPayout> {
    const page = { offset: 0, limit: 1 };
    const [found] = isId(id)
      ? await listPayouts(db.app, actor.scope, { id: BigInt(id) }, '-created_at', page)
      : [];
    if (found === undefined) throw new Refusal('notFound');
    return found;
  }

  const prove = ({ actor }: Pick<RequestContext, 'actor'>, input: Asked) =>
    identity.proveStepUp(actor, { paymentPassword: input.payment_password, oneCode: input.one_code });

  /** Each look is written down before it is answered. Who is shown payees masked sees none of them in full. */
  async function reveal(context: RequestContext, input: Asked): Promise<{ card_no: string }> {
    const { scope } = context.actor;
    if (scope.kind === 'subAgent' || scope.kind === 'middleman') throw new Refusal('forbidden');
    const order = await find(context, input.id);
    const proven = await prove(context, input);
    await transact(db.app, async (tx) => {
      await spendStepUp(tx, proven);
      await audit(tx, context, {
        act: 'payment.transactions.reveal',
        objectKind: 'payout',
        objectId: input.id,
        after: { reason: input.reason },
      });
    });
    return { card_no: openPayee(payouts.vault, order) };
  }

  /** Whose it is is asked before anybody proves himself. */
  async function act(
    context: KeyedContext,
    name: Act,
    input: Asked,
    work: (tx: Tx, orderId: bigint) => Promise<boolean>,
  ): Promise<typeof done> {
    const { id: orderId } = await find(context, input.id);
    const proven = await prove(context, input);
    try {
      return await context.once(async (tx) => {
        await spendStepUp(tx, proven);
        if (!(await work(tx, orderId))) throw new Refusal('invalidState');
        await audit(tx, context, {
          act: `payment.transactions.${name}`,
          objectKind: 'payout',
          objectId: input.id,
          after: { reason: input.reason },
        });
        return done;
      });
    } catch (error) {
      throw errorCode(error) === notAllowedState ? new Refusal('ownSubmission') : error;
    } finally {
      for (const wake of wakers) wake();
    }
  }

  bindEndpoints(
    app,
    { dispatchPayout, rejectPayout, revealPayoutCard, reverifyPayout, switchPayoutChannel },
    {
      revealPayoutCard: reveal,
      dispatchPayout: (context, input) =>
        act(context, 'take', input, (tx, orderId) =>
          letGo(tx, orderId, {
            actorId: context.actor.userId,
            reason: input.reason,
            requestId: context.requestId,
          }),
        ),
      rejectPayout: (context, input) =>
        act(context, 'reject', input, (tx, orderId) =>
          reject(tx, orderId, {
            becomes: 'rejected',
            act: 'payout.reject',
            why: 'payoutRejected',
            actorId: context.actor.userId,
            requestId: context.requestId,
          }),
        ),
      reverifyPayout: (context, input) =>
        act(context, 'reverify', input, async (tx, orderId) => {
          const outcome = await holdAnew(tx, orderId, context);
          if (outcome === 'poor') throw new Refusal('insufficientBalance');
          return outcome === 'done';
        }),
      switchPayoutChannel: (context, input) =>
        act(context, 'switchChannel', input, async (tx, orderId) => {
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
          if (isMoved) await refuseWrongBook(tx, orderId);
          return isMoved;
        }),
    },
  );
}
