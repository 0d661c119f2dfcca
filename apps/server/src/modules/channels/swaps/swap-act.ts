import { channelDirections } from '@suanpan/contract/endpoints/channel-row';
import { Refusal } from '@suanpan/domain/errors';
import type { PriceJudgement } from '@suanpan/domain/fees/judge-price';
import { z } from 'zod';
import type { Tx } from '../../../platform/db/transact.ts';
import type { Scope } from '../../../platform/http/actor.ts';
import type { ApprovalAct, ApprovalBy } from '../../approvals/index.ts';
import { nameMaker } from '../../audit/index.ts';
import type { KeptMethod } from '../merchants/merchants.queries.ts';
import { fingerprintOf, judge } from '../merchants/method.ts';
import type { MethodPlace } from '../merchants/method.ts';
import { findChannel, methodsAt, methodsOn, placesAt, rulesForcing } from './swaps.queries.ts';
import type { ForcingRule } from './swaps.queries.ts';
import { giveLike, insertSwap, setLike, switchOff } from './swaps.store.ts';

/** A swap as it is asked for: in whose tree (null is all), from which channel to which, and for whom. */
const payload = z.strictObject({
  tree: z.string().nullable(),
  direction: z.enum(channelDirections),
  from: z.string(),
  to: z.string(),
  agent_id: z.string().nullable(),
  model_id: z.string().nullable(),
  customer_ids: z.array(z.string()).nullable(),
  alias: z.string().nullable(),
});
export type Swap = z.output<typeof payload>;

/** A merchant's channel that goes over, and what he has of the new one already. */
interface Moved {
  readonly method: KeptMethod;
  readonly target: KeptMethod | undefined;
}

interface Lossy {
  readonly method: KeptMethod;
  readonly loss: NonNullable<PriceJudgement['loss']> | null;
}

interface SwapPlan {
  readonly from: { readonly id: bigint; readonly name: string };
  readonly to: { readonly id: bigint; readonly name: string };
  readonly affected: readonly Moved[];
  /** Those by which the senior agent would lose; `loss` is null where nobody may be charged so at all. */
  readonly lossy: readonly Lossy[];
  /** Those that no amount would be left, or whose senior agent may not use the new channel: they stay. */
  readonly staying: readonly { readonly method: KeptMethod; readonly why: 'overlap' | 'agent' }[];
  /**
   * Rules of those who go over that let orders go by the old channel alone. They stay as their authors wrote them, and refuse
   * what they decide until somebody changes them, so that they are told first.
   */
  readonly forcing: readonly ForcingRule[];
  readonly hash: string;
}

const scopeOf = ({ tree }: Pick<Swap, 'tree'>): Scope =>
  tree === null ? { kind: 'platform' } : { kind: 'agent', agentId: BigInt(tree) };

/**
 * What a swap would do by what stands now; the rows are kept until the transaction ends. Refuses `notFound` for a channel
 * that the caller's tree does not have, and `currencyMismatch` for two channels of different currencies.
 */
export async function planSwap(tx: Tx, swap: Swap): Promise<SwapPlan> {
  const { direction } = swap;
  const scope = scopeOf(swap);
  const from = await findChannel(tx, scope, direction, BigInt(swap.from));
  const to = await findChannel(tx, scope, direction, BigInt(swap.to));
  if (from === undefined || to === undefined || from.id === to.id) throw new Refusal('notFound');
  if (from.currency !== to.currency) throw new Refusal('currencyMismatch');
  const agentId = swap.tree ?? swap.agent_id;
  const methods = await methodsOn(tx, from.id, {
    agentId: agentId === null ? null : BigInt(agentId),
    modelId: swap.model_id === null ? null : BigInt(swap.model_id),
    customerIds: swap.customer_ids?.map(BigInt) ?? null,
    alias: swap.alias,
  });
  const customers = [...new Set(methods.map(({ customer_id: id }) => id))];
  const targets = await methodsAt(tx, to.id, customers);
  const places = new Map(
    (await placesAt(tx, to.id, customers)).map((place) => [place.customer_id, place] as const),
  );
  const affected: Moved[] = [];
  const lossy: Lossy[] = [];
  const staying: { method: KeptMethod; why: 'overlap' | 'agent' }[] = [];
  for (const method of methods) {
    const place = places.get(method.customer_id);
    const target = targets.find(
      ({ alias, customer_id: of }) => of === method.customer_id && alias === method.alias,
    );
    if (place === undefined) staying.push({ method, why: 'agent' });
    else if (!overlaps(method, place)) staying.push({ method, why: 'overlap' });
    else {
      // What is switched on already keeps its own price.
      const judgement = target?.enabled ? null : judge(place, method, method, direction);
      const allows = method.allow_loss && direction === 'collection';
      const isLost = judgement !== null && (judgement.isImpossible || (judgement.loss !== null && !allows));
      if (isLost) lossy.push({ method, loss: judgement.loss });
      else affected.push({ method, target });
    }
  }
  const moved = [...new Set(affected.map(({ method }) => method.customer_id))];
  const forcing = await rulesForcing(tx, from.id, direction, moved);
  const facts = affected.map(({ method, target }) => [
    `${method.id}/${method.version}`,
    target === undefined ? null : `${target.id}/${target.version}`,
  ]);
  return {
    from,
    to,
    affected,
    lossy,
    staying,
    forcing,
    hash: fingerprintOf([
      swap,
      facts,
      lossy.map(({ method }) => String(method.id)),
      forcing.map(({ id }) => String(id)),
    ]),
  };
}

/** Whether any amount lies within the limits of both. */
function overlaps(method: KeptMethod, { channel_max: max, channel_min: min }: MethodPlace): boolean {
  const least = method.min_amount > min ? method.min_amount : min;
  return [method.max_amount, max].every((most) => most === 0n || most >= least);
}

/** Merchants leave a channel that fails, or go to a better one: what many are charged and paid by changes at once. */
export const swapAct: ApprovalAct<Swap> = {
  name: 'channels.swap',
  payload,
  async preview(tx, swap) {
    const { affected, forcing, from, lossy, to } = await planSwap(tx, swap);
    if (lossy.length > 0) throw new Refusal('checkHandlingFee');
    if (affected.length === 0) throw new Refusal('invalidState');
    const agentId = swap.tree ?? swap.agent_id;
    return {
      subject: {
        kind: 'channelSwap',
        id: `${swap.direction}:${swap.from}:${swap.to}`,
        label: `${from.name} → ${to.name}`,
      },
      agentId: agentId === null ? null : BigInt(agentId),
      rows: [
        { field: 'channel', before: from.name, after: to.name },
        { field: 'rows', before: null, after: String(affected.length) },
        {
          field: 'users',
          before: null,
          after: affected.map(({ method }) => `${method.customer_name} · ${method.alias}`).join(', '),
        },
        ...(forcing.length === 0
          ? []
          : [
              {
                field: 'rule' as const,
                before: null,
                after: forcing.map((rule) => `${rule.customer_name} · ${rule.n}`).join(', '),
              },
            ]),
      ],
    };
  },
  async perform(tx, swap, by) {
    const plan = await planSwap(tx, swap);
    if (plan.lossy.length > 0) throw new Refusal('checkHandlingFee');
    await carryOver(tx, swap, plan, by);
  },
};

async function carryOver(
  tx: Tx,
  swap: Swap,
  { affected, from, to }: SwapPlan,
  by: ApprovalBy,
): Promise<void> {
  await nameMaker(tx, by.makerId, by.requestId);
  const agentId = swap.tree ?? swap.agent_id;
  const id = await insertSwap(
    tx,
    {
      agentId: agentId === null ? null : BigInt(agentId),
      direction: swap.direction,
      from: from.id,
      to: to.id,
      affected: affected.length,
    },
    by,
  );
  for (const { method, target } of affected) {
    if (target === undefined) await giveLike(tx, id, method.id, to.id);
    else if (!target.enabled) await setLike(tx, id, target.id, method.id);
    await switchOff(tx, id, method.id);
  }
}
