import type { CollectionTerms } from '@suanpan/domain/fees/split';
import type { Tx } from '../../../platform/db/transact.ts';
import type { MerchantChannelRow, Route } from '../../channels/index.ts';
import { chainSettings } from '../collections.queries.ts';
import type { OrderRow } from '../collections.queries.ts';
import { saveAllocations } from '../collections.store.ts';
import { makeFeeSnapshot } from '../create/fee-snapshot.ts';
import { computeOrderLegs } from '../create/order-legs.ts';

export interface ChosenWay {
  readonly channel: MerchantChannelRow;
  readonly terms: CollectionTerms;
  /** Null leaves what stands there. */
  readonly route: Route | null;
  readonly realName: string | null;
}

/** Fixes the way of an order: its channel, the split of its fees and the legs that settling posts. The caller holds its lock. */
export async function planOrder(
  tx: Tx,
  order: OrderRow,
  { channel, terms, route, realName }: ChosenWay,
): Promise<void> {
  const { split, legs } = computeOrderLegs(
    order.pay_amount,
    terms,
    await chainSettings(tx, order.customer_id, order.agent_id, order.rate_id !== null),
  );
  await saveAllocations(tx, [
    {
      orderId: order.id,
      channelId: channel.channel_id,
      channelAccountId: channel.channel_account_id,
      method: channel.alias,
      realName,
      feeSnapshot: makeFeeSnapshot(split, terms),
      legs,
      route,
    },
  ]);
}
