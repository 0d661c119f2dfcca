import {
  confirmPerson,
  editFrozen,
  editSettleable,
  resetUserTwoFactor,
  setAccess,
} from '@suanpan/contract/endpoints/user-acts';
import type { UserAct } from '@suanpan/domain/access/user-acts';
import { Refusal } from '@suanpan/domain/errors';
import { AmountFormatError, parseAmount } from '@suanpan/money/amount';
import type { Currency } from '@suanpan/money/currency';
import type { Database } from '../../platform/db/database.ts';
import type { RequestContext } from '../../platform/http/actor.ts';
import { bindEndpoints } from '../../platform/http/bind-endpoints.ts';
import type { Http } from '../../platform/http/create-http.ts';
import { grantAct } from '../access/index.ts';
import type { Approvals, Submitted } from '../approvals/index.ts';
import type { Identity } from '../identity/index.ts';
import { getRow } from './list/get-row.ts';
import { callerOf } from './find/caller.ts';
import { getUser } from './find/get-user.ts';
import type { SeenUser } from './find/get-user.ts';
import { groupOf, requireAct } from './find/may-act.ts';
import { confirmPersonAct } from './security/confirm-person.ts';
import { editFrozenAct, editSettleableAct } from './money/edit-balance.ts';
import type { BalanceChange } from './money/edit-balance.ts';
import { resetAct, resetActNames } from './security/reset-two-factor.ts';
import { grantActNames, setAccess as saveAccess } from './security/set-access.ts';
import { settleEarlyAct } from './money/settle-early.ts';

export interface CheckedDeps {
  readonly db: Database;
  readonly identity: Pick<Identity, 'proveStepUp'>;
  readonly approvals: Approvals;
}

interface StepUp {
  readonly reason: string;
  readonly payment_password: string;
  readonly one_code: string;
}

/** Acts that need the payment password, a fresh code, and from a threshold on a second person. */
export function bindChecked(app: Http, { db, identity, approvals }: CheckedDeps): void {
  const frozen = approvals.register(editFrozenAct);
  const settleable = approvals.register(editSettleableAct);
  const confirmation = approvals.register(confirmPersonAct);
  const early = approvals.register(settleEarlyAct);
  const resets = Object.fromEntries(
    [...new Set(Object.values(resetActNames))].map((name) => [name, approvals.register(resetAct(name))]),
  );

  const grants = {
    parties: approvals.register(grantAct(grantActNames.parties)),
    ownSubs: approvals.register(grantAct(grantActNames.ownSubs)),
    staffSubs: approvals.register(grantAct(grantActNames.staffSubs)),
    merchantSubs: approvals.register(grantAct(grantActNames.merchantSubs)),
  };

  const prove = async ({ actor }: RequestContext, { reason, payment_password, one_code }: StepUp) => ({
    reason,
    stepUp: await identity.proveStepUp(actor, { paymentPassword: payment_password, oneCode: one_code }),
  });
  /** The user through the caller's scope, before anything is asked of the caller himself. */
  async function find(context: RequestContext, id: string, act: UserAct): Promise<SeenUser> {
    const seen = await getUser(db.app, context.actor, id);
    requireAct(seen.caller, seen.user, act);
    return seen;
  }
  async function editMoney(
    context: RequestContext,
    input: StepUp & { readonly id: string; readonly amount: string },
    act: typeof frozen,
    { name, isBack }: { readonly name: UserAct; readonly isBack: boolean },
  ): Promise<Submitted> {
    const { user } = await find(context, input.id, name);
    const amount = amountOf(input.amount, user.currency);
    const change: BalanceChange = { user_id: String(user.id), change: String(isBack ? -amount : amount) };
    return approvals.submit(context, act, change, await prove(context, input));
  }

  bindEndpoints(
    app,
    { confirmPerson, editFrozen, editSettleable, resetUserTwoFactor, setAccess },
    {
      editFrozen: (context, input) =>
        editMoney(context, input, frozen, { name: 'editFrozen', isBack: input.direction === 'unfreeze' }),
      async editSettleable(context, input) {
        if (input.direction === 'release') {
          const { user } = await find(context, input.id, 'editSettleable');
          const most = String(amountOf(input.amount, user.currency));
          return approvals.submit(
            context,
            early,
            { user_id: String(user.id), most },
            await prove(context, input),
          );
        }
        const isBack = input.direction === 'take';
        return editMoney(context, input, settleable, { name: 'editSettleable', isBack });
      },
      async confirmPerson(context, input) {
        const { user } = await find(context, input.id, 'confirmPerson');
        return approvals.submit(
          context,
          confirmation,
          { user_id: String(user.id) },
          await prove(context, input),
        );
      },
      async resetUserTwoFactor(context, input) {
        const { caller, user } = await find(context, input.id, 'resetTwoFactor');
        const act = resets[resetActNames[groupOf(caller, user)]];
        if (act === undefined) throw new Error('An act was not registered');
        return approvals.submit(context, act, { user_id: String(user.id) }, await prove(context, input));
      },
      async setAccess(context, input) {
        const submitted = await saveAccess({ db, approvals, grants }, context, input);
        if (submitted.state === 'waiting') return submitted;
        const user = await getRow(db, context, await callerOf(db.app, context.actor), BigInt(input.id));
        return { ...submitted, user };
      },
    },
  );
}

function amountOf(text: string, currency: Currency): bigint {
  try {
    const amount = parseAmount(text, currency);
    if (amount > 0n) return amount;
  } catch (error) {
    if (!(error instanceof AmountFormatError)) throw error;
  }
  throw new Refusal('invalidAmount');
}
