import {
  dispatchPayout,
  rejectPayout,
  reverifyPayout,
  switchPayoutChannel,
} from '@suanpan/contract/endpoints/payouts';
import { Refusal } from '@suanpan/domain/errors';
import { isId } from '@suanpan/domain/ids';
import { errorCode } from '../../platform/db/database-error.ts';
import type { Tx } from '../../platform/db/transact.ts';
import type { KeyedContext } from '../../platform/http/actor.ts';
import { bindEndpoints } from '../../platform/http/bind-endpoints.ts';
import type { Http } from '../../platform/http/create-http.ts';
import { audit } from '../audit/index.ts';
import { spendStepUp } from '../identity/index.ts';
import type { Identity } from '../identity/index.ts';
import { rejectPayout as reject } from './end/end.store.ts';
import { letGo } from './send/dispatch.store.ts';
import { listPayouts } from './read/search.queries.ts';
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
export function bindPayoutActs(
  app: Http,
  { db, wakers }: Payouts,
  identity: Pick<Identity, 'proveStepUp'>,
): void {
  /** Refuses `notFound` for an absent payout and for one of another tree alike, before anybody proves himself. */
  async function act(
    context: KeyedContext,
    name: Act,
    input: Asked,
    work: (tx: Tx, orderId: bigint) => Promise<boolean>,
  ): Promise<typeof done> {
    const { actor } = context;
    if (!isId(input.id)) throw new Refusal('notFound');
    const orderId = BigInt(input.id);
    const found = await listPayouts(db.app, actor.scope, { id: orderId }, '-created_at', {
      offset: 0,
      limit: 1,
    });
    if (found.length === 0) throw new Refusal('notFound');
    const proven = await identity.proveStepUp(actor, {
      paymentPassword: input.payment_password,
      oneCode: input.one_code,
    });
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
    { dispatchPayout, rejectPayout, reverifyPayout, switchPayoutChannel },
    {
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
        act(context, 'switchChannel', input, (tx, orderId) => {
          const chosen = { channel_id: input.channel_id, channel: '', chosen: true, reason: 'chosenByHand' };
          return reroute(
            tx,
            orderId,
            BigInt(input.channel_id),
            { candidates: [chosen] },
            {
              actorId: context.actor.userId,
              requestId: context.requestId,
            },
          );
        }),
    },
  );
}
