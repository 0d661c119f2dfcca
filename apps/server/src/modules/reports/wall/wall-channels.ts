import type { OutputOf } from '@suanpan/contract/endpoint';
import type { wall } from '@suanpan/contract/endpoints/wall';
import type { Kysely } from 'kysely';
import { countOf } from '../../../platform/db/count-of.ts';
import type { Tables } from '../../../platform/db/tables.generated.ts';
import type { Scope } from '../../../platform/http/actor.ts';
import { countChanges } from '../../audit/index.ts';
import { channelStateOf, exchangeFigures, listDefinitions } from '../../channels/index.ts';
import type { CurrencySums } from './currency-sums.ts';

type WallChannel = OutputOf<typeof wall>['channels'][number];

const hourMs = 3_600_000;
/** So many hours of a channel are drawn, the present one included. */
const hoursShown = 12;
/** A house has dozens; beyond this a wall tells nobody anything. */
const channelsMost = 200;

/**
 * Every channel of the tree that is in use, how its orders fare and how fast its provider answers; those out of service first, then
 * the busiest. Payouts are kept by day, so theirs have no hours of orders.
 */
export async function wallChannels(
  db: Kysely<Tables>,
  scope: Scope,
  now: Date,
  sums: readonly CurrencySums[],
  dayBegan: Date,
): Promise<WallChannel[]> {
  const listed = await listDefinitions(db, scope, { enabled: true }, { offset: 0, limit: channelsMost });
  const used = listed.filter((channel) => channel.account_enabled);
  const last = Math.floor(now.getTime() / hourMs);
  const since = new Date((last - (hoursShown - 1)) * hourMs);
  const until = new Date(now.getTime() + 1);
  const accounts = [...new Set(used.map((channel) => channel.account_id))];
  const answers = await exchangeFigures(db, accounts, { from: since, to: until, by: 'hour' });
  const trips = await countChanges(db, {
    act: 'channel.state',
    objectKind: 'channel',
    ids: used.map((channel) => channel.channel_id),
    to: 'tripped',
    since,
    until,
    by: 'hour',
  });
  const p95 = new Map(answers.map((one) => [`${one.id} ${one.span}`, one.create_p95]));
  const tripped = new Map(trips.map((one) => [`${one.id} ${one.span}`, countOf(one.times)]));

  return used
    .map((channel): WallChannel => {
      const id = String(channel.channel_id);
      const state = channelStateOf(channel, now);
      const own = sums.find(({ currency }) => currency === channel.currency);
      const hours = own?.hours.filter((hour) => hour.channelId === id) ?? [];
      const byHour = new Map(hours.map((hour) => [hour.at.getTime(), hour.sums]));
      const ofDay = hours.filter(({ at }) => at >= dayBegan).map((hour) => hour.sums);
      const isPayout = channel.direction === 'payout';
      const paidOut = own?.payoutChannels.get(id) ?? {};
      const total = (column: string): number =>
        countOf(ofDay.reduce((all, each) => all + (each[column] ?? 0n), 0n));
      return {
        id,
        name: channel.name,
        account: channel.account_name,
        direction: channel.direction,
        currency: channel.currency,
        state,
        since: state === channel.runtime ? (channel.runtime_since?.toISOString() ?? null) : null,
        count: isPayout ? countOf(paidOut['payout_count'] ?? 0n) : total('created_count'),
        success_count: isPayout ? countOf(paidOut['payout_succeeded'] ?? 0n) : total('success_count'),
        failed_count: isPayout ? countOf(paidOut['payout_failed'] ?? 0n) : total('failed_count'),
        hours: Array.from({ length: hoursShown }, (_, n) => {
          const at = new Date(since.getTime() + n * hourMs);
          const each = byHour.get(at.getTime());
          return {
            at: at.toISOString(),
            success_count: countOf(each?.['success_count'] ?? 0n),
            failed_count: countOf(each?.['failed_count'] ?? 0n),
            p95_ms: p95.get(`${channel.account_id} ${at.toISOString()}`) ?? null,
            trips: tripped.get(`${id} ${at.toISOString()}`) ?? 0,
          };
        }),
      };
    })
    .sort(
      (one, other) =>
        graveness(one) - graveness(other) || other.count - one.count || (one.id < other.id ? -1 : 1),
    );
}

const graveness = ({ state }: WallChannel): number =>
  state === 'tripped' ? 0 : state === 'maintenance' ? 1 : 2;
