import { z } from 'zod';
import type { Tx } from '../../../platform/db/transact.ts';
import type { Scope } from '../../../platform/http/actor.ts';
import type { ApprovalAct } from '../../approvals/index.ts';
import type { Direction } from '../merchants/method.ts';
import { planGiving, tellModel } from './give-model.ts';
import type { GivePlan, Given } from './give-model.ts';

/** A template as it is to be given, and in whose tree; null is all. */
const payload = z.strictObject({
  tree: z.string().nullable(),
  model_id: z.string(),
  customer_ids: z.array(z.string()),
  keep_own: z.boolean(),
});
export type Giving = z.output<typeof payload>;

/** What a template charges is a price, and it becomes that of many merchants at once: a second person agrees. */
export const giveActs = { collection: giveAct('collection'), payout: giveAct('payout') };

function giveAct(direction: Direction): ApprovalAct<Giving> {
  const plan = (tx: Tx, giving: Giving): Promise<GivePlan> =>
    planGiving(tx, scopeOf(giving), givenOf(direction, giving));
  return {
    name: direction === 'collection' ? 'prices.modelCollection' : 'prices.modelPayout',
    payload,
    async preview(tx, giving) {
      const { effect, items, name, ...planned } = await plan(tx, giving);
      planned.refuse();
      return {
        subject: { kind: 'channelModel', id: giving.model_id, label: name },
        agentId: giving.tree === null ? null : BigInt(giving.tree),
        barred: effect.map(({ customer }) => BigInt(customer.id)),
        rows: [
          { field: 'rule', before: null, after: tellModel(name, items) },
          {
            field: 'users',
            before: null,
            after: effect
              .map(
                ({ added, changed, customer, kept, off }) =>
                  `${customer.name} +${added} ~${changed} −${off} =${kept}`,
              )
              .join(', '),
          },
        ],
      };
    },
    async perform(tx, giving) {
      await (await plan(tx, giving)).perform(tx);
    },
  };
}

const scopeOf = ({ tree }: Giving): Scope =>
  tree === null ? { kind: 'platform' } : { kind: 'agent', agentId: BigInt(tree) };

/** What is given to whom, each merchant once. */
export function givenOf(
  direction: Direction,
  {
    customer_ids: ids,
    keep_own: keepsOwn,
    model_id: modelId,
  }: { model_id: string; customer_ids: readonly string[]; keep_own: boolean },
): Given {
  return { direction, modelId: BigInt(modelId), customerIds: [...new Set(ids)].map(BigInt), keepsOwn };
}
