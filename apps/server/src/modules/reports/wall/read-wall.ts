import type { OutputOf } from '@suanpan/contract/endpoint';
import type { wall } from '@suanpan/contract/endpoints/wall';
import { regionDayOf, startOfRegionDay } from '@suanpan/domain/region-day';
import { formatLedger } from '@suanpan/money/amount';
import { currencies } from '@suanpan/money/currency';
import type { Currency } from '@suanpan/money/currency';
import type { Kysely } from 'kysely';
import { businessNow } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/db/database.ts';
import { countOf } from '../../../platform/db/count-of.ts';
import type { Tables } from '../../../platform/db/tables.generated.ts';
import type { Actor } from '../../../platform/http/actor.ts';
import type { Queue } from '../../../platform/queue.ts';
import { listCollections } from '../../collections/index.ts';
import { listPayouts } from '../../payouts/index.ts';
import { mattersOfTree } from '../read-matters.ts';
import type { ReportsDeps } from '../reports-deps.ts';
import type { AlertParts } from '../statistics.present.ts';
import { sumsOfCurrency } from './currency-sums.ts';
import type { CurrencySums } from './currency-sums.ts';
import { wallChannels } from './wall-channels.ts';

type Wall = OutputOf<typeof wall>;

/** What all see alike who stand before the same wall; `matters` is what each one's alerts are made of. */
export interface SharedWall extends Omit<Wall, 'alerts'> {
  readonly matters: Omit<AlertParts, 'approvals'>;
}

export interface WallDeps extends Pick<ReportsDeps, 'unanswered'> {
  readonly db: Database;
  /** Every queue of the house. */
  readonly queues: () => readonly Queue[];
  /** Which rules are true now, and of what; operations looks. */
  readonly alarms: (db: Kysely<Tables>) => Promise<Wall['alarms']>;
}

const hourMs = 3_600_000;
const latestShown = 12;
const newest = { offset: 0, limit: latestShown };

/**
 * The wall of one tree as these rights show it, all figures of that tree and from one snapshot. Queues and alarms are of the whole house, so they are
 * told to the platform alone; orders he may not open are not told.
 */
export async function readWall(
  deps: WallDeps,
  actor: Pick<Actor, 'permissions' | 'scope'>,
): Promise<SharedWall> {
  const { permissions, scope } = actor;
  const isPlatform = scope.kind === 'platform';
  // What waits for work and what the rules keep is no report, and the role of reports does not see it.
  const queues = isPlatform ? await depths(deps.db.app, deps.queues()) : null;
  const alarms = isPlatform && permissions.has('admin.operate.get') ? await deps.alarms(deps.db.app) : [];
  return deps.db.reports
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (tx) => {
      const now = await businessNow(tx);
      const today = regionDayOf(now);
      const sums: CurrencySums[] = [];
      for (const currency of Object.keys(currencies) as Currency[])
        sums.push(await sumsOfCurrency(tx, scope, currency, today));
      const matters = await mattersOfTree(tx, actor, deps.unanswered);
      return {
        at: now.toISOString(),
        today: countsOf(sums.map((one) => one.today)),
        yesterday: countsOf(sums.map((one) => one.yesterday)),
        until_now: untilNow(sums, now, today),
        amounts: sums.flatMap(amountsOf),
        in_flight: sums.flatMap(inFlightOf),
        channels: await wallChannels(tx, scope, now, sums, startOfRegionDay(today)),
        queues,
        callbacks_failing: matters.matters && countOf(matters.matters.callback_failed),
        matters,
        alarms,
        latest: await latestOf(tx, actor),
      };
    });
}

type Sums = CurrencySums['today'];

const countsOf = (days: readonly Sums[]): Wall['today'] => {
  const count = (column: string): number =>
    countOf(days.reduce((all, sums) => all + (sums[column] ?? 0n), 0n));
  return {
    count: count('created_count'),
    success_count: count('success_count'),
    failed_count: count('failed_count'),
  };
};

/** The hour that runs is left out of both days: a part of an hour is not held against a whole one. */
function untilNow(sums: readonly CurrencySums[], now: Date, today: number): Wall['until_now'] {
  const until = Math.floor(now.getTime() / hourMs) * hourMs;
  const began = startOfRegionDay(today).getTime();
  if (until === began) return null;
  const dayMs = startOfRegionDay(today + 1).getTime() - began;
  const within = (earlier: number): Wall['today'] =>
    countsOf(
      sums
        .flatMap((one) => one.hours)
        .filter(({ at }) => at.getTime() >= began - earlier && at.getTime() < until - earlier)
        .map((hour) => hour.sums),
    );
  return { until: new Date(until).toISOString(), today: within(0), yesterday: within(dayMs) };
}

function amountsOf({
  currency,
  payoutsToday,
  payoutsYesterday,
  today,
  yesterday,
}: CurrencySums): Wall['amounts'] {
  const money = (sums: Sums, column: string): string => formatLedger(sums[column] ?? 0n, currency);
  if ([today, yesterday, payoutsToday, payoutsYesterday].every((sums) => Object.keys(sums).length === 0))
    return [];
  return [
    {
      currency,
      today: money(today, 'actual_amount'),
      yesterday: money(yesterday, 'actual_amount'),
      paid_out: money(payoutsToday, 'payout_paid_amount'),
    },
  ];
}

function inFlightOf({ currency, held, hours }: CurrencySums): Wall['in_flight'] {
  const total = (column: string): bigint => hours.reduce((all, { sums }) => all + (sums[column] ?? 0n), 0n);
  const [awaited, count] = [total('pending_amount'), total('pending_count')];
  const { L230: payouts = 0n, L231: withdrawals = 0n, L232: refunds = 0n } = held;
  if (count === 0n && payouts === 0n && withdrawals === 0n && refunds === 0n) return [];
  const money = (minor: bigint): string => formatLedger(minor, currency);
  return [
    {
      currency,
      awaited: money(awaited),
      awaited_count: countOf(count),
      payouts: money(payouts),
      withdrawals: money(withdrawals),
      refunds: money(refunds),
    },
  ];
}

async function depths(db: Kysely<Tables>, queues: readonly Queue[]): Promise<NonNullable<Wall['queues']>> {
  const read: NonNullable<Wall['queues']> = [];
  for (const queue of queues) {
    const { depth, oldestS } = await queue.read(db);
    read.push({ name: queue.name, depth, oldest_s: oldestS });
  }
  return read;
}

/** Orders of a test are left out, as they are of every other figure. */
async function latestOf(
  db: Kysely<Tables>,
  { permissions, scope }: Pick<Actor, 'permissions' | 'scope'>,
): Promise<Wall['latest']> {
  const filter = { isTest: false };
  const collections = permissions.has('collections.transactions.get')
    ? await listCollections(db, scope, filter, '-created_at', newest)
    : [];
  const payouts = permissions.has('payment.transactions.get')
    ? await listPayouts(db, scope, filter, '-created_at', newest)
    : [];
  return [
    ...collections.map((row) => ({ ...row, kind: 'collection' as const, amount: row.order_amount })),
    ...payouts.map((row) => ({ ...row, kind: 'payout' as const })),
  ]
    .sort((one, other) => other.created_at.getTime() - one.created_at.getTime())
    .slice(0, latestShown)
    .map(({ amount, channel_name: channel, created_at: at, currency, customer_name: customer, ...row }) => ({
      kind: row.kind,
      id: String(row.id),
      order_no: row.order_no,
      at: at.toISOString(),
      customer,
      channel,
      currency: currency as Currency,
      amount: formatLedger(amount, currency as Currency),
      status: row.status,
    }));
}
