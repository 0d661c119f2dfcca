import { wallClock } from '../../../platform/clock.ts';
import type { Tx } from '../../../platform/db/transact.ts';
import { emit } from '../../../platform/outbox/emit.ts';
import type { MerchantChannelRow } from '../channels.queries.ts';
import type { RouteLine } from '../pick-channel.ts';

/** People read one notice of a channel and merchant in so long; more would only be written. */
const quietMs = 600_000;
const mostKept = 10_000;

/** Tells that orders pass channels over because their senior agent would pay for them. */
export interface FeeInversions {
  tell(
    tx: Tx,
    whose: { readonly customerId: bigint; readonly agentId: bigint },
    rows: readonly MerchantChannelRow[],
    lines: readonly RouteLine[],
  ): Promise<void>;
}

export function createFeeInversions(): FeeInversions {
  const told = new Map<string, number>();
  return {
    async tell(tx, { agentId, customerId }, rows, lines) {
      const now = wallClock.monotonicMs();
      const news = lines.filter(({ channel_id: id, reason }) => {
        if (reason !== 'channelFeeInverted') return false;
        const last = told.get(`${customerId} ${id}`);
        return last === undefined || now - last > quietMs;
      });
      if (news.length === 0) return;
      if (told.size > mostKept) told.clear();
      for (const { channel_id: id } of news) told.set(`${customerId} ${id}`, now);
      await emit(
        tx,
        news.map(({ channel, channel_id: id }) => ({
          kind: 'channel.feeInverted' as const,
          subject: `channel:${id}`,
          payload: {
            channel_id: id,
            channel,
            direction: rows.find((row) => String(row.channel_id) === id)?.direction ?? 'collection',
            agent_id: String(agentId),
            customer_id: String(customerId),
          },
        })),
      );
    },
  };
}
