import { Refusal } from '@suanpan/domain/errors';
import { orderMostAmount } from '@suanpan/domain/limits';
import { formatMerchant } from '@suanpan/money/amount';
import type { Currency } from '@suanpan/money/currency';
import { sharedReason } from '../../channels/index.ts';
import type { MerchantChannelRow, RouteLine } from '../../channels/index.ts';

type Bounds = Pick<
  MerchantChannelRow,
  'channel_id' | 'min_amount' | 'max_amount' | 'merchant_min' | 'merchant_max'
>;

/**
 * Why a payout goes by none of its merchant's channels, for the person who submits it: what stopped them all in the same way,
 * with the amounts that they take where it is the amount.
 */
export function wayless(
  candidates: readonly RouteLine[],
  channels: readonly Bounds[],
  currency: Currency,
): Refusal {
  const shared = sharedReason(candidates);
  if (shared !== 'amountOutOfRange') return new Refusal(shared ?? 'noChannelAvailable');
  // Within the bounds, and still not taken.
  for (const { reason } of candidates)
    if (reason === 'fractionsNotAccepted' || reason === 'feeAboveAmount') return new Refusal(reason);
  const looked = new Set(candidates.map(({ channel_id }) => channel_id));
  const [min, max] = rangeOf(channels.filter(({ channel_id }) => looked.has(String(channel_id))));
  return new Refusal('amountOutOfRange', {
    params: {
      min: formatMerchant(min, currency),
      max: max === null ? orderMostAmount[currency] : formatMerchant(max, currency),
    },
  });
}

/** From the least that one of the channels takes to the most that one does; null for no end. */
function rangeOf(channels: readonly Bounds[]): readonly [min: bigint, max: bigint | null] {
  const least = channels.map(({ merchant_min, min_amount }) => larger(merchant_min, min_amount));
  const most = channels.map(({ max_amount, merchant_max }) =>
    max_amount > 0n && merchant_max > 0n
      ? smaller(max_amount, merchant_max)
      : larger(max_amount, merchant_max),
  );
  return [least.reduce(smaller), most.includes(0n) ? null : most.reduce(larger)];
}

const smaller = (one: bigint, other: bigint): bigint => (one < other ? one : other);
const larger = (one: bigint, other: bigint): bigint => (one > other ? one : other);
