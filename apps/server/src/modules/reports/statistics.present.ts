import type { OutputOf } from '@suanpan/contract/endpoint';
import type { DashboardAlertKind, statistics } from '@suanpan/contract/endpoints/statistics';
import { balanceKinds, totalBalanceKinds } from '@suanpan/domain/accounts';
import type { AccountKind } from '@suanpan/domain/accounts';
import { regionDayOf, regionDayText } from '@suanpan/domain/region-day';
import { formatLedger } from '@suanpan/money/amount';
import type { Currency } from '@suanpan/money/currency';
import { channelStateOf } from '../channels/index.ts';
import type { ChannelSums, DaySums, HourSums, OpenMatters } from '../collections/index.ts';
import type { DashboardDrills } from './dashboard-drills.ts';
import { daysShown, hoursShown } from './spans.ts';

type Statistics = OutputOf<typeof statistics>;

export interface StatisticsParts {
  readonly currency: Currency;
  readonly now: Date;
  readonly seesPlatform: boolean;
  /** Minor units by account kind. */
  readonly balances: Readonly<Partial<Record<AccountKind, bigint>>>;
  readonly days: readonly DaySums[];
  readonly failures: readonly { readonly day: string; readonly count: bigint }[];
  readonly hours: readonly HourSums[];
  readonly channels: readonly ChannelSums[];
  readonly lastLogin:
    | { readonly last_login_at: Date | null; readonly last_login_ip: string | null }
    | undefined;
  readonly alerts: Statistics['alerts'];
  readonly latest: Statistics['latest'];
  readonly drills: DashboardDrills;
}

/** Days and hours without orders stand in the curves too, as zeros. */
export function presentStatistics(parts: StatisticsParts): Statistics {
  const { currency, now, balances, drills } = parts;
  const amount = (minor: bigint): string => formatLedger(minor, currency);
  const balance = (...kinds: readonly AccountKind[]): string =>
    amount(kinds.reduce((total, kind) => total + (balances[kind] ?? 0n), 0n));

  const today = regionDayOf(now);
  const byDay = new Map(parts.days.map((sums) => [sums.day, sums]));
  const failed = new Map(parts.failures.map(({ day, count }) => [day, count]));
  const dayOf = (day: string): Statistics['today'] => ({
    count: count(byDay.get(day)?.count),
    amount: amount(byDay.get(day)?.amount ?? 0n),
    success_count: count(byDay.get(day)?.success_count),
    failed_count: count(failed.get(day)),
    drill: drills.figuresOf(day),
  });
  const todayText = regionDayText(today);
  const todaysSums = byDay.get(todayText);

  return {
    currency,
    balance: balance(...balanceKinds),
    total_balance: balance(...totalBalanceKinds),
    unsettlement_amount: balance('L210'),
    frozen_amount: balance('L220'),
    channel_fee_of: parts.seesPlatform ? 'endpointCost' : 'merchantFee',
    channel_fee: amount((parts.seesPlatform ? todaysSums?.endpoint_fee : todaysSums?.fee) ?? 0n),
    drill: drills.standing(todayText),
    today: dayOf(todayText),
    yesterday: dayOf(regionDayText(today - 1)),
    last_login_at: parts.lastLogin?.last_login_at?.toISOString() ?? null,
    last_login_ip: parts.lastLogin?.last_login_ip ?? null,
    hours: presentHours(parts, amount),
    days: Array.from({ length: daysShown }, (_, index) => {
      const day = regionDayText(today - (daysShown - 1) + index);
      const sums = byDay.get(day);
      return {
        day,
        count: count(sums?.count),
        success_count: count(sums?.success_count),
        amount: amount(sums?.amount ?? 0n),
        fee: amount(sums?.fee ?? 0n),
        ...drills.ordersOf(day),
      };
    }),
    channels: parts.channels.map((channel) => ({
      channel_id: String(channel.channel_id),
      channel: channel.channel,
      count: count(channel.count),
      success_count: count(channel.success_count),
      failed_count: count(channel.failed_count),
      amount: amount(channel.amount),
      state: stateOf(channel, now),
      ...drills.channel(todayText, {
        id: channel.channel_id,
        name: channel.channel,
        isHeld: channel.is_held,
      }),
    })),
    alerts: parts.alerts,
    latest: parts.latest,
  };
}

function presentHours(
  { hours, now, drills }: StatisticsParts,
  amount: (minor: bigint) => string,
): Statistics['hours'] {
  const byHour = new Map(hours.map((sums) => [sums.at.getTime(), sums]));
  const last = Math.floor(now.getTime() / hourMs);
  return Array.from({ length: hoursShown }, (_, index) => {
    const at = (last - (hoursShown - 1) + index) * hourMs;
    const sums = byHour.get(at);
    return {
      at: new Date(at).toISOString(),
      count: count(sums?.count),
      success_count: count(sums?.success_count),
      failed_count: count(sums?.failed_count),
      amount: amount(sums?.amount ?? 0n),
      ...drills.ordersFrom(new Date(at)),
    };
  });
}

/** What is switched off is nothing else. */
const stateOf = (channel: ChannelSums, now: Date): Statistics['channels'][number]['state'] =>
  channel.enabled ? channelStateOf({ ...channel, channel_windows: channel.windows }, now) : 'disabled';

export interface AlertParts {
  /** Null: the caller may not open orders. */
  readonly matters: OpenMatters | null;
  readonly toCheck: boolean;
  readonly unmatchedReceipts: bigint;
  /** What waits for a second person, and may be decided by this caller. */
  readonly approvals: number;
  readonly failedJobs: bigint;
  readonly isProofSound: boolean;
}

/** Each leads to the screen where it is seen to; what stands at zero is left out. */
export function presentAlerts({
  matters,
  toCheck,
  unmatchedReceipts,
  approvals,
  failedJobs,
  isProofSound,
}: AlertParts): Statistics['alerts'] {
  const orders = '/wrap/collections.transactions';
  const alert = (
    kind: DashboardAlertKind,
    number: bigint | undefined,
    level: Statistics['alerts'][number]['level'],
    path: string,
  ) => ({ kind, count: count(number), level, path });
  return [
    alert('balanceCheck', isProofSound ? 0n : 1n, 'danger', '/wrap/admin.checkBalance'),
    alert('failedJobs', failedJobs, 'danger', '/wrap/admin.failedQueue'),
    alert('approvals', BigInt(approvals), 'warning', '/wrap/admin.approvals'),
    alert('amountMismatch', matters?.amount_mismatch, 'warning', `${orders}?status=amount_mismatch`),
    alert('abnormal', matters?.abnormal, 'warning', `${orders}?status=abnormal`),
    alert('callbackFailed', matters?.callback_failed, 'warning', `${orders}?callback_status=failed`),
    alert('releaseFailed', matters?.release_failed, 'danger', `${orders}?status=success`),
    alert('unmatchedReceipts', unmatchedReceipts, 'info', '/wrap/claimOrder'),
    alert('ordersToCheck', toCheck ? matters?.to_check : 0n, 'info', `${orders}?status=pending`),
  ].filter((each) => each.count > 0);
}

const hourMs = 3_600_000;

function count(rows: bigint | undefined): number {
  // Not money: a count of rows.
  return Number(rows ?? 0n);
}
