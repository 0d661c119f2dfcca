import type { MerchantRow } from '@suanpan/contract/endpoints/merchant-channels';
import { formatLedger } from '@suanpan/money/amount';
import type { Actor } from '../../../platform/http/actor.ts';
import { toldWaiting } from '../../approvals/index.ts';
import type { BlockedActions, WaitingActs } from '../../approvals/index.ts';
import { presentChannel } from '../present-channel.ts';
import type { ListedMerchant, ListedMethod } from './merchants.queries.ts';
import type { Direction } from './method.ts';

/** The screen of a direction, whose verbs are the rights on its rows. */
export const routeOf = {
  collection: 'collectionMethod.customers',
  payout: 'paymentMethod.customers',
} as const satisfies Readonly<Record<Direction, string>>;

/** Of what waits on a merchant, what is about his channels of a direction and their prices. */
export const onMerchants = {
  collection: {
    kind: 'user',
    by: {},
    told: ['prices.setCollection', 'prices.firstCollection', 'prices.modelCollection', 'prices.allowLoss'],
  },
  payout: {
    kind: 'user',
    by: {},
    told: ['prices.setPayout', 'prices.firstPayout', 'prices.modelPayout', 'prices.allowLoss'],
  },
} as const satisfies Readonly<Record<Direction, BlockedActions>>;

/** Who looks, when, at channels of which direction, and what waits there. */
interface Showing {
  readonly actor: Actor;
  readonly at: Date;
  readonly direction: Direction;
  /** Left out where no row says it, as in files. */
  readonly waiting?: WaitingActs;
}

/** A merchant with his channels as this caller may see them, and what he may do. */
export function presentMerchant(
  merchant: ListedMerchant,
  methods: readonly ListedMethod[],
  { actor, at, direction, waiting }: Showing,
): MerchantRow {
  const { permissions, scope } = actor;
  const isHis = scope.kind === 'platform' || scope.kind === 'agent';
  const may = (verb: string): boolean => isHis && permissions.has(`${routeOf[direction]}.${verb}`);
  const agent = { id: String(merchant.agent_id), name: isHis ? merchant.agent_name : '' };
  const rowActions = ['update', 'delete'].filter(may);
  return {
    customer: { id: String(merchant.id), name: merchant.name },
    agent,
    currency: merchant.currency,
    customer_methods: methods.map((row) => ({
      ...presentChannel(row, { scope, at, actions: rowActions }),
      agent,
      own_priority: row.own_priority,
      keeps_payers: row.keeps_payers,
      allow_loss: isHis && row.allow_loss,
      channel_enabled: row.channel_enabled,
      channel_min: formatLedger(row.channel_min, row.currency),
      channel_max: formatLedger(row.channel_max, row.currency),
    })),
    customer_subagents:
      merchant.sub_agent_id === null || scope.kind === 'customer'
        ? []
        : [
            {
              id: `${merchant.id}-${merchant.sub_agent_id}`,
              user_subagent: { id: String(merchant.sub_agent_id), name: merchant.sub_agent_name ?? '' },
            },
          ],
    ...toldWaiting(waiting, merchant.id, []),
    actions: (['create', 'exceptions', 'check'] as const).filter(may),
  };
}
