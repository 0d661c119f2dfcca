import type { OutputOf, ParsedInputOf } from '@suanpan/contract/endpoint';
import type { dailyReports } from '@suanpan/contract/endpoints/reports';
import { calendarDay, regionDayFromText, regionDayOf, regionDayText } from '@suanpan/domain/region-day';
import type { Database } from '../../../platform/db/database.ts';
import type { RequestContext } from '../../../platform/http/actor.ts';
import { answerPage, page } from '../../../platform/http/page.ts';
import { checkAgent } from '../../orders/index.ts';
import { presentReport, presentReportSum } from './report.present.ts';
import { listReports, sumReports } from './report.queries.ts';
import type { ReportFilter } from './report.queries.ts';

type Question = Omit<ParsedInputOf<typeof dailyReports>, 'page' | 'paginate' | 'cursor'>;

/** One page of what was made of the days asked for, with the totals of all of them. */
export async function readReports(
  db: Database,
  context: Pick<RequestContext, 'actor' | 'locale'>,
  input: ParsedInputOf<typeof dailyReports>,
): Promise<OutputOf<typeof dailyReports>> {
  const { actor } = context;
  const filter = reportFilterOf(input);
  await checkAgent(db, context, filter);
  const { told, value } = await db.figures.read((figures) =>
    Promise.all([
      listReports(figures, actor.scope, filter, page(input)),
      sumReports(figures, actor.scope, filter),
    ]),
  );
  const [rows, sums] = value;
  const answer = answerPage(input, {
    items: rows.map((row) => presentReport(row, actor)),
    total: sums.reduce((total, sum) => total + sum.rows, 0n),
    summary: {
      by_currency: sums.map(presentReportSum).map((sum) =>
        // The specification hides the success rate of more than a day; each row has that of its own.
        isOneDay(filter) ? sum : { ...sum, success_rate: null },
      ),
    },
  });
  return { ...answer, ...told };
}

export function reportFilterOf({ from, to, ...input }: Question): ReportFilter {
  return {
    ...(from !== undefined && { from: dayOf(from, 0) }),
    // An instant ends what lies before it, a day is meant whole.
    ...(to !== undefined && { to: dayOf(to, 1) }),
    ...(input.customer_id !== undefined && { customerId: BigInt(input.customer_id) }),
    ...(input.agent_id !== undefined && { agentId: BigInt(input.agent_id) }),
    ...(input.channel !== undefined && { channelId: BigInt(input.channel) }),
    ...(input.currency !== undefined && { currency: input.currency }),
  };
}

const isOneDay = ({ from, to }: ReportFilter): boolean => from !== undefined && from === to;

/** The business day that begins with an instant, or of what ends a millisecond before it. */
function dayOf(text: string, earlierMs: number): string {
  const day = text.includes('T')
    ? regionDayOf(new Date(Date.parse(text) - earlierMs))
    : regionDayFromText(text);
  return regionDayText(calendarDay(day));
}
