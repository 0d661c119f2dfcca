import type { ErrorName } from '@suanpan/domain/errors';
import type { RouteLine } from './pick-channel.ts';

type Shared = Extract<
  ErrorName,
  'amountOutOfRange' | 'channelClosedHours' | 'collectionsPaused' | 'methodUnavailable' | 'payoutsPaused'
>;

/** What whoever asked can do something about: the amount, the hour, the method; or has to wait for. */
const told: Readonly<Record<string, Shared>> = {
  collectionsPaused: 'collectionsPaused',
  payoutsPaused: 'payoutsPaused',
  channelClosedHours: 'channelClosedHours',
  amountBelowMinimum: 'amountOutOfRange',
  amountAboveMaximum: 'amountOutOfRange',
  fractionsNotAccepted: 'amountOutOfRange',
  feeAboveAmount: 'amountOutOfRange',
  merchantChannelDisabled: 'methodUnavailable',
  agentChannelDisabled: 'methodUnavailable',
  channelDisabled: 'methodUnavailable',
  channelAccountDisabled: 'methodUnavailable',
};

/** What stopped every channel in the same way, for whoever asked; null where they differ, or it is none of his doing. */
export function sharedReason(lines: readonly Pick<RouteLine, 'reason'>[]): Shared | null {
  const [first, ...others] = new Set(lines.map(({ reason }) => told[reason]));
  return others.length === 0 && first !== undefined ? first : null;
}
