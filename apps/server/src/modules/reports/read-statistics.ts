import type { OutputOf } from '@suanpan/contract/endpoint';
import type { statistics } from '@suanpan/contract/endpoints/statistics';
import { regionDayOf, regionDayText } from '@suanpan/domain/region-day';
import type { Currency } from '@suanpan/money/currency';
import { businessNow } from '../../platform/clock.ts';
import type { Actor } from '../../platform/http/actor.ts';
import {
  channelSums,
  daySums,
  failuresByDay,
  hourSums,
  listCollections,
  presentCollection,
} from '../collections/index.ts';
import type { Subject } from '../collections/index.ts';
import { ownerOf } from '../../platform/http/owner-of.ts';
import { balancesOf, sumBalances } from '../ledger/index.ts';
import { dashboardDrills } from './dashboard-drills.ts';
import { lastLoginOf } from './last-login.queries.ts';
import { readMatters } from './read-matters.ts';
import type { ReportsDeps } from './reports-deps.ts';
import { daysShown, hoursShown } from './spans.ts';
import { presentAlerts, presentStatistics } from './statistics.present.ts';

const channelsShown = 20;
const latestShown = 10;

/**
 * The landing page of one caller, all figures from one snapshot. The platform sees what it owes to everybody;
 * others see the balances of their owner. What a caller may not open is not counted for him either.
 */
export async function readStatistics(
  { db, unanswered }: ReportsDeps,
  actor: Actor,
  currency: Currency,
): Promise<OutputOf<typeof statistics>> {
  const { scope, permissions } = actor;
  const subject: Subject = { scope, currency };
  const owner = ownerOf(scope);
  return db.reports
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (tx) => {
      const now = await businessNow(tx);
      const today = regionDayOf(now);
      const since = new Date((Math.floor(now.getTime() / hourMs) - (hoursShown - 1)) * hourMs);
      const seesOrders = permissions.has('collections.transactions.get');
      return presentStatistics({
        currency,
        now,
        seesPlatform: scope.kind === 'platform',
        balances: owner === null ? await sumBalances(tx, currency) : await ownBalances(tx, owner, currency),
        days: await daySums(tx, subject, regionDayText(today - (daysShown - 1))),
        failures: await failuresByDay(tx, subject, regionDayText(today - 1)),
        hours: await hourSums(tx, subject, since),
        channels: await channelSums(tx, subject, regionDayText(today), channelsShown),
        lastLogin: await lastLoginOf(tx, actor.effectiveUserId),
        drills: dashboardDrills(actor, currency),
        alerts: presentAlerts(await readMatters(tx, actor, unanswered)),
        latest: seesOrders
          ? (await listCollections(tx, scope, {}, '-created_at', { offset: 0, limit: latestShown })).map(
              (row) => presentCollection(row, actor),
            )
          : [],
      });
    });
}

const hourMs = 3_600_000;

async function ownBalances(
  tx: Parameters<typeof balancesOf>[0],
  owner: bigint,
  currency: Currency,
): Promise<Awaited<ReturnType<typeof sumBalances>>> {
  return (await balancesOf(tx, owner)).find((balances) => balances.currency === currency)?.byKind ?? {};
}
