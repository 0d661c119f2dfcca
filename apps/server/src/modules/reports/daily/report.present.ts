import type { OutputOf } from '@suanpan/contract/endpoint';
import type { Drill } from '@suanpan/contract/drill';
import type { MonthRow, ReportRow, ReportVersion, dailyReports } from '@suanpan/contract/endpoints/reports';
import type { Permission } from '@suanpan/domain/access/permissions';
import { failedStatuses, succeededStatuses, successRate } from '@suanpan/domain/reports/success-rate';
import { formatLedger } from '@suanpan/money/amount';
import type { Currency } from '@suanpan/money/currency';
import { countOf } from '../../../platform/db/count-of.ts';
import type { Actor } from '../../../platform/http/actor.ts';
import type {
  Figures,
  ListedMonth,
  ListedReport,
  ReportFigure,
  ReportSum,
  VersionSum,
} from './report.queries.ts';
import { reportFigures } from './report.queries.ts';

type Sum = OutputOf<typeof dailyReports>['summary']['by_currency'][number];
type Shown = NonNullable<ReportRow['difference']>;

export function presentReport(row: ListedReport, actor: Actor): ReportRow {
  const { currency } = row;
  const isRestated = row.version > 1;
  return {
    day: row.day,
    customer: { id: String(row.customer_id), name: row.customer_name },
    agent: row.agent_id === 0n ? null : { id: String(row.agent_id), name: row.agent_name ?? '' },
    channel: row.channel_id === 0n ? null : { id: String(row.channel_id), name: row.channel },
    currency,
    ...shownFigures(row, currency),
    success_rate: successRate(row.success_count, row.failed_count),
    version: row.version,
    made_at: row.made_at.toISOString(),
    restated_at: isRestated ? row.made_at.toISOString() : null,
    difference: isRestated
      ? shownFigures(
          figuresOf((name) => row[name] - row[`first_${name}`]),
          currency,
        )
      : null,
    hash: row.hash,
    drill: drillsOf(row, { from: row.day, to: row.day }, actor),
  };
}

/** A month's row leads to the orders of those of its days that were made. */
export function presentMonth(
  row: ListedMonth,
  days: { readonly from: string; readonly to: string },
  actor: Actor,
): MonthRow {
  return {
    key: [row.customer_id, row.agent_id, row.channel_id, row.currency].join(' '),
    customer: { id: String(row.customer_id), name: row.customer_name },
    agent: row.agent_id === 0n ? null : { id: String(row.agent_id), name: row.agent_name ?? '' },
    channel: row.channel_id === 0n ? null : { id: String(row.channel_id), name: row.channel },
    currency: row.currency,
    ...shownFigures(row, row.currency),
    drill: drillsOf(row, days, actor),
  };
}

export const presentMonthSum = (sum: ReportSum) => ({
  currency: sum.currency,
  rows: countOf(sum.rows),
  ...shownFigures(sum, sum.currency),
});

export function presentReportSum(sum: ReportSum): Sum {
  return {
    currency: sum.currency,
    rows: countOf(sum.rows),
    ...shownFigures(sum, sum.currency),
    success_rate: successRate(sum.success_count, sum.failed_count),
  };
}

/** Versions come currency by currency; each is told as a whole, with what it changed of the one before. */
export function presentVersions(sums: readonly VersionSum[]): ReportVersion[] {
  const versions = [...new Set(sums.map(({ version }) => version))];
  const of = (version: number | undefined) =>
    sums.flatMap((sum) =>
      sum.version === version && sum.currency !== null ? [{ ...sum, currency: sum.currency }] : [],
    );
  return versions.map((version, index) => {
    const [head] = sums.filter((sum) => sum.version === version);
    if (head === undefined) throw new Error('A version has no row');
    const before = of(versions[index - 1]);
    return {
      version,
      made_at: head.made_at.toISOString(),
      by_currency: of(version).map(presentReportSum),
      difference:
        index === 0
          ? null
          : of(version).map((sum) => {
              const was = before.find(({ currency }) => currency === sum.currency);
              return {
                currency: sum.currency,
                ...shownFigures(
                  figuresOf((name) => sum[name] - (was?.[name] ?? 0n)),
                  sum.currency,
                ),
              };
            }),
      hash: head.hash,
      previous: head.previous,
    };
  });
}

const figuresOf = (figure: (name: ReportFigure) => bigint): Figures =>
  Object.fromEntries(reportFigures.map((name) => [name, figure(name)])) as Record<ReportFigure, bigint>;

function shownFigures(figures: Figures, currency: Currency): Shown {
  const money = (name: ReportFigure): string => formatLedger(figures[name], currency);
  const count = (name: ReportFigure): number => countOf(figures[name]);
  return {
    count: count('count'),
    success_count: count('success_count'),
    failed_count: count('failed_count'),
    amount: money('amount'),
    refunds: money('refunds'),
    settled_count: count('settled_count'),
    actual: money('actual'),
    fee: money('fee'),
    accounted: money('accounted'),
    payouts: count('payouts'),
    payout_amount: money('payout_amount'),
    payout_fee: money('payout_fee'),
  };
}

/** The list behind each figure, with count and sum equal to it as long as nothing was corrected since. */
function drillsOf(
  row: ListedMonth,
  { from, to }: { readonly from: string; readonly to: string },
  { permissions }: Actor,
): Record<string, Drill> {
  const { currency } = row;
  const whose = {
    customer_id: String(row.customer_id),
    ...(row.agent_id !== 0n && { agent_id: String(row.agent_id) }),
    channel: String(row.channel_id),
    currency,
    is_test: 'no',
  };
  const made = { from, to, ...whose };
  const done = { range: 'all', completed_from: from, completed_to: to, ...whose };
  const lists: readonly (readonly [
    screen: string,
    search: Drill['search'],
    names: readonly ReportFigure[],
  ])[] = [
    ['collections.transactions', made, ['count', 'amount']],
    ['collections.transactions', { ...made, status: [...succeededStatuses] }, ['success_count']],
    ['collections.transactions', { ...made, status: [...failedStatuses] }, ['failed_count']],
    [
      'collections.transactions',
      { ...done, status: [...succeededStatuses] },
      ['settled_count', 'actual', 'fee', 'accounted'],
    ],
    ['payment.transactions', { ...done, status: ['paid'] }, ['payouts', 'payout_amount', 'payout_fee']],
    [
      'collections.revert',
      {
        range: 'all',
        ordered_from: from,
        ordered_to: to,
        refund_status: ['success'],
        customer_id: whose.customer_id,
        ...(row.agent_id !== 0n && { agent_id: String(row.agent_id) }),
        channel: whose.channel,
        currency,
      },
      ['refunds'],
    ],
  ];
  return Object.fromEntries(
    lists.flatMap(([screen, search, names]) =>
      permissions.has(`${screen}.get` as Permission) ? names.map((name) => [name, { screen, search }]) : [],
    ),
  );
}
