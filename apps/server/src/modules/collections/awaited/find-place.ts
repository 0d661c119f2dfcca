import { ChannelFull } from '../../channels/index.ts';
import type { Channels, MerchantChannelRow } from '../../channels/index.ts';
import type { Tx } from '../../../platform/db/transact.ts';
import type { OrderRow } from '../collections.queries.ts';
import { awaitNoTransfer, awaitTransfer } from './awaited.store.ts';

/**
 * The order as its payer is asked to pay it by this channel: at an account that only tells what came in for a sum that nobody
 * else is asked for there, anywhere else for what was ordered. Throws `ChannelFull` where every such sum is taken. The caller
 * holds the order's lock, and it has no way yet.
 */
export async function findPlace(
  channels: Pick<Channels, 'feedOf' | 'open'>,
  tx: Tx,
  order: OrderRow,
  channel: MerchantChannelRow,
): Promise<{ readonly order: OrderRow; readonly destination: string | undefined }> {
  const feed = channels.feedOf(channel.driver);
  if (feed === undefined) {
    if (order.pay_amount !== order.order_amount) await awaitNoTransfer(tx, order.id);
    return { order: { ...order, pay_amount: order.order_amount }, destination: undefined };
  }
  const { account } = await channels.open(channel.channel_account_id, tx);
  const place = await awaitTransfer(tx, order.id, account.id, {
    ...feed.places(account, order.id),
    ...feed.sums,
    graceS: feed.graceS,
  });
  if (place === null) throw new ChannelFull(channel.channel_id, 'cardUsageReached');
  return { order: { ...order, pay_amount: place.amount }, destination: place.destination };
}
