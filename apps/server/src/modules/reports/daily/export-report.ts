import { dailyReports } from '@suanpan/contract/endpoints/reports';
import { countOf } from '../../../platform/db/count-of.ts';
import { exportList, pageOf } from '../../../platform/export-list.ts';
import { reportFilterOf } from './read-reports.ts';
import { presentReport } from './report.present.ts';
import { listReports, sumReports } from './report.queries.ts';
import type { ReportPlace } from './report.queries.ts';

/** Daily statistics as a file. */
export const reportExport = exportList({
  kind: 'accounting.report',
  filter: dailyReports.input.omit({ page: true, paginate: true, cursor: true }).strict(),
  async count({ db, actor }, filter) {
    const sums = await sumReports(db.reports, actor.scope, reportFilterOf(filter));
    return sums.reduce((total, { rows }) => total + countOf(rows), 0);
  },
  async read({ db, actor }, filter, { after, limit }) {
    const rows = await listReports(db.reports, actor.scope, reportFilterOf(filter), {
      offset: 0,
      limit,
      ...(after !== null && { after: placeOf(after) }),
    });
    return pageOf(
      rows,
      limit,
      (row) => {
        const shown = presentReport(row, actor);
        const named = (one: { id: string; name: string } | null) =>
          one === null ? null : `${one.name} · ${one.id}`;
        return {
          day: shown.day,
          customer: named(shown.customer),
          agent: named(shown.agent),
          channel: named(shown.channel),
          currency: shown.currency,
          count: { count: shown.count },
          success_count: { count: shown.success_count },
          failed_count: { count: shown.failed_count },
          success_rate: shown.success_rate,
          amount: { money: shown.amount },
          settled_count: { count: shown.settled_count },
          actual: { money: shown.actual },
          fee: { money: shown.fee },
          accounted: { money: shown.accounted },
          refunds: { money: shown.refunds },
          payouts: { count: shown.payouts },
          payout_amount: { money: shown.payout_amount },
          payout_fee: { money: shown.payout_fee },
          version: { count: shown.version },
          made_at: { at: shown.made_at },
          hash: shown.hash,
        };
      },
      (row) => [row.day, row.customer_id, row.agent_id, row.channel_id, row.currency].join(' '),
    );
  },
});

function placeOf(text: string): ReportPlace {
  const [day = '', customerId = '0', agentId = '0', channelId = '0', currency = ''] = text.split(' ');
  return {
    day,
    customerId: BigInt(customerId),
    agentId: BigInt(agentId),
    channelId: BigInt(channelId),
    currency,
  };
}
