import { Refusal } from '@suanpan/domain/errors';
import { isId } from '@suanpan/domain/ids';
import { errorCode } from '../../platform/db/database-error.ts';
import type { Tx } from '../../platform/db/transact.ts';
import type { KeyedContext, RequestContext } from '../../platform/http/actor.ts';
import { recallOrders } from '../archive/index.ts';
import { audit } from '../audit/index.ts';
import { spendStepUp } from '../identity/index.ts';
import type { Identity, ProvenStepUp } from '../identity/index.ts';
import { refuseLockedByAnother } from './hand/lock.store.ts';
import { listPayouts } from './read/search.queries.ts';
import type { ListedPayout } from './read/search.queries.ts';
import type { Payouts } from './service.ts';

/** Raised by the doors for a person who may not do this. */
const notAllowedState = 'LG403';

type Act = 'take' | 'reject' | 'reverify' | 'reverse' | 'switchChannel' | 'markPaid';
export interface AskedOfPayout {
  readonly id: string;
  readonly reason: string;
  readonly payment_password: string;
  readonly one_code: string;
}

const done = { state: 'done', approval_id: null } as const;

export type ActingOnPayouts = ReturnType<typeof actingOnPayouts>;

/**
 * How a person acts on a payout: it is looked for in his own tree, he proves himself, nobody else has it to himself, and the
 * act, its reason in the log and the code's use stand in one transaction, once by its key.
 */
export function actingOnPayouts({ db, wakers }: Payouts, identity: Pick<Identity, 'proveStepUp'>) {
  const wakeAll = (): void => {
    for (const wake of wakers) wake();
  };

  /** Refuses `notFound` for an absent payout and for one of another tree alike. An archived one comes back. */
  async function find({ actor }: RequestContext, id: string): Promise<ListedPayout> {
    if (!isId(id)) throw new Refusal('notFound');
    const [row] = await listPayouts(db.app, actor.scope, { id: BigInt(id) }, '-created_at', {
      offset: 0,
      limit: 1,
    });
    if (row === undefined) throw new Refusal('notFound');
    await recallOrders(db.app, 'payout', [row.id]);
    return row;
  }

  async function prove({ actor }: RequestContext, asked: AskedOfPayout): Promise<ProvenStepUp> {
    return identity.proveStepUp(actor, {
      paymentPassword: asked.payment_password,
      oneCode: asked.one_code,
    });
  }

  async function act(
    context: KeyedContext,
    name: Act,
    asked: AskedOfPayout,
    work: (tx: Tx, orderId: bigint) => Promise<boolean>,
  ): Promise<typeof done> {
    const { id: orderId } = await find(context, asked.id);
    const proven = await prove(context, asked);
    try {
      return await context.once(async (tx) => {
        await spendStepUp(tx, proven);
        await refuseLockedByAnother(tx, orderId, context.actor.userId);
        if (!(await work(tx, orderId))) throw new Refusal('invalidState');
        await audit(tx, context, {
          act: `payment.transactions.${name}`,
          objectKind: 'payout',
          objectId: asked.id,
          after: { reason: asked.reason },
        });
        return done;
      });
    } catch (error) {
      throw errorCode(error) === notAllowedState ? new Refusal('ownSubmission') : error;
    } finally {
      wakeAll();
    }
  }

  return { find, prove, act };
}
