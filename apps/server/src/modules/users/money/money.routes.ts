import type { ParsedInputOf } from '@suanpan/contract/endpoint';
import { editFrozen, editSettleable } from '@suanpan/contract/endpoints/user-acts';
import { Refusal } from '@suanpan/domain/errors';
import { readPositiveAmount } from '@suanpan/money/amount';
import type { Currency } from '@suanpan/money/currency';
import { bindEndpoints } from '../../../platform/http/bind-endpoints.ts';
import type { Http } from '../../../platform/http/create-http.ts';
import { findFor, prove } from '../checked.ts';
import type { CheckedDeps } from '../checked.ts';
import type { UserRecord } from '../find/users-in-scope.queries.ts';
import { editSettleableAct } from './edit-balance.ts';
import type { BalanceChange } from './edit-balance.ts';
import { editFrozenAct } from './edit-frozen.ts';
import type { FrozenChange } from './edit-frozen.ts';
import { findFreeze, findOwnOrder, freezableOf } from './freeze.store.ts';
import { settleEarlyAct } from './settle-early.ts';

type FrozenInput = ParsedInputOf<typeof editFrozen>;

/** A user's money, edited by hand. */
export function bindMoney(app: Http, deps: CheckedDeps): void {
  const { approvals, db } = deps;
  const frozen = approvals.register(editFrozenAct);
  const settleable = approvals.register(editSettleableAct);
  const early = approvals.register(settleEarlyAct);

  /**
   * What is to be frozen or given back; a whole order and a named freeze say by themselves how much. Whether it still can be
   * is asked under its key, so that whoever repeats the call hears what the first one heard.
   */
  async function frozenChange(user: UserRecord, input: FrozenInput): Promise<FrozenChange> {
    const { direction, order_no, until, freeze_id } = input;
    const user_id = String(user.id);
    const typedIn = (currency: Currency): bigint | undefined =>
      input.amount === undefined ? undefined : amountOf(input.amount, currency);
    const inIt = (currency: Currency) => (currency === user.currency ? {} : { currency });
    if (direction === 'unfreeze') {
      if (order_no !== undefined || until !== undefined) throw new Refusal('invalidState');
      if (freeze_id === undefined) return { user_id, change: String(-given(typedIn(user.currency))) };
      const freeze = await findFreeze(db.app, user.id, BigInt(freeze_id));
      if (freeze === undefined) throw new Refusal('notFound');
      if ((typedIn(freeze.currency) ?? freeze.change) !== freeze.change) throw new Refusal('invalidAmount');
      return { user_id, change: String(-freeze.change), ...inIt(freeze.currency), gives_back: freeze_id };
    }
    if (freeze_id !== undefined) throw new Refusal('invalidState');
    const ends = until === undefined ? {} : { until: new Date(until).toISOString() };
    if (order_no === undefined) {
      return { user_id, change: String(given(typedIn(user.currency))), ...ends };
    }
    const orderId = await findOwnOrder(db.app, user.id, order_no);
    if (orderId === undefined) throw new Refusal('notFound');
    const whole = await freezableOf(db.app, orderId);
    const currency = whole?.currency ?? user.currency;
    const change = String(typedIn(currency) ?? whole?.amount ?? 1n);
    return { user_id, change, ...inIt(currency), order_id: String(orderId), ...ends };
  }

  bindEndpoints(
    app,
    { editFrozen, editSettleable },
    {
      async editFrozen(context, input) {
        const { user } = await findFor(deps, context, input.id, 'editFrozen');
        const change = await frozenChange(user, input);
        return approvals.submit(context, frozen, change, await prove(deps, context, input));
      },
      async editSettleable(context, input) {
        const { user } = await findFor(deps, context, input.id, 'editSettleable');
        const amount = amountOf(input.amount, user.currency);
        if (input.direction === 'release') {
          const payload = { user_id: String(user.id), most: String(amount) };
          return approvals.submit(context, early, payload, await prove(deps, context, input));
        }
        const change: BalanceChange = {
          user_id: String(user.id),
          change: String(input.direction === 'take' ? -amount : amount),
        };
        return approvals.submit(context, settleable, change, await prove(deps, context, input));
      },
    },
  );
}

function given(amount: bigint | undefined): bigint {
  if (amount === undefined) throw new Refusal('invalidAmount');
  return amount;
}

function amountOf(text: string, currency: Currency): bigint {
  const amount = readPositiveAmount(text, currency);
  if (amount === null) throw new Refusal('invalidAmount');
  return amount;
}
