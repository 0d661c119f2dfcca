import type { UserAct } from '@suanpan/domain/access/user-acts';
import { comparisons } from '@suanpan/domain/reports/figures';
import { collectionStatuses } from '@suanpan/domain/states/collection';
import { payoutStatuses } from '@suanpan/domain/states/payout';
import { userStatuses } from '@suanpan/domain/states/user';
import { z } from 'zod';
import { drill, drills } from '../drill.ts';
import { endpoint } from '../endpoint.ts';
import { currency, figuresListOf, id, instant, money, paging } from '../fields.ts';

const ref = z.object({ id: z.string(), name: z.string() });

/** By the name of the figure (domain, reports/figures). Counts and seconds are numbers; money and rates (percent) are decimal strings; null where there is none. */
const figureValues = z.record(z.string(), z.union([z.number(), z.string()]).nullable());

const latency = z.object({ p50: z.number(), p95: z.number() }).nullable();

/** What is done with merchants and agents where their figures stand; all else where they are opened. */
export const personActs = ['edit', 'impersonate'] as const satisfies readonly UserAct[];

/** What somebody should look at: callbacks that fail, money that would not last a day of payouts, no way in. */
export const merchantAlerts = ['callbackFailed', 'lowBalance', 'noChannel'] as const;

/** One row of any data screen: what it is about, its figures, those of the range it is held against, and their causes. */
export const dataRow = z.object({
  /** Its own among the rows of the question. */
  key: z.string(),
  day: z.iso.date().optional(),
  /** Of that day, two digits. */
  hour: z.string().optional(),
  customer: ref.optional(),
  agent: ref.optional(),
  /** Of id 0 where no general agent earns on the orders. */
  sub_agent: ref.optional(),
  /** Who has his money sent elsewhere: a merchant or an agent. */
  owner: ref.optional(),
  /** Of id 0 where no channel took the orders. */
  channel: ref.optional(),
  channel_account: ref.optional(),
  status: z.enum(payoutStatuses).optional(),
  /** Why payouts ended unpaid, by a name of the error catalogue; empty where they did not. */
  failure: z.string().optional(),
  /** The number of one payout. */
  order: z.string().optional(),
  /** The number of one withdrawal. */
  withdrawal: z.string().optional(),
  /** The code of the payee's bank. */
  bank: z.string().optional(),
  /** What became of collections. */
  state: z.enum(collectionStatuses).optional(),
  /** Where the band of order amounts begins, in whole units of the currency. */
  band: z.string().optional(),
  /** How long merchants' servers took to answer the news of orders, in milliseconds; null beyond two days. */
  callback: z.object({ answered: z.number(), ms: latency }).nullable().optional(),
  /** Of a merchant: his state, the success rates of the last seven days, the latest last, and what to look at. */
  merchant: z
    .object({
      status: z.enum(userStatuses),
      rates: z.array(z.string().nullable()),
      last_order_at: instant.nullable(),
      alerts: z.array(z.enum(merchantAlerts)),
    })
    .optional(),
  /** What this caller may do here with whom the row is of, where it is of somebody; never recomputed in the browser. */
  acts: z.array(z.enum(personActs)).optional(),
  /** Of a channel account that is of the reader's tree. */
  account: z
    .object({
      /** What by our books lies there when the row's days end. */
      clearing: money,
      /** What its provider says that it holds, told where the row goes up to now, and how much more that is. */
      provider: money.nullable(),
      difference: money.nullable(),
      checked_at: instant.nullable(),
      /** Exchanges with the provider; null beyond two days, as is all that is read from them. */
      calls: z.number().nullable(),
      /** Percent of them without an answer, or answered by a fault or a refusal. */
      error_rate: z.string().nullable(),
      /** Milliseconds. */
      create_ms: latency,
      query_ms: latency,
      /** How often a channel of it was taken out of use by its failures. */
      trips: z.number(),
    })
    .optional(),
  /** Of a USDT account that is of the reader's tree, as the same of any account. */
  crypto: z
    .object({
      clearing: money,
      provider: money.nullable(),
      difference: money.nullable(),
      checked_at: instant.nullable(),
      /** Its addresses that orders wait at now, those orders, and how many addresses it has; null where it has none of its own. */
      addresses: z.object({ used: z.number(), waiting: z.number(), of: z.number().optional() }).nullable(),
    })
    .optional(),
  figures: figureValues,
  before: figureValues.optional(),
  drill: drills,
});
export type DataRow = z.output<typeof dataRow>;

/** All rows of the question as one. */
export const dataSummary = z.object({
  currency,
  /** The business days, both included. */
  from: z.iso.date(),
  to: z.iso.date(),
  figures: figureValues,
  before: figureValues.optional(),
  drill: drills,
  /** Of one merchant: each hour that saw orders in either range, in the order of time. */
  hours: z
    .array(
      z.object({
        day: z.iso.date(),
        hour: z.string(),
        orders: z.number(),
        success: z.number(),
        failed: z.number(),
        /** Orders of that hour in the range it is held against. */
        before: z.number().optional(),
        /** To its orders. */
        drill: drill.optional(),
      }),
    )
    .optional(),
  /** Of a pair of currencies: its rates over the range, and what exchanging left. */
  exchange: z
    .object({
      quote: currency,
      /** The platform's own first; each with the versions that were in force in the range, the earliest first. */
      rates: z.array(
        z.object({
          /** Null for the platform's. */
          agent: ref.nullable(),
          versions: z.array(
            z.object({ valid_from: instant, collection_rate: z.string(), payment_rate: z.string() }),
          ),
        }),
      ),
      /** For the platform alone, whose it is. */
      fx: z
        .object({
          /** What the books gained or lost by exchanging in the range (R420), in the quote. */
          result: money,
          drill: drill.optional(),
          /** What was given by exchanging and not bought back yet, and what was kept for it, as it stands now; below zero what was taken and not sold. */
          sold: money,
          kept: money,
          /** The mean rate of that; null of nothing. */
          rate: z.string().nullable(),
          /** What would be left of it if all were bought back at the collection rate in force; null without one. */
          open_result: money.nullable(),
        })
        .nullable(),
    })
    .optional(),
});
export type DataSummary = z.output<typeof dataSummary>;

/** What every data screen is asked: whole business days (that of `from`, and all that begin before `to`), in one currency. */
const dataQuestion = {
  ...paging,
  from: instant.optional(),
  to: instant.optional(),
  /** The caller's own, unless said. */
  currency: currency.optional(),
  compare: z.enum(comparisons).optional(),
};

/** By what merchants' collections are looked at, one or two of them together. */
export const statsGroups = [
  'merchant',
  'channel',
  'day',
  'merchant.channel',
  'merchant.day',
  'channel.day',
] as const;

export const merchantStats = endpoint({
  method: 'GET',
  path: '/index/stats',
  access: { permission: 'index.stats.get' },
  whileActing: 'allowed',
  input: z.strictObject({
    ...dataQuestion,
    group: z.enum(statsGroups).default('merchant'),
    customer_id: id.optional(),
    agent_id: id.optional(),
    channel: id.optional(),
    sort: z
      .enum([
        '-amount',
        'amount',
        '-orders',
        'orders',
        '-success',
        'success',
        '-actual',
        'actual',
        '-fee',
        'fee',
      ])
      .default('-amount'),
  }),
  output: figuresListOf(dataRow, dataSummary),
});

/** By what one merchant's orders are looked at; hours are those of each day. */
export const analysisGroups = ['day.hour', 'day', 'state', 'state.channel', 'channel', 'band'] as const;

/** One merchant's orders of a few days, read from the orders themselves; the busiest of the range, unless one is named. */
export const merchantAnalysis = endpoint({
  method: 'GET',
  path: '/index/stats3',
  access: { permission: 'index.stats3.get' },
  whileActing: 'allowed',
  input: z.strictObject({
    ...dataQuestion,
    group: z.enum(analysisGroups).default('day.hour'),
    customer_id: id.optional(),
    sort: z.enum(['-orders', 'orders', '-amount', 'amount', '-success', 'success']).default('-orders'),
  }),
  output: figuresListOf(dataRow, dataSummary),
});

/** By what general agents' results are looked at. */
export const generalGroups = ['subAgent.day', 'subAgent', 'subAgent.merchant', 'day'] as const;

/** What came through the merchants of general agents, and what these earned; a general agent sees himself alone. */
export const generalResults = endpoint({
  method: 'GET',
  path: '/index/stats6',
  access: { permission: 'index.stats6.get' },
  whileActing: 'allowed',
  input: z.strictObject({
    ...dataQuestion,
    group: z.enum(generalGroups).default('subAgent.day'),
    sub_agent_id: id.optional(),
    customer_id: id.optional(),
    agent_id: id.optional(),
    sort: z
      .enum([
        '-actual',
        'actual',
        '-orders',
        'orders',
        '-commission',
        'commission',
        '-paidAmount',
        'paidAmount',
        '-payoutCommission',
        'payoutCommission',
      ])
      .default('-actual'),
  }),
  output: figuresListOf(dataRow, dataSummary),
});

/** By what payouts are looked at; hours are those of each day. */
export const payoutGroups = ['status', 'failure', 'channel', 'bank', 'day.hour', 'merchant', 'day'] as const;

export const payoutStats = endpoint({
  method: 'GET',
  path: '/index/payment',
  access: { permission: 'index.payment.get' },
  whileActing: 'allowed',
  input: z.strictObject({
    ...dataQuestion,
    group: z.enum(payoutGroups).default('status'),
    customer_id: id.optional(),
    agent_id: id.optional(),
    sort: z.enum(['-payoutAmount', 'payoutAmount', '-payouts', 'payouts']).default('-payoutAmount'),
  }),
  output: figuresListOf(dataRow, dataSummary),
});

/** By what the commission of payouts is looked at: in all, or payout by payout. */
export const commissionGroups = ['subAgent', 'subAgent.merchant', 'subAgent.day', 'payout'] as const;

/** What general agents earned of payouts; a general agent sees his own. */
export const payoutCommissions = endpoint({
  method: 'GET',
  path: '/index/subagentPaymentFees',
  access: { permission: 'index.subagentPaymentFees.get' },
  whileActing: 'allowed',
  input: z.strictObject({
    ...dataQuestion,
    group: z.enum(commissionGroups).default('subAgent'),
    sub_agent_id: id.optional(),
    customer_id: id.optional(),
    agent_id: id.optional(),
    sort: z
      .enum(['-payoutCommission', 'payoutCommission', '-paidAmount', 'paidAmount'])
      .default('-payoutCommission'),
  }),
  output: figuresListOf(dataRow, dataSummary),
});

/** Every merchant of the caller's tree, also those who did nothing: the busiest first. */
export const merchantsData = endpoint({
  method: 'GET',
  path: '/index/customers',
  access: { permission: 'index.customers.get' },
  whileActing: 'allowed',
  input: z.strictObject({
    ...dataQuestion,
    customer_id: id.optional(),
    agent_id: id.optional(),
    sub_agent_id: id.optional(),
    sort: z
      .enum(['-actual', 'actual', '-orders', 'orders', '-success', 'success', '-paidAmount', 'paidAmount'])
      .default('-actual'),
  }),
  output: figuresListOf(dataRow, dataSummary),
});

/** Every senior agent, also those who did nothing: the busiest first. */
export const seniorAgents = endpoint({
  method: 'GET',
  path: '/index/agents',
  access: { permission: 'index.agents.get' },
  whileActing: 'allowed',
  input: z.strictObject({
    ...dataQuestion,
    agent_id: id.optional(),
    sort: z
      .enum(['-actual', 'actual', '-orders', 'orders', '-paidAmount', 'paidAmount', '-payouts', 'payouts'])
      .default('-actual'),
  }),
  output: figuresListOf(dataRow, dataSummary),
});

/** Every general agent of the caller's tree. */
export const generalAgents = endpoint({
  method: 'GET',
  path: '/index/general',
  access: { permission: 'index.general.get' },
  whileActing: 'allowed',
  input: z.strictObject({
    ...dataQuestion,
    agent_id: id.optional(),
    sub_agent_id: id.optional(),
    sort: z
      .enum([
        '-actual',
        'actual',
        '-orders',
        'orders',
        '-commission',
        'commission',
        '-paidAmount',
        'paidAmount',
        '-payoutCommission',
        'payoutCommission',
      ])
      .default('-actual'),
  }),
  output: figuresListOf(dataRow, dataSummary),
});

/** By what the shares of the layers are looked at. */
export const layerGroups = ['day', 'agent', 'agent.day'] as const;

/** What becomes of the merchant's fee: end point, general agent, middleman, senior agent, and the system fee out of his. */
export const feeLayers = endpoint({
  method: 'GET',
  path: '/index/stats7',
  access: { permission: 'index.stats7.get' },
  whileActing: 'allowed',
  input: z.strictObject({
    ...dataQuestion,
    group: z.enum(layerGroups).default('day'),
    agent_id: id.optional(),
    customer_id: id.optional(),
    sort: z
      .enum([
        '-fee',
        'fee',
        '-systemShare',
        'systemShare',
        '-payoutFee',
        'payoutFee',
        '-payoutSystemShare',
        'payoutSystemShare',
      ])
      .default('-fee'),
  }),
  output: figuresListOf(dataRow, dataSummary),
});

/** By what channel accounts are looked at. */
export const accountGroups = ['account', 'account.day'] as const;

/** Accounts at providers: what came or went by them, what that cost, what lies there, and how they answered. */
export const channelAccountsData = endpoint({
  method: 'GET',
  path: '/index/stats5',
  access: { permission: 'index.stats5.get' },
  whileActing: 'allowed',
  input: z.strictObject({
    ...dataQuestion,
    direction: z.enum(['collection', 'payout']).default('collection'),
    group: z.enum(accountGroups).default('account'),
    agent_id: id.optional(),
    channel: id.optional(),
    sort: z.enum(['-amount', 'amount', '-orders', 'orders', '-fee', 'fee']).default('-amount'),
  }),
  output: figuresListOf(dataRow, dataSummary),
});

/** What crypto is looked at by: accounts, or what was withdrawn to a chain at a rate that was locked. */
export const cryptoGroups = ['account', 'account.day', 'withdrawal', 'withdrawal.day'] as const;
/** What USDT is exchanged against. */
export const cryptoQuotes = ['TWD', 'CNY', 'USD'] as const;

/** USDT: accounts with what came in, went out and lies there, and withdrawals to chains by their locked rates. */
export const cryptoData = endpoint({
  method: 'GET',
  path: '/index/encryption',
  access: { permission: 'index.encryption.get' },
  whileActing: 'allowed',
  input: z
    .strictObject(dataQuestion)
    .omit({ currency: true })
    .extend({
      group: z.enum(cryptoGroups).default('account'),
      quote: z.enum(cryptoQuotes).default('TWD'),
      agent_id: id.optional(),
      sort: z
        .enum(['-actual', 'actual', '-paidAmount', 'paidAmount', '-withdrawalAmount', 'withdrawalAmount'])
        .default('-actual'),
    }),
  output: figuresListOf(dataRow, dataSummary),
});
