import { isLimited, pickChannel } from '../../channels/index.ts';
import type { MerchantChannelRow, PickRequest } from '../../channels/index.ts';
import type { ChosenWay } from '../submit/submit-request.ts';

export interface WayRequest extends Omit<PickRequest, 'isFeeOnTop'> {
  /** Whether a driver may take the order at all. */
  readonly mayTake: (driver: string) => boolean;
}

/** The choice among the merchant's channels, why the others were passed over, and the round robin's state after it. */
export function pickWay(
  all: readonly MerchantChannelRow[],
  request: WayRequest,
): { readonly way: ChosenWay; readonly weights: ReadonlyMap<bigint, number> } {
  const rows = all.filter((row) => request.mayTake(row.driver));
  const { channel, lines, weights } = pickChannel(rows, { ...request, isFeeOnTop: true });
  return {
    way: {
      channelId: channel?.channel_id ?? null,
      method: channel?.alias ?? null,
      route: { candidates: lines },
      limitedMethodId: channel !== null && isLimited(channel) ? channel.method_id : null,
    },
    weights,
  };
}
