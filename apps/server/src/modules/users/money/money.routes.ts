import { editFrozen, editSettleable } from '@suanpan/contract/endpoints/user-acts';
import type { UserAct } from '@suanpan/domain/access/user-acts';
import { Refusal } from '@suanpan/domain/errors';
import { AmountFormatError, parseAmount } from '@suanpan/money/amount';
import type { Currency } from '@suanpan/money/currency';
import type { RequestContext } from '../../../platform/http/actor.ts';
import { bindEndpoints } from '../../../platform/http/bind-endpoints.ts';
import type { Http } from '../../../platform/http/create-http.ts';
import type { Submitted } from '../../approvals/index.ts';
import { findFor, prove } from '../checked.ts';
import type { CheckedDeps, StepUp } from '../checked.ts';
import { editFrozenAct, editSettleableAct } from './edit-balance.ts';
import type { BalanceChange } from './edit-balance.ts';
import { settleEarlyAct } from './settle-early.ts';

/** A user's money, edited by hand. */
export function bindMoney(app: Http, deps: CheckedDeps): void {
  const { approvals } = deps;
  const frozen = approvals.register(editFrozenAct);
  const settleable = approvals.register(editSettleableAct);
  const early = approvals.register(settleEarlyAct);

  async function editMoney(
    context: RequestContext,
    input: StepUp & { readonly id: string; readonly amount: string },
    act: typeof frozen,
    { name, isBack }: { readonly name: UserAct; readonly isBack: boolean },
  ): Promise<Submitted> {
    const { user } = await findFor(deps, context, input.id, name);
    const amount = amountOf(input.amount, user.currency);
    const change: BalanceChange = { user_id: String(user.id), change: String(isBack ? -amount : amount) };
    return approvals.submit(context, act, change, await prove(deps, context, input));
  }

  bindEndpoints(
    app,
    { editFrozen, editSettleable },
    {
      editFrozen: (context, input) =>
        editMoney(context, input, frozen, { name: 'editFrozen', isBack: input.direction === 'unfreeze' }),
      async editSettleable(context, input) {
        if (input.direction === 'release') {
          const { user } = await findFor(deps, context, input.id, 'editSettleable');
          const most = String(amountOf(input.amount, user.currency));
          const payload = { user_id: String(user.id), most };
          return approvals.submit(context, early, payload, await prove(deps, context, input));
        }
        const isBack = input.direction === 'take';
        return editMoney(context, input, settleable, { name: 'editSettleable', isBack });
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
