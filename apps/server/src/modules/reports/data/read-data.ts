import { personActs } from '@suanpan/contract/endpoints/data-screens';
import type { DataRow, DataSummary } from '@suanpan/contract/endpoints/data-screens';
import { Refusal } from '@suanpan/domain/errors';
import { comparedDaysBefore, dataMaxDays, figures } from '@suanpan/domain/reports/figures';
import type { Comparison, FigureName } from '@suanpan/domain/reports/figures';
import {
  calendarDay,
  regionDayFromText,
  regionDayOf,
  regionDayText,
  startOfRegionDay,
} from '@suanpan/domain/region-day';
import type { Locale } from '@suanpan/messages/locale';
import { translate } from '@suanpan/messages/translate';
import { formatLedger } from '@suanpan/money/amount';
import type { Currency } from '@suanpan/money/currency';
import type { Kysely } from 'kysely';
import { businessNow } from '../../../platform/clock.ts';
import { countOf } from '../../../platform/db/count-of.ts';
import type { Tables } from '../../../platform/db/tables.generated.ts';
import type { Actor } from '../../../platform/http/actor.ts';
import { timesToPay } from '../../collections/index.ts';
import { isPayoutDimension, timesToPayout } from '../../payouts/index.ts';
import { actsOnUsers } from '../../users/index.ts';
import { drillOf } from './drill.ts';
import { exchangeOf } from './exchange.ts';
import { hoursOf } from './by-hour.ts';
import { groupSums, peopleSums, sumsOfGroups, wholeSums } from './day-sums.queries.ts';
import type { DataOrder, DataQuestion, DataSums } from './day-sums.queries.ts';
import { isParty } from './data-screen.ts';
import type { DataScreen, Dimension, FigureContext, FigureValue, Of, Party } from './data-screen.ts';
import { namesOf } from './names.queries.ts';
import { collectionSource } from './sources.queries.ts';

/** A question as it comes from the wire, with its ids read. */
export interface DataAsked {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly currency?: Currency | undefined;
  /** The other currency of a pair. */
  readonly quote?: Currency | undefined;
  readonly compare?: Comparison | undefined;
  readonly sort: string;
  readonly by: readonly Dimension[];
  readonly of: Of;
  readonly offset: number;
  readonly limit: number;
  /** In the order of their keys, those after these; none: from the first. What comes in meanwhile moves none of them. */
  readonly past?: readonly string[];
  readonly locale: Locale;
}

interface DataAnswer {
  readonly items: DataRow[];
  readonly total: number;
  readonly summary: DataSummary;
  /** The keys of the last row. */
  readonly last: readonly string[];
}

/** So many days of orders are read for how long payers took. */
const payDays = 2;

/**
 * One page of a data screen, what all of it comes to, and both held against an earlier range where that is asked; all figures
 * from one snapshot. Refuses `invalidFields` for a range that ends before it begins or is too long.
 */
export async function readData(
  db: Kysely<Tables>,
  screen: DataScreen,
  actor: Actor,
  asked: DataAsked,
): Promise<DataAnswer> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (tx) => readFigures(tx, screen, actor, asked));
}

async function readFigures(
  db: Kysely<Tables>,
  screen: DataScreen,
  actor: Actor,
  asked: DataAsked,
): Promise<DataAnswer> {
  const { by, limit, offset, past } = asked;
  const question = await questionOf(db, screen, actor, asked);
  const { source } = screen;
  const place = { order: orderOf(screen, asked.sort), offset, limit, past };
  const page =
    screen.people === undefined
      ? await groupSums(db, source, question, by, place)
      : await peopleSums(db, source, question, screen.people, place);
  const people = page.rows.flatMap(({ about }) =>
    screen.people === undefined ? [] : [BigInt(about[screen.people.party] ?? 0)],
  );
  const acts = screen.people && (await actsOnUsers(db, actor, people));
  const standing = await screen.people?.standing(db, actor, {
    ids: people,
    currency: question.currency,
    ...instantsOf(question),
  });

  const details = await screen.details?.(db, actor, {
    rows: page.rows.map(({ about }) => ({ key: keyOf(about, by, 0), about })),
    currency: question.currency,
    first: question.first,
    last: question.last,
    ...instantsOf(question),
  });

  const whole = page.whole ?? (await wholeSums(db, source, question));
  const shift = asked.compare && comparedDaysBefore(asked.compare, daysOf(question));
  const earlier = shift === undefined ? undefined : earlierBy(question, shift);
  const before = earlier && (await sumsOfGroups(db, source, earlier, page.rows));
  const wholeBefore = earlier && (await wholeSums(db, source, earlier));
  const hours =
    screen.byHour &&
    (await hoursOf(db, source, question, earlier && shift ? { question: earlier, days: shift } : null));
  const { quote } = question;
  const exchange =
    screen.tellsExchange &&
    quote !== undefined &&
    (await exchangeOf(db, actor, { ...question, quote }, instantsOf(question)));
  const named = await namesOf(db, page.rows);
  const pay = await timesOf(db, screen, question, by);
  const payBefore = earlier && (await timesOf(db, screen, earlier, by));
  const tell = (
    sums: DataSums['sums'],
    days: number,
    times: Times,
    has: Readonly<Record<string, bigint>> | null = null,
  ): Record<string, FigureValue> =>
    Object.fromEntries(
      seen(screen, actor).map((name) => [
        name,
        sourceOf(screen, name).value((column) => sums[column] ?? 0n, {
          money: (minor) => formatLedger(minor, question.currency),
          quoted: (minor) => formatLedger(minor, question.quote ?? question.currency),
          days,
          timeToPay: times.timeToPay ?? null,
          payoutTimes: times.payoutTimes ?? null,
          standing: has,
        }),
      ]),
    );
  const drills = (about: DataSums['about']): DataRow['drill'] =>
    Object.fromEntries(
      seen(screen, actor).flatMap((name) => {
        const drill = drillOf(actor, question, about, figures[name].day, sourceOf(screen, name).drill);
        return drill === null ? [] : [[name, drill]];
      }),
    );
  return {
    items: page.rows.map(({ about, sums }) => {
      const key = keyOf(about, by, 0);
      const days = about.day === undefined ? daysOf(question) : 1;
      const was = before?.find((one) => keyOf(one.about, by, shift ?? 0) === key);
      return {
        key,
        ...(about.day !== undefined && { day: about.day }),
        ...Object.fromEntries(
          by.flatMap((one): [string, string | ReturnType<typeof named>][] => {
            const told = about[one] ?? '';
            if (one === 'day') return [];
            return [isParty(one) ? [wireNames[one], named(one, told)] : [one, told]];
          }),
        ),
        figures: tell(sums, days, pay(key), standing?.get(key) ?? null),
        ...(before && {
          before: tell(was?.sums ?? {}, days, payBefore?.(keyOf(about, by, -(shift ?? 0))) ?? {}),
        }),
        ...details?.get(key),
        ...(acts && { acts: personActs.filter((act) => acts.get(BigInt(key))?.includes(act)) }),
        drill: drills(about),
      };
    }),
    total: countOf(page.total),
    last: by.map((one) => page.rows.at(-1)?.about[one] ?? ''),
    summary: {
      currency: question.currency,
      from: question.first,
      to: question.last,
      figures: tell(whole, daysOf(question), pay(null)),
      ...(wholeBefore && { before: tell(wholeBefore, daysOf(question), payBefore?.(null) ?? {}) }),
      drill: source.part === undefined ? drills({}) : {},
      ...(exchange && { exchange }),
      ...(hours && {
        hours: hours.map((one) => {
          const drill = drills({ day: one.day, hour: one.hour })['orders'];
          return { ...one, ...(drill && { drill }) };
        }),
      }),
    },
  };
}

const wireNames: Readonly<Record<Party, string>> = {
  customer: 'customer',
  agent: 'agent',
  subAgent: 'sub_agent',
  owner: 'owner',
  channel: 'channel',
  channelAccount: 'channel_account',
};

/** Whole business days; refuses `invalidFields` where they end before they begin, or are more than may be asked for. */
async function questionOf(
  db: Kysely<Tables>,
  { alone, maxDays = dataMaxDays }: DataScreen,
  actor: Actor,
  asked: DataAsked,
): Promise<DataQuestion> {
  const today = regionDayOf(await businessNow(db));
  const dayOf = (text: string, lessMs = 0) => calendarDay(regionDayOf(new Date(Date.parse(text) - lessMs)));
  const from = asked.from === undefined ? today : dayOf(asked.from);
  const to = asked.to === undefined ? Math.max(from, today) : dayOf(asked.to, 1);
  const says =
    to < from
      ? translate(asked.locale, 'common.validation.range')
      : to - from >= maxDays
        ? translate(asked.locale, 'common.validation.rangeDays', { days: String(maxDays) })
        : null;
  if (says !== null) throw new Refusal('invalidFields', { fields: { to: [says] } });
  const question = {
    scope: actor.scope,
    currency: asked.currency ?? actor.currency,
    first: regionDayText(from),
    last: regionDayText(to),
    of: asked.of,
    ...(asked.quote !== undefined && { quote: asked.quote }),
  };
  if (alone === undefined || asked.of[alone] !== undefined) return question;
  const order = { by: 'created_count', isDescending: true };
  const busiest = await groupSums(db, collectionSource, question, [alone], { order, offset: 0, limit: 1 });
  return { ...question, of: { ...asked.of, [alone]: BigInt(busiest.rows[0]?.about[alone] ?? 0) } };
}

const daysOf = ({ first, last }: DataQuestion): number =>
  regionDayFromText(last) - regionDayFromText(first) + 1;
const instantsOf = ({ first, last }: DataQuestion): { from: Date; to: Date } => ({
  from: startOfRegionDay(regionDayFromText(first)),
  to: startOfRegionDay(regionDayFromText(last) + 1),
});
const shifted = (day: string, days: number): string => regionDayText(regionDayFromText(day) + days);
const earlierBy = (question: DataQuestion, days: number): DataQuestion => ({
  ...question,
  first: shifted(question.first, -days),
  last: shifted(question.last, -days),
});

/** A group by its parts; a day so many days later than it is. */
const keyOf = (about: DataSums['about'], by: readonly Dimension[], later: number): string =>
  by.map((one) => (one === 'day' ? shifted(about.day ?? '', later) : about[one])).join(' ');

function sourceOf({ source }: DataScreen, name: FigureName) {
  const figure = source.figures[name];
  if (figure === undefined) throw new Error(`a screen names ${name}, which its source does not have`);
  return figure;
}

const seen = (screen: DataScreen, { scope }: Actor): readonly FigureName[] =>
  screen.figures.filter((name) => sourceOf(screen, name).seenBy?.(scope) ?? true);

function orderOf(screen: DataScreen, sort: string): DataOrder {
  const name = sort.replace(/^-/, '') as FigureName;
  const by = screen.figures.includes(name) ? sourceOf(screen, name).order : undefined;
  if (by === undefined) throw new Error(`a screen without ${name} is not sorted by it`);
  return { by, isDescending: sort.startsWith('-') };
}

const isOrderParty = (one: Dimension): one is Exclude<Party, 'owner'> => isParty(one) && one !== 'owner';

type Times = Partial<Pick<FigureContext, 'timeToPay' | 'payoutTimes'>>;

/** How long payers and payouts took, of a group or, without one, of all; nothing where the range is more than may be read. */
async function timesOf(
  db: Kysely<Tables>,
  { figures: shown, source }: DataScreen,
  question: DataQuestion,
  by: readonly Dimension[],
): Promise<(key: string | null) => Times> {
  const asked = { ...question, ...instantsOf(question) };
  if (daysOf(question) > payDays || 'pay_seconds' in source.sums) return () => ({});
  if (shown.includes('timeToPay')) {
    const groups = by.flatMap((one) => (isOrderParty(one) || one === 'day' ? [one] : []));
    const told = new Map((await timesToPay(db, asked, groups)).map((one) => [one.group, one.seconds]));
    return (key) => ({ timeToPay: told.get(key) ?? null });
  }
  if (shown.includes('payoutTime')) {
    const groups = by.filter(isPayoutDimension);
    const told = new Map((await timesToPayout(db, asked, groups)).map((one) => [one.group, one]));
    return (key) => ({ payoutTimes: told.get(key) ?? null });
  }
  return () => ({});
}
