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
import { drillOf } from './drill.ts';
import { groupSums, peopleSums, sumsOfGroups, wholeSums } from './day-sums.queries.ts';
import type { DataOrder, DataQuestion, DataSums } from './day-sums.queries.ts';
import { isParty } from './data-screen.ts';
import type { DataScreen, Dimension, FigureValue, Of, Party } from './data-screen.ts';
import { namesOf } from './names.queries.ts';

/** A question as it comes from the wire, with its ids read. */
export interface DataAsked {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly currency?: Currency | undefined;
  readonly compare?: Comparison | undefined;
  readonly sort: string;
  readonly by: readonly Dimension[];
  readonly of: Of;
  readonly offset: number;
  readonly limit: number;
  readonly locale: Locale;
}

interface DataAnswer {
  readonly items: DataRow[];
  readonly total: number;
  readonly summary: DataSummary;
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
  const { by, limit, offset } = asked;
  const question = await questionOf(db, actor, asked);
  const { source } = screen;
  const place = { order: orderOf(screen, asked.sort), offset, limit };
  const page =
    screen.people === undefined
      ? await groupSums(db, source, question, by, place)
      : await peopleSums(db, source, question, screen.people, place);
  const standing = await screen.people?.standing(db, actor, {
    ids: page.rows.map(({ about }) => BigInt(about[screen.people?.party ?? 'customer'] ?? 0)),
    currency: question.currency,
    ...instantsOf(question),
  });

  const whole = await wholeSums(db, source, question);
  const shift = asked.compare && comparedDaysBefore(asked.compare, daysOf(question));
  const earlier = shift === undefined ? undefined : earlierBy(question, shift);
  const before = earlier && (await sumsOfGroups(db, source, earlier, page.rows));
  const wholeBefore = earlier && (await wholeSums(db, source, earlier));
  const named = await namesOf(db, page.rows);
  const pay = await payTimes(db, screen, question, by);
  const payBefore = earlier && (await payTimes(db, screen, earlier, by));
  const tell = (
    sums: DataSums['sums'],
    days: number,
    timeToPay: number | null,
    has: Readonly<Record<string, bigint>> | null = null,
  ): Record<string, FigureValue> =>
    Object.fromEntries(
      seen(screen, actor).map((name) => [
        name,
        sourceOf(screen, name).value((column) => sums[column] ?? 0n, {
          money: (minor) => formatLedger(minor, question.currency),
          days,
          timeToPay,
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
        figures: tell(sums, days, pay.get(key) ?? null, standing?.get(key) ?? null),
        ...(before && {
          before: tell(was?.sums ?? {}, days, payBefore?.get(keyOf(about, by, -(shift ?? 0))) ?? null),
        }),
        drill: drills(about),
      };
    }),
    total: countOf(page.total),
    summary: {
      currency: question.currency,
      from: question.first,
      to: question.last,
      figures: tell(whole, daysOf(question), pay.get('') ?? null),
      ...(wholeBefore && { before: tell(wholeBefore, daysOf(question), payBefore?.get('') ?? null) }),
      drill: source.part === undefined ? drills({}) : {},
    },
  };
}

const wireNames: Readonly<Record<Party, string>> = {
  customer: 'customer',
  agent: 'agent',
  subAgent: 'sub_agent',
  channel: 'channel',
  channelAccount: 'channel_account',
};

/** Whole business days; refuses `invalidFields` where they end before they begin, or are more than may be asked for. */
async function questionOf(db: Kysely<Tables>, actor: Actor, asked: DataAsked): Promise<DataQuestion> {
  const today = regionDayOf(await businessNow(db));
  const dayOf = (text: string, lessMs = 0) => calendarDay(regionDayOf(new Date(Date.parse(text) - lessMs)));
  const from = asked.from === undefined ? today : dayOf(asked.from);
  const to = asked.to === undefined ? Math.max(from, today) : dayOf(asked.to, 1);
  const says =
    to < from
      ? translate(asked.locale, 'common.validation.range')
      : to - from >= dataMaxDays
        ? translate(asked.locale, 'common.validation.rangeDays', { days: String(dataMaxDays) })
        : null;
  if (says !== null) throw new Refusal('invalidFields', { fields: { to: [says] } });
  return {
    scope: actor.scope,
    currency: asked.currency ?? actor.currency,
    first: regionDayText(from),
    last: regionDayText(to),
    of: asked.of,
  };
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

/** By group, and under '' of all of them; none where the range is more than may be read. */
async function payTimes(
  db: Kysely<Tables>,
  screen: DataScreen,
  question: DataQuestion,
  by: readonly Dimension[],
): Promise<ReadonlyMap<string, number>> {
  if (!screen.figures.includes('timeToPay') || daysOf(question) > payDays) return new Map();
  const groups = by.flatMap((one) => (isParty(one) || one === 'day' ? [one] : []));
  const asked = { ...question, ...instantsOf(question) };
  const rows = [...(await timesToPay(db, asked, groups)), ...(await timesToPay(db, asked, []))];
  return new Map(rows.map(({ group, seconds }) => [group, seconds]));
}
