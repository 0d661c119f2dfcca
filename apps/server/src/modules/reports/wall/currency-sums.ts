import { regionDayFromText, regionDayText, startOfRegionDay } from '@suanpan/domain/region-day';
import type { Currency } from '@suanpan/money/currency';
import type { Kysely } from 'kysely';
import type { Tables } from '../../../platform/db/tables.generated.ts';
import type { Scope } from '../../../platform/http/actor.ts';
import { ownerOf } from '../../../platform/http/owner-of.ts';
import { sumBalances } from '../../ledger/index.ts';
import { groupSums } from '../data/day-sums.queries.ts';
import type { DataQuestion, DataSums } from '../data/day-sums.queries.ts';
import { channelHoursSource, collectionSource, payoutSource } from '../data/sources.queries.ts';

type Sums = DataSums['sums'];

/** Sums of a channel in one hour; the channel is 0 of orders that none took. */
export interface ChannelHour {
  readonly channelId: string;
  readonly at: Date;
  readonly sums: Sums;
}

/** One currency of one tree over the present day and the one before; counts, and minor units. */
export interface CurrencySums {
  readonly currency: Currency;
  readonly today: Sums;
  readonly yesterday: Sums;
  readonly payoutsToday: Sums;
  readonly payoutsYesterday: Sums;
  readonly hours: readonly ChannelHour[];
  /** Payouts of the present day by channel. */
  readonly payoutChannels: ReadonlyMap<string, Sums>;
  readonly held: Awaited<ReturnType<typeof sumBalances>>;
}

const hourMs = 3_600_000;
/** More groups than there are: of channels and hours of two days. */
const most = 100_000;

/** Sums that are kept by day say whether there is anything to read the orders for. */
export async function sumsOfCurrency(
  db: Kysely<Tables>,
  scope: Scope,
  currency: Currency,
  today: number,
): Promise<CurrencySums> {
  const days = { first: regionDayText(today - 1), last: regionDayText(today) };
  const question: DataQuestion = { scope, currency, of: {}, ...days };
  const place = (by: string) => ({ order: { by, isDescending: true }, offset: 0, limit: most });
  const collections = await groupSums(db, collectionSource, question, ['day'], place('created_count'));
  const payouts = await groupSums(db, payoutSource, question, ['day'], place('payout_count'));
  const hours =
    collections.rows.length === 0
      ? []
      : (
          await groupSums(
            db,
            channelHoursSource,
            question,
            ['channel', 'day', 'hour'],
            place('created_count'),
          )
        ).rows;
  const byChannel =
    payouts.rows.length === 0
      ? []
      : (
          await groupSums(
            db,
            payoutSource,
            { ...question, first: days.last },
            ['channel'],
            place('payout_count'),
          )
        ).rows;
  const dayOf = ({ rows }: typeof collections, day: string): Sums =>
    rows.find(({ about }) => about.day === day)?.sums ?? {};
  return {
    currency,
    today: dayOf(collections, days.last),
    yesterday: dayOf(collections, days.first),
    payoutsToday: dayOf(payouts, days.last),
    payoutsYesterday: dayOf(payouts, days.first),
    hours: hours.map(({ about, sums }) => ({
      channelId: about.channel ?? '0',
      at: new Date(
        // Not money: an hour of the day.
        startOfRegionDay(regionDayFromText(about.day ?? '')).getTime() + Number(about.hour) * hourMs,
      ),
      sums,
    })),
    payoutChannels: new Map(byChannel.map(({ about, sums }) => [about.channel ?? '0', sums])),
    held: await sumBalances(db, currency, ownerOf(scope)),
  };
}
