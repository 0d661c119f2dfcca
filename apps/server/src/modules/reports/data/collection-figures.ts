import { failedStatuses, succeededStatuses, successRate } from '@suanpan/domain/reports/success-rate';
import { countOf } from '../../../platform/db/count-of.ts';
import type { FigureSource, Sums } from './data-screen.ts';

const screen = 'collections.transactions' as const;
const paid = { screen, status: succeededStatuses };
const shared = { ...paid, split: true } as const;
const share = (column: string): FigureSource => ({
  value: (sums, { money }) => money(sums(column)),
  order: column,
  drill: shared,
});
const count = (column: string) => (sums: Sums) => countOf(sums(column));

/** What the figures of collections are, and the orders behind each. */
export const collectionFigures = {
  orders: { value: count('created_count'), order: 'created_count', drill: { screen } },
  success: { value: count('success_count'), order: 'success_count', drill: paid },
  failed: {
    value: count('failed_count'),
    order: 'failed_count',
    drill: { screen, status: failedStatuses },
  },
  successRate: {
    value: (sums, { days }) => (days > 1 ? null : successRate(sums('success_count'), sums('failed_count'))),
    drill: { screen, status: [...succeededStatuses, ...failedStatuses] },
  },
  amount: {
    value: (sums, { money }) => money(sums('created_amount')),
    order: 'created_amount',
    drill: { screen },
  },
  actual: {
    value: (sums, { money }) => money(sums('actual_amount')),
    order: 'actual_amount',
    drill: paid,
  },
  fee: { value: (sums, { money }) => money(sums('fee')), order: 'fee', drill: paid },
  accounted: {
    value: (sums, { money }) => money(sums('accounted_amount')),
    order: 'accounted_amount',
    drill: paid,
  },
  meanTicket: {
    value: (sums, { money }) =>
      sums('success_count') === 0n ? null : money(sums('success_amount') / sums('success_count')),
    drill: paid,
  },
  commission: {
    value: (sums, { money }) => money(sums('commission')),
    order: 'commission',
    drill: { screen: 'accounting.changelogs', event: 'collection.settle' },
  },
  endpointCost: share('endpoint_fee'),
  margin: share('margin'),
  generalShare: share('sub_agent_fee'),
  middlemanShare: share('middleman_fee'),
  seniorShare: share('agent_fee'),
  systemShare: share('system_fee'),
  timeToPay: { value: (_sums, { timeToPay }) => timeToPay, drill: paid },
} as const satisfies Readonly<Record<string, FigureSource>>;

const seconds = (column: string): FigureSource => ({
  value: (sums) => (sums('success_count') === 0n ? null : countOf(sums(column))),
  drill: paid,
});
/** The same where the orders themselves are read: how long payers took comes with the sums. */
export const orderFigures = {
  ...collectionFigures,
  timeToPay: seconds('pay_seconds'),
  timeToPay95: seconds('pay_seconds_95'),
} as const satisfies Readonly<Record<string, FigureSource>>;
