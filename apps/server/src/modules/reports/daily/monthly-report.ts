import type { OutputOf, ParsedInputOf } from '@suanpan/contract/endpoint';
import { monthlyReport } from '@suanpan/contract/endpoints/reports';
import { Refusal } from '@suanpan/domain/errors';
import { regionDayOf, regionDayText } from '@suanpan/domain/region-day';
import { translate } from '@suanpan/messages/translate';
import type { Kysely } from 'kysely';
import { businessNow } from '../../../platform/clock.ts';
import { countOf } from '../../../platform/db/count-of.ts';
import type { Database } from '../../../platform/db/database.ts';
import type { Tables } from '../../../platform/db/tables.generated.ts';
import { exportList, pageOf } from '../../../platform/export-list.ts';
import type { RequestContext } from '../../../platform/http/actor.ts';
import { answerPage, page } from '../../../platform/http/page.ts';
import { checkAgent } from '../../orders/index.ts';
import { daysOf } from '../statements/period.ts';
import { reportFilterOf } from './read-reports.ts';
import { presentMonth, presentMonthSum } from './report.present.ts';
import { daysMade, listMonth, sumMonth } from './report.queries.ts';
import type { ReportFilter } from './report.queries.ts';

type Question = Omit<ParsedInputOf<typeof monthlyReport>, 'page' | 'paginate' | 'cursor'>;
type Asking = Pick<RequestContext, 'actor' | 'locale'>;

/** One page of a month by channel and fee. What it says is what its daily statistics say together. */
export async function readMonth(
  db: Database,
  context: Asking,
  input: ParsedInputOf<typeof monthlyReport>,
): Promise<OutputOf<typeof monthlyReport>> {
  const { actor } = context;
  await checkAgent(db, context, reportFilterOf(input));
  const { told, value } = await db.figures.read(async (figures) => {
    const { days, filter, month } = await monthOf(figures, context, input);
    const [rows, sums, made] = await Promise.all([
      listMonth(figures, actor.scope, filter, page(input)),
      sumMonth(figures, actor.scope, filter),
      daysMade(figures, days),
    ]);
    return { days, made, month, rows, sums };
  });
  const { days, made, month, rows, sums } = value;
  // Orders of a day that was not made yet are in no figure, so they are in no list of them either.
  const range = { from: days.from, to: made.last ?? days.from };
  const answer = answerPage(input, {
    items: rows.map((row) => presentMonth(row, range, actor)),
    total: sums.reduce((total, sum) => total + sum.rows, 0n),
    summary: {
      month,
      days: countOf(made.count),
      last_day: made.last,
      by_currency: sums.map(presentMonthSum),
    },
  });
  return { ...answer, ...told };
}

async function monthOf(
  db: Kysely<Tables>,
  { locale }: Pick<Asking, 'locale'>,
  { month: asked, ...rest }: Question,
) {
  const month = asked ?? regionDayText(regionDayOf(await businessNow(db))).slice(0, 7);
  const days = daysOf(month);
  if (days === null) {
    throw new Refusal('invalidFields', { fields: { month: [translate(locale, 'fields.patterns.month')] } });
  }
  const filter: ReportFilter = { ...reportFilterOf(rest), ...days };
  return { month, days, filter };
}

/** The same rows as a file. */
export const monthlyReportExport = exportList({
  kind: 'index.stats4',
  filter: monthlyReport.input.omit({ page: true, paginate: true, cursor: true }).strict(),
  async count({ actor, db, locale }, asked) {
    const { filter } = await monthOf(db.reports, { locale }, asked);
    const sums = await sumMonth(db.reports, actor.scope, filter);
    return sums.reduce((total, { rows }) => total + countOf(rows), 0);
  },
  async read({ actor, db, locale }, asked, { after, limit }) {
    const { days, filter, month } = await monthOf(db.reports, { locale }, asked);
    // Not money: how many rows stand before this page.
    const offset = Number(after ?? 0);
    const rows = await listMonth(db.reports, actor.scope, filter, { offset, limit });
    return pageOf(
      rows,
      limit,
      (row) => {
        const shown = presentMonth(row, days, actor);
        return {
          month,
          customer: `${shown.customer.name} · ${shown.customer.id}`,
          agent: shown.agent === null ? null : `${shown.agent.name} · ${shown.agent.id}`,
          channel: shown.channel === null ? null : `${shown.channel.name} · ${shown.channel.id}`,
          currency: shown.currency,
          count: { count: shown.count },
          success_count: { count: shown.success_count },
          failed_count: { count: shown.failed_count },
          amount: { money: shown.amount },
          settled_count: { count: shown.settled_count },
          actual: { money: shown.actual },
          fee: { money: shown.fee },
          accounted: { money: shown.accounted },
          refunds: { money: shown.refunds },
          payouts: { count: shown.payouts },
          payout_amount: { money: shown.payout_amount },
          payout_fee: { money: shown.payout_fee },
        };
      },
      () => String(offset + limit),
    );
  },
});
