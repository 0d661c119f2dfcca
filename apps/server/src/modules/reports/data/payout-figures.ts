import { payoutOutcomes, successRate } from '@suanpan/domain/reports/success-rate';
import { countOf } from '../../../platform/db/count-of.ts';
import type { FigureSource, Sums } from './data-screen.ts';

const screen = 'payment.transactions' as const;
const succeeded = { screen, status: payoutOutcomes.succeeded };
/** Neither under way nor come back. */
const standing = { screen, status: ['paid'] };
const share = (column: string): FigureSource => ({
  value: (sums, { money }) => money(sums(column)),
  order: column,
  drill: { ...standing, split: true },
});
const count = (column: string) => (sums: Sums) => countOf(sums(column));

/** What the figures of payouts are, and the payouts behind each. */
export const payoutFigures = {
  payouts: { value: count('payout_count'), order: 'payout_count', drill: { screen } },
  payoutsPaid: { value: count('payout_succeeded'), order: 'payout_succeeded', drill: succeeded },
  payoutsFailed: {
    value: count('payout_failed'),
    order: 'payout_failed',
    drill: { screen, status: payoutOutcomes.failed },
  },
  payoutRate: {
    value: (sums) => successRate(sums('payout_succeeded'), sums('payout_failed')),
    drill: { screen, status: [...payoutOutcomes.succeeded, ...payoutOutcomes.failed] },
  },
  payoutAmount: {
    value: (sums, { money }) => money(sums('payout_amount')),
    order: 'payout_amount',
    drill: { screen },
  },
  paidAmount: {
    value: (sums, { money }) => money(sums('payout_paid_amount')),
    order: 'payout_paid_amount',
    drill: standing,
  },
  payoutTime: {
    value: (_sums, { payoutTimes }) => payoutTimes?.p50 ?? null,
    drill: standing,
  },
  payoutTime95: {
    value: (_sums, { payoutTimes }) => payoutTimes?.p95 ?? null,
    drill: standing,
  },
  payoutFee: {
    value: (sums, { money }) => money(sums('payout_fee')),
    order: 'payout_fee',
    drill: standing,
  },
  payoutEndpointCost: share('kept_endpoint_fee'),
  payoutMargin: share('payout_margin'),
  payoutGeneralShare: share('kept_sub_agent_fee'),
  payoutMiddlemanShare: share('kept_middleman_fee'),
  payoutSeniorShare: share('kept_agent_fee'),
  payoutSystemShare: share('kept_system_fee'),
  orderCommission: {
    value: (sums, { money }) => money(sums('order_commission')),
    order: 'order_commission',
    drill: { screen: 'accounting.changelogs', event: 'payout.paid' },
  },
  payoutCommission: {
    value: (sums, { money }) => money(sums('payout_commission')),
    order: 'payout_commission',
    drill: { screen: 'accounting.changelogs', event: 'payout.paid' },
  },
} as const satisfies Readonly<Record<string, FigureSource>>;
