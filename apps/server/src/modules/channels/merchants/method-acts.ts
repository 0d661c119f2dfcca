import * as contract from '@suanpan/contract/endpoints/merchant-channels';
import { Refusal } from '@suanpan/domain/errors';
import { isUniqueViolation } from '../../../platform/db/database-error.ts';
import type { Tx } from '../../../platform/db/transact.ts';
import type { Scope } from '../../../platform/http/actor.ts';
import type { ApprovalAct, ApprovalEffect } from '../../approvals/index.ts';
import { hasMethod } from './merchants.queries.ts';
import type { Direction, EffectRows } from './method.ts';
import { planChange, planNew } from './plan-method.ts';
import type { Added, Changed, MethodPlan } from './plan-method.ts';

/** The endpoint found the merchant in the maker's tree before; whose tree it is stands in the effect. */
const anyTree: Scope = { kind: 'platform' };

/**
 * A merchant's first price on a channel is a price like any other, and so is a loss that is allowed: whoever could set either alone
 * could take a channel away and give it back cheaper. Two persons (reliability §5 C21).
 */
export const addMethodActs = { collection: addMethodAct('collection'), payout: addMethodAct('payout') };

function addMethodAct(direction: Direction): ApprovalAct<Added> {
  return {
    name: direction === 'collection' ? 'prices.firstCollection' : 'prices.firstPayout',
    payload: contract.addCollectionMerchantEffect.input,
    async preview(tx, input) {
      const plan = await planNew(tx, anyTree, direction, input);
      plan.refuse();
      const of = [BigInt(input.customer_id), BigInt(input.channel_id), input.alias] as const;
      if (await hasMethod(tx, ...of)) throw new Refusal('alreadyInList');
      return effectOf(plan);
    },
    async perform(tx, input) {
      await performOnce(tx, await planNew(tx, anyTree, direction, input));
    },
  };
}

/** Orders may cost the senior agent more than they bring from now on. */
export const allowLossAct: ApprovalAct<Changed> = {
  name: 'prices.allowLoss',
  payload: contract.updateCollectionMerchantEffect.input,
  async preview(tx, input) {
    const plan = await planChange(tx, anyTree, 'collection', input);
    plan.refuse();
    return effectOf(plan);
  },
  async perform(tx, input) {
    await performOnce(tx, await planChange(tx, anyTree, 'collection', input));
  },
};

async function performOnce(tx: Tx, plan: MethodPlan): Promise<void> {
  try {
    await plan.perform(tx);
  } catch (error) {
    throw isUniqueViolation(error) ? new Refusal('alreadyInList') : error;
  }
}

function effectOf({ effect, place }: MethodPlan): ApprovalEffect {
  const said = (side: 'before' | 'after'): string | null => tellSide(effect, side) || null;
  return {
    subject: { kind: 'user', id: String(place.customer_id), label: place.customer_name },
    agentId: place.agent_id,
    // Whoever earns by it does not agree to it.
    barred: [place.customer_id],
    rows: [
      { field: 'channel', before: null, after: place.channel_name },
      { field: 'rule', before: said('before'), after: said('after') },
    ],
  };
}

/** One side of what changes, in a line. */
export const tellSide = (effect: EffectRows, side: 'before' | 'after'): string =>
  effect.flatMap((row) => (row[side] === null ? [] : [`${row.field} ${row[side]}`])).join('; ');
