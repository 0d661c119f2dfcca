import type { ExportedList } from '../exported-list.ts';

const priceVersions = {
  area: 'prices',
  columns: {
    state: 'columns.state',
    channel: 'columns.channel',
    version: 'columns.version',
    after: 'columns.prices',
    valid_from: 'columns.validFrom',
    set_by: 'columns.setBy',
    before: 'columns.before',
    customer: 'columns.merchantName',
    agreed_by: 'columns.agreedBy',
    reason: 'columns.reason',
    failure: 'columns.failure',
  },
} as const;

const contracts = {
  area: 'channelDefs',
  columns: {
    enabled: 'columns.enabled',
    name: 'columns.name',
    agent: 'columns.agent',
    provider: 'columns.provider',
    driver: 'columns.driver',
    currency: 'columns.currency',
    masked: 'columns.keys',
    test_outcome: 'columns.tested',
    tested_at: 'columns.testedAt',
    base_url: 'columns.baseUrl',
    late_payment: 'columns.latePayment',
    notify_networks: 'columns.networks',
    previous_until: 'columns.previousUntil',
  },
} as const;

/** Channels, prices and rates. */
export const channelLists = {
  'admin.methods': {
    area: 'channelDefs',
    columns: {
      state: 'columns.state',
      name: 'columns.name',
      code: 'columns.code',
      agent: 'columns.agent',
      provider: 'columns.provider',
      driver: 'columns.driver',
      channel_account: 'columns.account',
      method_type: 'columns.methodType',
      currency: 'columns.currency',
      min_amount: 'columns.minAmount',
      max_amount: 'columns.maxAmount',
      daily_amount: 'columns.dailyAmount',
      daily_count: 'columns.dailyCount',
      balance_limit: 'columns.balanceLimit',
      endpoint_fee: 'columns.endpointFee',
      windows: 'columns.windows',
      priority: 'columns.priority',
      weight: 'columns.weight',
      merchants: 'columns.merchants',
    },
  },
  'collectionMethod.agents': {
    area: 'channelDefs',
    columns: {
      agent: 'columns.agent',
      methods: 'columns.channels',
      'methods.system_fee': 'columns.systemFee',
      subagent_methods: 'columns.subAgent',
    },
  },
  'paymentMethod.agents': {
    area: 'channelDefs',
    columns: {
      agent: 'columns.agent',
      methods: 'columns.channels',
      'methods.system_fee': 'columns.systemFee',
      subagent_methods: 'columns.subAgent',
    },
  },
  'admin.agentCollectionKey': { ...contracts },
  'admin.agentPaymentKey': { ...contracts },
  'settings.currency_rate': {
    area: 'rates',
    columns: {
      agent_name: 'columns.agent',
      base: 'columns.pair',
      collection_rate: 'columns.collectionRate',
      payment_rate: 'columns.paymentRate',
      state: 'columns.state',
      valid_from: 'columns.validFrom',
      version: 'columns.version',
      set_by: 'columns.setBy',
      used_by: 'columns.usedBy',
      reason: 'columns.reason',
    },
  },
  'collectionMethod.customers.versions': { ...priceVersions },
  'paymentMethod.customers.versions': { ...priceVersions },
  'collectionMethod.customers': {
    area: 'merchantChannels',
    columns: {
      customer: 'columns.customer',
      customer_methods: 'columns.channels',
      currency: 'columns.currency',
      customer_subagents: 'columns.subAgent',
      agent: 'columns.agent',
    },
  },
  'paymentMethod.customers': {
    area: 'merchantChannels',
    columns: {
      customer: 'columns.customer',
      customer_methods: 'columns.channels',
      currency: 'columns.currency',
      customer_subagents: 'columns.subAgent',
      agent: 'columns.agent',
    },
  },
  'collectionMethod.c_m': {
    area: 'merchantChannels',
    columns: {
      name: 'columns.model',
      items: 'columns.channels',
      customers: 'columns.customers',
      agent: 'columns.agent',
    },
  },
  'collectionMethod.customer_c_m': {
    area: 'merchantChannels',
    columns: {
      customer: 'columns.customer',
      model: 'columns.model',
      differs: 'columns.differs',
      channels: 'columns.channels',
      agent: 'columns.agent',
    },
  },
  'paymentMethod.customer_p_m': {
    area: 'merchantChannels',
    columns: {
      customer: 'columns.customer',
      model: 'columns.model',
      differs: 'columns.differs',
      channels: 'columns.channels',
      agent: 'columns.agent',
    },
  },
  'collectionMethod.customer_c_m_change': {
    area: 'merchantChannels',
    columns: {
      undone_at: 'columns.state',
      at: 'columns.at',
      direction: 'columns.direction',
      from: 'fields.from',
      to: 'fields.to',
      affected: 'columns.affected',
      operator: 'columns.operator',
      reason: 'columns.reason',
    },
  },
} as const satisfies Readonly<Record<string, ExportedList>>;
