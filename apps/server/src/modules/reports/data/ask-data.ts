import type { ParsedInputOf } from '@suanpan/contract/endpoint';
import type {
  accountGroups,
  analysisGroups,
  channelAccountsData,
  commissionGroups,
  cryptoData,
  cryptoGroups,
  feeLayers,
  generalAgents,
  generalGroups,
  generalResults,
  layerGroups,
  merchantAnalysis,
  merchantStats,
  merchantsData,
  payoutCommissions,
  payoutGroups,
  payoutStats,
  seniorAgents,
  statsGroups,
} from '@suanpan/contract/endpoints/data-screens';
import type { DataScreen, Dimension, Of, Party } from './data-screen.ts';
import type { DataAsked } from './read-data.ts';
import {
  channelAccountsScreen,
  commissionScreen,
  cryptoAccountsScreen,
  cryptoWithdrawalsScreen,
  generalAgentsScreen,
  generalResultsScreen,
  layersScreen,
  merchantAnalysisScreen,
  merchantStatsScreen,
  merchantsScreen,
  orderCommissionScreen,
  payoutAccountsScreen,
  payoutBankScreen,
  payoutHourScreen,
  payoutStatsScreen,
  seniorAgentsScreen,
} from './screens.ts';

/** What a data screen is asked, as the screen and its file ask it. */
export interface AskedScreen {
  readonly screen: DataScreen;
  readonly asked: Omit<DataAsked, 'offset' | 'limit' | 'locale'>;
}

type Asks =
  | typeof merchantAnalysis
  | typeof merchantStats
  | typeof feeLayers
  | typeof channelAccountsData
  | typeof cryptoData
  | typeof generalResults
  | typeof payoutStats
  | typeof payoutCommissions
  | typeof seniorAgents
  | typeof merchantsData
  | typeof generalAgents;
type Question<E extends Asks> = Omit<ParsedInputOf<E>, 'page' | 'paginate' | 'cursor'>;
type Groups<Names extends readonly string[]> = Readonly<Record<Names[number], readonly Dimension[]>>;

const statsDimensions: Groups<typeof statsGroups> = {
  merchant: ['customer'],
  channel: ['channel'],
  day: ['day'],
  'merchant.channel': ['customer', 'channel'],
  'merchant.day': ['day', 'customer'],
  'channel.day': ['day', 'channel'],
};
export const askMerchantStats = (input: Question<typeof merchantStats>): AskedScreen =>
  asking(merchantStatsScreen, statsDimensions[input.group], input);

const analysisDimensions: Groups<typeof analysisGroups> = {
  'day.hour': ['customer', 'day', 'hour'],
  day: ['customer', 'day'],
  state: ['customer', 'state'],
  'state.channel': ['customer', 'state', 'channel'],
  channel: ['customer', 'channel'],
  band: ['customer', 'band'],
};
export const askMerchantAnalysis = (input: Question<typeof merchantAnalysis>): AskedScreen =>
  asking(merchantAnalysisScreen, analysisDimensions[input.group], input);

const generalDimensions: Groups<typeof generalGroups> = {
  'subAgent.day': ['day', 'subAgent'],
  subAgent: ['subAgent'],
  'subAgent.merchant': ['subAgent', 'customer'],
  day: ['day'],
};
export const askGeneralResults = (input: Question<typeof generalResults>): AskedScreen =>
  asking(generalResultsScreen, generalDimensions[input.group], input);

const payoutDimensions: Groups<typeof payoutGroups> = {
  status: ['status'],
  failure: ['failure'],
  channel: ['channel'],
  bank: ['bank'],
  'day.hour': ['day', 'hour'],
  merchant: ['customer'],
  day: ['day'],
};
export const askPayoutStats = (input: Question<typeof payoutStats>): AskedScreen =>
  asking(
    { bank: payoutBankScreen, 'day.hour': payoutHourScreen }[input.group as 'bank'] ?? payoutStatsScreen,
    payoutDimensions[input.group],
    input,
  );

const commissionDimensions: Groups<typeof commissionGroups> = {
  subAgent: ['subAgent'],
  'subAgent.merchant': ['subAgent', 'customer'],
  'subAgent.day': ['day', 'subAgent'],
  payout: ['day', 'order', 'subAgent', 'customer'],
};
/** Single payouts are sorted by what they have: the amount they were made for, and their own commission. */
const orderSorts: Readonly<Record<Question<typeof payoutCommissions>['sort'], string>> = {
  '-payoutCommission': '-orderCommission',
  payoutCommission: 'orderCommission',
  '-paidAmount': '-payoutAmount',
  paidAmount: 'payoutAmount',
};
export const askPayoutCommissions = (input: Question<typeof payoutCommissions>): AskedScreen =>
  input.group === 'payout'
    ? asking(orderCommissionScreen, commissionDimensions.payout, { ...input, sort: orderSorts[input.sort] })
    : asking(commissionScreen, commissionDimensions[input.group], input);

const layerDimensions: Groups<typeof layerGroups> = {
  day: ['day'],
  agent: ['agent'],
  'agent.day': ['day', 'agent'],
};
export const askFeeLayers = (input: Question<typeof feeLayers>): AskedScreen =>
  asking(layersScreen, layerDimensions[input.group], input);

const accountDimensions: Groups<typeof accountGroups> = {
  account: ['channelAccount'],
  'account.day': ['day', 'channelAccount'],
};
/** Payouts are sorted by what they have. */
const payoutSorts: Readonly<Record<Question<typeof channelAccountsData>['sort'], string>> = {
  '-amount': '-payoutAmount',
  amount: 'payoutAmount',
  '-orders': '-payouts',
  orders: 'payouts',
  '-fee': '-payoutFee',
  fee: 'payoutFee',
};
export const askChannelAccounts = (input: Question<typeof channelAccountsData>): AskedScreen =>
  input.direction === 'payout'
    ? asking(payoutAccountsScreen, accountDimensions[input.group], {
        ...input,
        sort: payoutSorts[input.sort],
      })
    : asking(channelAccountsScreen, accountDimensions[input.group], input);

const cryptoDimensions: Groups<typeof cryptoGroups> = {
  account: ['channelAccount'],
  'account.day': ['day', 'channelAccount'],
  withdrawal: ['day', 'withdrawal', 'owner'],
  'withdrawal.day': ['day'],
};
/** Each is sorted by what it has: accounts by what came in or went out, withdrawals by their amount. */
export function askCrypto(input: Question<typeof cryptoData>): AskedScreen {
  const ofAccounts = input.group === 'account' || input.group === 'account.day';
  const by = input.sort.replace('-', '');
  const fits = (by === 'withdrawalAmount') !== ofAccounts;
  const down = input.sort.startsWith('-') ? '-' : '';
  const sort = fits ? input.sort : `${down}${ofAccounts ? 'actual' : 'withdrawalAmount'}`;
  const screen = ofAccounts ? cryptoAccountsScreen : cryptoWithdrawalsScreen;
  const { asked } = asking(screen, cryptoDimensions[input.group], { ...input, currency: 'USDT', sort });
  return { screen, asked: { ...asked, quote: input.quote } };
}

export const askSeniorAgents = (input: Question<typeof seniorAgents>): AskedScreen =>
  asking(seniorAgentsScreen, ['agent'], input);
export const askMerchants = (input: Question<typeof merchantsData>): AskedScreen =>
  asking(merchantsScreen, ['customer'], input);
export const askGeneralAgents = (input: Question<typeof generalAgents>): AskedScreen =>
  asking(generalAgentsScreen, ['subAgent'], input);

interface Shared extends Pick<DataAsked, 'from' | 'to' | 'currency' | 'compare' | 'sort'> {
  readonly customer_id?: string | undefined;
  readonly agent_id?: string | undefined;
  readonly sub_agent_id?: string | undefined;
  readonly channel?: string | undefined;
}

function asking(screen: DataScreen, by: readonly Dimension[], input: Shared): AskedScreen {
  const { compare, currency, from, sort, to } = input;
  const parties: Readonly<Partial<Record<Party, string | undefined>>> = {
    customer: input.customer_id,
    agent: input.agent_id,
    subAgent: input.sub_agent_id,
    channel: input.channel,
  };
  const of = Object.fromEntries(
    Object.entries(parties).flatMap(([party, id]) => (id === undefined ? [] : [[party, BigInt(id)]])),
  ) as Of;
  return { screen, asked: { from, to, currency, compare, sort, by, of } };
}
