import { analysisMaxDays } from '@suanpan/domain/reports/figures';
import { answerDetails } from './answer-details.ts';
import type { DataScreen, DataSource } from './data-screen.ts';
import { agentStanding, generalStanding, merchantStanding } from './standing.ts';
import { accountDetails } from './account-details.ts';
import { cryptoDetails } from './crypto-details.ts';
import {
  accountCollectionSource,
  accountDaysSource,
  accountPayoutSource,
  analysisSource,
  bothWaysSource,
  collectionSource,
  commissionSource,
  exchangedSource,
  generalsPayoutSource,
  generalsSource,
  layersSource,
  payoutBankSource,
  payoutHourSource,
  payoutSource,
} from './sources.queries.ts';

/** index.stats: merchants' collections, by merchant, channel and day. */
export const merchantStatsScreen: DataScreen = {
  source: collectionSource,
  figures: [
    'orders',
    'success',
    'failed',
    'successRate',
    'amount',
    'actual',
    'fee',
    'accounted',
    'meanTicket',
    'timeToPay',
  ],
};

/** index.stats3: one merchant's orders of a few days. */
export const merchantAnalysisScreen: DataScreen = {
  source: analysisSource,
  figures: ['orders', 'success', 'failed', 'successRate', 'amount', 'meanTicket', 'timeToPay', 'timeToPay95'],
  alone: 'customer',
  maxDays: analysisMaxDays,
  byHour: true,
  details: answerDetails,
};

/** index.stats6: what came through general agents' merchants, and what they earned of it. */
export const generalResultsScreen: DataScreen = {
  source: bothWaysSource,
  figures: [
    'orders',
    'success',
    'amount',
    'actual',
    'commission',
    'payouts',
    'paidAmount',
    'payoutCommission',
  ],
};

const payoutScreen = (source: DataSource): DataScreen => ({
  source,
  figures: [
    'payouts',
    'payoutsPaid',
    'payoutsFailed',
    'payoutRate',
    'payoutAmount',
    'payoutTime',
    'payoutTime95',
    ...('payout_fee' in source.sums ? (['paidAmount', 'payoutFee'] as const) : []),
  ],
});
/** index.payment: payouts; by bank and hour those figures that count by the day of their making. */
export const payoutStatsScreen = payoutScreen(payoutSource);
export const payoutBankScreen = payoutScreen(payoutBankSource);
export const payoutHourScreen = payoutScreen(payoutHourSource);

/** index.subagentPaymentFees: what general agents earned of payouts, in all and of each. */
export const commissionScreen: DataScreen = {
  source: generalsPayoutSource,
  figures: ['payoutsPaid', 'paidAmount', 'payoutCommission'],
};
export const orderCommissionScreen: DataScreen = {
  source: commissionSource,
  figures: ['payoutAmount', 'orderCommission'],
};

/** index.agents: senior agents, their trade, their system fee and what they hold. */
export const seniorAgentsScreen: DataScreen = {
  source: bothWaysSource,
  figures: [
    'merchants',
    'generals',
    'orders',
    'successRate',
    'actual',
    'payouts',
    'paidAmount',
    'payoutRate',
    'systemFee',
    'systemFeeCollected',
    'systemFeeOwed',
    'platformMargin',
    'balance',
    'feeIncome',
  ],
  people: { party: 'agent', standing: agentStanding },
};

/** index.general: general agents, what came through their merchants, and what they earned. */
export const generalAgentsScreen: DataScreen = {
  source: generalsSource,
  figures: [
    'merchants',
    'orders',
    'actual',
    'commission',
    'payouts',
    'paidAmount',
    'payoutCommission',
    'feeIncome',
  ],
  people: { party: 'subAgent', standing: generalStanding },
};

/** index.customers: merchants, what they hold and what goes through them. */
export const merchantsScreen: DataScreen = {
  source: bothWaysSource,
  figures: [
    'orders',
    'success',
    'successRate',
    'actual',
    'payouts',
    'paidAmount',
    'commission',
    'balance',
    'unsettled',
    'frozen',
  ],
  people: { party: 'customer', standing: merchantStanding },
};

/** index.stats7: what becomes of the merchant's fee, layer by layer. */
export const layersScreen: DataScreen = {
  source: layersSource,
  figures: [
    'fee',
    'endpointCost',
    'generalShare',
    'middlemanShare',
    'seniorShare',
    'systemShare',
    'payoutFee',
    'payoutEndpointCost',
    'payoutGeneralShare',
    'payoutMiddlemanShare',
    'payoutSeniorShare',
    'payoutSystemShare',
  ],
};

/** index.stats5: what channel accounts took or paid, what that cost, and how their providers answered. */
export const channelAccountsScreen: DataScreen = {
  source: accountCollectionSource,
  figures: ['orders', 'success', 'successRate', 'amount', 'actual', 'fee', 'endpointCost', 'margin'],
  details: accountDetails,
};
export const payoutAccountsScreen: DataScreen = {
  source: accountPayoutSource,
  figures: [
    'payouts',
    'payoutsPaid',
    'payoutRate',
    'payoutAmount',
    'paidAmount',
    'payoutFee',
    'payoutEndpointCost',
    'payoutMargin',
  ],
  details: accountDetails,
};

/** index.encryption: USDT accounts, and withdrawals to chains; both beside the rates of the pair. */
export const cryptoAccountsScreen: DataScreen = {
  source: accountDaysSource,
  figures: ['orders', 'success', 'successRate', 'actual', 'fee', 'payouts', 'payoutsPaid', 'paidAmount'],
  tellsExchange: true,
  details: cryptoDetails,
};
export const cryptoWithdrawalsScreen: DataScreen = {
  source: exchangedSource,
  figures: [
    'withdrawals',
    'withdrawalsPaid',
    'withdrawalAmount',
    'withdrawalPaid',
    'withdrawalSent',
    'withdrawalFee',
    'withdrawalMargin',
    'lockedRate',
    'lockedLow',
    'lockedHigh',
  ],
  tellsExchange: true,
};
