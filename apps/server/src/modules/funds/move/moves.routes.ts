import { adjustBalance, fundMerchant, transferFeeIncome } from '@suanpan/contract/endpoints/funds';
import { Refusal } from '@suanpan/domain/errors';
import { readOrderAmount } from '@suanpan/domain/order-amount';
import { formatLedger } from '@suanpan/money/amount';
import type { Currency } from '@suanpan/money/currency';
import type { RequestContext, Scope } from '../../../platform/http/actor.ts';
import { bindEndpoints } from '../../../platform/http/bind-endpoints.ts';
import type { Http } from '../../../platform/http/create-http.ts';
import { ownerOf } from '../../../platform/http/owner-of.ts';
import { audit } from '../../audit/index.ts';
import { spendStepUp } from '../../identity/index.ts';
import type { FundsDeps } from '../funds-deps.ts';
import { adjustAct, fundAct } from './move-act.ts';
import type { MoveChange } from './move-act.ts';
import { moveFunds } from './move.store.ts';
import { findOwnerBelow } from './owners-in-scope.queries.ts';

interface Asked {
  readonly reason: string;
  readonly payment_password: string;
  readonly one_code: string;
}

/** Money that persons move between owners: each with payment password and a fresh code, once by its key. */
export function bindMoves(app: Http, { approvals, db, identity }: FundsDeps): void {
  const fund = approvals.register(fundAct);
  const adjust = approvals.register(adjustAct);

  const prove = ({ actor }: RequestContext, { payment_password, one_code }: Asked) =>
    identity.proveStepUp(actor, { paymentPassword: payment_password, oneCode: one_code });

  bindEndpoints(
    app,
    { transferFeeIncome, fundMerchant, adjustBalance },
    {
      async transferFeeIncome(context, input) {
        const { currency, reason } = input;
        const ownerId = ownerOf(context.actor.scope);
        if (ownerId === null || String(ownerId) !== (input.owner_id ?? String(ownerId)))
          throw new Refusal('notFound');
        const change = readOrderAmount(input.amount, currency);
        const proven = await prove(context, input);
        return context.once(async (tx) => {
          await spendStepUp(tx, proven);
          const journalId = await moveFunds(
            tx,
            { kind: 'transfer', ownerId, currency, change, source: 'feeIncome' },
            { makerId: context.actor.userId, approvalId: null, reason, requestId: context.requestId },
          );
          await audit(tx, context, {
            act: 'cashManagement3.transfer',
            objectKind: 'user',
            objectId: String(ownerId),
            journalId,
            after: { settleable: `+${formatLedger(change, currency)}`, currency, reason },
          });
          return { state: 'done' as const };
        });
      },
      async fundMerchant(context, input) {
        const owner = await findOwner(context, input.customer_id);
        if (owner.kind !== 'customer') throw new Refusal('notFound');
        const move = moveOf(owner, readOrderAmount(input.amount, owner.currency), 'agent');
        return approvals.submit(context, fund, move, {
          reason: input.reason,
          stepUp: await prove(context, input),
        });
      },
      async adjustBalance(context, input) {
        const owner = await findOwner(context, input.owner_id);
        if (input.source !== sourceOf(context.actor.scope)) throw new Refusal('manualBalanceNotAllowed');
        if (input.source === 'agent' && owner.kind !== 'customer') throw new Refusal('invalidState');
        const amount = readOrderAmount(input.amount, owner.currency);
        const move = moveOf(owner, input.direction === 'take' ? -amount : amount, input.source);
        return approvals.submit(context, adjust, move, {
          reason: input.reason,
          stepUp: await prove(context, input),
        });
      },
    },
  );

  /** Refuses `notFound` for an absent owner and for one of another tree alike. */
  async function findOwner({ actor }: RequestContext, id: string) {
    const owner = await findOwnerBelow(db.app, actor.scope, BigInt(id));
    if (owner === undefined) throw new Refusal('notFound');
    return owner;
  }
}

/** Who pays for a change by hand: the platform its goodwill, a senior agent what is his own. */
function sourceOf(scope: Scope): MoveChange['source'] {
  return scope.kind === 'platform' ? 'goodwill' : 'agent';
}

const moveOf = (
  owner: { readonly id: bigint; readonly currency: Currency },
  change: bigint,
  source: MoveChange['source'],
): MoveChange => ({ owner_id: String(owner.id), currency: owner.currency, change: String(change), source });
