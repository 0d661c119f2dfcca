import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { id, instant, listOf, paging } from '../fields.ts';
import { patterns } from '../patterns.ts';
import { reason, stepUp } from '../step-up.ts';
import { submission } from './approvals.ts';
import { channelDirections } from './channel-row.ts';

const ref = z.object({ id: z.string(), name: z.string() });
const direction = z.enum(channelDirections);

const channelSwapRow = z.object({
  id: z.string(),
  at: instant,
  direction,
  operator: z.string().nullable(),
  from: ref,
  to: ref,
  affected: z.number(),
  reason: z.string(),
  undone_at: instant.nullable(),
  actions: z.array(z.enum(['undo'])),
});
export type ChannelSwapRow = z.output<typeof channelSwapRow>;

/** The swaps of one's tree, newest first. */
export const channelSwaps = endpoint({
  method: 'GET',
  path: '/collection_method/customer_models_change',
  access: { permission: 'collectionMethod.customer_c_m_change.get' },
  whileActing: 'allowed',
  input: z.strictObject({ ...paging, direction: direction.optional() }),
  output: listOf(channelSwapRow, z.object({})),
});

const wanted = {
  direction,
  from_channel_id: id,
  to_channel_id: id,
  /** All merchants of the caller's tree, those of one senior agent, of one template, or those that are named. */
  scope: z.union([
    z.literal('all'),
    z.strictObject({ agent_id: id }),
    z.strictObject({ model_id: id }),
    z.strictObject({ customer_ids: z.array(id).min(1).max(500) }),
  ]),
  /** Only what merchants call by this name. */
  alias: z.string().regex(patterns.methodCode).optional(),
};
const named = z.array(z.object({ customer: ref, alias: z.string(), why: z.string() }));
const swapEffect = z.object({
  /** Merchants' uses of the channel that go over. */
  affected: z.array(z.object({ customer: ref, alias: z.string() })),
  /** Those by which the senior agent would lose; a swap with one of them is refused. */
  lossy: named,
  /** Those between whose limits and the new channel's no amount is left, or that have the new channel already. */
  no_limit_overlap: named,
  /** Rules of those who go over that still force the old channel: what they decide is refused until they are changed. */
  forced: z.array(z.object({ customer: ref, n: z.number(), note: z.string() })),
  hash: z.string(),
});
export type SwapEffect = z.output<typeof swapEffect>;

export const swapChannelsEffect = endpoint({
  method: 'POST',
  path: '/collection_method/customer_models_change/effect',
  access: { permission: 'collectionMethod.customer_c_m_change.create' },
  input: z.strictObject(wanted),
  output: swapEffect,
});
/** Moves merchants from one channel to another at once; a second person always agrees. */
export const swapChannels = endpoint({
  method: 'POST',
  path: '/collection_method/customer_models_change',
  access: { permission: 'collectionMethod.customer_c_m_change.create' },
  idempotent: true,
  input: z.strictObject({ ...wanted, effect_hash: z.string().max(64), reason, ...stepUp }),
  output: submission,
});

const undoEffect = z.object({
  affected: z.array(z.object({ customer: ref, alias: z.string() })),
  /** Changed since; while there is one, nothing is undone. */
  changed: z.array(z.object({ customer: ref, alias: z.string() })),
  hash: z.string(),
});
export const undoSwapEffect = endpoint({
  method: 'POST',
  path: '/collection_method/customer_models_change/{id}/undo/effect',
  access: { permission: 'collectionMethod.customer_c_m_change.undo' },
  input: z.strictObject({ id }),
  output: undoEffect,
});
export const undoSwap = endpoint({
  method: 'POST',
  path: '/collection_method/customer_models_change/{id}/undo',
  access: { permission: 'collectionMethod.customer_c_m_change.undo' },
  idempotent: true,
  input: z.strictObject({ id, effect_hash: z.string().max(64), reason, ...stepUp }),
  output: submission,
});
