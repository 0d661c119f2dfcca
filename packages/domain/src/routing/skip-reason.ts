import { currencies } from '@suanpan/money/currency';
import { powerOfTen } from '@suanpan/money/round';
import { isCreditable } from '../fees/creditable.ts';
import { feeOf, splitCollection } from '../fees/split.ts';
import { splitPayout } from '../fees/split-payout.ts';
import type { RouteCandidate, RouteRequest, SkipReason } from './candidate.ts';
import { isOpenAt } from './time-window.ts';

type Check = (candidate: RouteCandidate, request: RouteRequest) => boolean;

/** Domain §5, steps 2 and 3, in the order in which a refusal tells most. The first that fails is the reason. */
const checks: readonly (readonly [SkipReason, Check])[] = [
  ['merchantChannelDisabled', (c) => c.merchantEnabled],
  ['agentChannelDisabled', (c) => c.agentEnabled],
  ['channelDisabled', (c) => c.channelEnabled],
  ['channelAccountDisabled', (c) => c.accountEnabled],
  ['channelCurrencyMismatch', (c, r) => c.currency === r.currency],
  ['excludedByRule', (c, r) => !r.excluded?.has(c.channelId)],
  ['notForcedByRule', (c, r) => !r.forced?.size || r.forced.has(c.channelId)],
  ['collectionsPaused', (c) => c.paused !== 'collectionsPaused'],
  ['payoutsPaused', (c) => c.paused !== 'payoutsPaused'],
  ['channelInMaintenance', (c) => c.runtime !== 'maintenance'],
  ['channelTripped', (c) => c.runtime !== 'tripped'],
  ['amountBelowMinimum', (c, r) => c.minAmounts.every((min) => r.amount >= min)],
  ['amountAboveMaximum', (c, r) => c.maxAmounts.every((max) => max === 0n || r.amount <= max)],
  ['fractionsNotAccepted', (c, r) => !c.integerOnly || isWhole(r)],
  ['channelClosedHours', (c, r) => c.windows.every((windows) => isOpenAt(windows, r.at))],
  ['dailyAmountReached', (c, r) => isWithin(c.dailyAmount.limit, c.dailyAmount.used + r.amount)],
  ['dailyCountReached', (c) => c.dailyCount.limit === 0 || c.dailyCount.used < c.dailyCount.limit],
  ['balanceLimitReached', (c, r) => isWithin(c.balanceLimit.limit, c.balanceLimit.used + r.amount)],
  ['cardUsageReached', (c) => c.cardUsage.limit === 0 || c.cardUsage.used < c.cardUsage.limit],
  ['providerBalanceTooLow', (c, r) => c.funds === undefined || canPay(c.funds, r.amount, c)],
  [
    'feeAboveAmount',
    (c, r) => r.isFeeOnTop === true || isCreditable(splitCollection(r.amount, c.terms), { allowLoss: true }),
  ],
  [
    'channelFeeInverted',
    (c, r) =>
      r.isFeeOnTop === true
        ? splitPayout(r.amount, c.terms).agentNet >= 0n
        : isCreditable(splitCollection(r.amount, c.terms), c),
  ],
];

/** Why this candidate cannot take the order, or null when it can. */
export function skipReason(candidate: RouteCandidate, request: RouteRequest): SkipReason | null {
  return checks.find(([, holds]) => !holds(candidate, request))?.[0] ?? null;
}

/** What it pays and takes for it is there, and so much is left that nobody need be told. */
function canPay(
  { available, lowWater }: NonNullable<RouteCandidate['funds']>,
  amount: bigint,
  { terms }: RouteCandidate,
): boolean {
  return available >= lowWater && available >= amount + feeOf(amount, terms.endpoint);
}

function isWithin(limit: bigint, total: bigint): boolean {
  return limit === 0n || total <= limit;
}

function isWhole(request: RouteRequest): boolean {
  return request.amount % powerOfTen(currencies[request.currency].ledgerScale) === 0n;
}
