/** Where the words of a list's columns stand. */
export type ExportArea =
  | 'orders'
  | 'payouts'
  | 'payment'
  | 'withdrawals'
  | 'callbacks'
  | 'privateTransfers'
  | 'channelDefs'
  | 'rates'
  | 'merchantChannels'
  | 'refunds'
  | 'ledger'
  | 'funds'
  | 'income'
  | 'reports'
  | 'reconciliation'
  | 'statements'
  | 'data'
  | 'users'
  | 'audit'
  | 'protection';

export interface ExportedList {
  readonly area: ExportArea;
  /**
   * Pairs of filters between which the rows lie, any of them not longer than the limit; absent for registers of
   * what is there now, which no span of days could make whole.
   */
  readonly spans?: readonly (readonly [from: string, to: string])[];
  /** By the names that the list's own grid gives them, each with the path of its word inside the area. */
  readonly columns: Readonly<Record<string, string>>;
  /** What the grid shows inside a column, and a file in one of its own behind it. */
  readonly inside?: Readonly<Record<string, string>>;
  /** Amounts that are added up below the rows, currency by currency. */
  readonly totals?: readonly string[];
}

const userColumns = {
  id: 'columns.id',
  username: 'columns.username',
  name: 'columns.name',
  type: 'columns.type',
  status: 'columns.status',
  created_at: 'columns.createdAt',
  last_login_at: 'columns.lastLogin',
  google2FA: 'columns.twoFactor',
  phone: 'columns.phone',
  email: 'columns.email',
} as const;

const partyColumns = {
  ...userColumns,
  agent_id: 'columns.agent',
  currency: 'columns.currency',
  balance: 'columns.balance',
  settleable: 'columns.settleable',
  unsettlement_amount: 'columns.unsettled',
  frozen_amount: 'columns.frozen',
} as const;

const insideUser = { name: 'username' } as const;
const partyTotals = ['balance', 'settleable', 'unsettlement_amount', 'frozen_amount'] as const;

const subColumns = { ...userColumns, owner: 'columns.owner' } as const;

const collectionOrders = {
  area: 'orders',
  spans: [
    ['created_from', 'created_to'],
    ['completed_from', 'completed_to'],
  ],
  columns: {
    merchant_order_no: 'columns.merchantOrderNo',
    order_no: 'columns.orderNo',
    customer_name: 'columns.customer',
    status: 'columns.status',
    callback_status: 'columns.callbackStatus',
    currency: 'columns.currency',
    order_amount: 'columns.orderAmount',
    actual_amount: 'columns.actualAmount',
    fee: 'columns.fee',
    accounted_amount: 'columns.accountedAmount',
    exchange_rate: 'columns.exchangeRate',
    channel: 'columns.channel',
    real_name: 'columns.realName',
    created_at: 'columns.createdAt',
    completed_at: 'columns.completedAt',
    expires_at: 'columns.expiresAt',
    request_ip: 'columns.requestIp',
    product_name: 'columns.productName',
    agent_name: 'columns.agent',
    is_test: 'columns.test',
  },
  inside: { is_test: 'customer_name', currency: 'order_amount' },
  totals: ['order_amount', 'actual_amount', 'accounted_amount', 'fee'],
} as const;

const payoutOrders = {
  area: 'payouts',
  spans: [
    ['created_from', 'created_to'],
    ['completed_from', 'completed_to'],
  ],
  columns: {
    merchant_order_no: 'columns.merchantOrderNo',
    order_no: 'columns.orderNo',
    customer: 'columns.customer',
    account_name: 'columns.payee',
    card_no: 'columns.cardNo',
    bank_name: 'columns.bank',
    status: 'columns.status',
    callback_status: 'columns.callbackStatus',
    reverse_status: 'columns.reverse',
    currency: 'columns.currency',
    amount: 'columns.amount',
    fee: 'columns.fee',
    channel: 'columns.channel',
    payer: 'columns.payer',
    provider_order_no: 'columns.thirdPartyNo',
    created_at: 'columns.createdAt',
    completed_at: 'columns.completedAt',
    agent: 'columns.agent',
    is_test: 'columns.test',
  },
  inside: { is_test: 'customer', card_no: 'account_name', bank_name: 'account_name', currency: 'amount' },
  totals: ['amount', 'fee'],
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

/** Every list that can be taken away as a file, by the route name of its screen. */
export const exportKinds = {
  'collections.transactions': { ...collectionOrders },
  'payment.transactions': { ...payoutOrders },
  'admin.collections': { ...collectionOrders },
  'admin.payment': { ...payoutOrders },
  'withdraws.list': {
    area: 'withdrawals',
    spans: [['created_from', 'created_to']],
    columns: {
      status: 'columns.status',
      no: 'columns.no',
      owner: 'columns.owner',
      amount: 'columns.amount',
      currency: 'columns.currency',
      target_amount: 'columns.arrives',
      target_currency: 'columns.targetCurrency',
      fee: 'columns.fee',
      bank_name: 'columns.bank',
      branch: 'columns.branch',
      card_no: 'columns.cardNo',
      account_name: 'columns.accountName',
      third_party_no: 'columns.thirdPartyNo',
      remarks: 'columns.remarks',
      operator: 'columns.operator',
      created_at: 'columns.createdAt',
      completed_at: 'columns.completedAt',
    },
    inside: { currency: 'amount', target_currency: 'target_amount' },
    totals: ['amount'],
  },
  'payment.card': {
    area: 'payment',
    columns: {
      enabled: 'card.columns.enabled',
      card: 'card.columns.card',
      account_name: 'card.columns.payee',
      bank_name: 'card.columns.bank',
      customer: 'card.columns.customer',
      count: 'card.columns.count',
      limit_count: 'card.columns.limitCount',
      amount: 'card.columns.amount',
      limit_amount: 'card.columns.limitAmount',
      currency: 'card.columns.currency',
      channel: 'card.columns.channel',
      day: 'card.columns.day',
      last_at: 'card.columns.lastAt',
      cleared_at: 'card.columns.clearedAt',
    },
    inside: { currency: 'amount' },
    totals: ['amount'],
  },
  'collections.revert': {
    area: 'refunds',
    spans: [['created_from', 'created_to']],
    columns: {
      refund_status: 'columns.status',
      no: 'columns.no',
      kind: 'columns.kind',
      order: 'columns.orderNo',
      'order.merchant_order_no': 'columns.merchantOrderNo',
      customer: 'columns.customer',
      amount: 'columns.amount',
      currency: 'columns.currency',
      provider_order_no: 'columns.providerOrderNo',
      attempts: 'columns.attempts',
      operator: 'columns.operator',
      reason: 'columns.reason',
      failure: 'columns.failure',
      created_at: 'columns.createdAt',
      completed_at: 'columns.completedAt',
    },
    inside: { currency: 'amount' },
    totals: ['amount'],
  },
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
  'admin.reconciliation': {
    area: 'reconciliation',
    columns: {
      state: 'columns.state',
      type: 'columns.type',
      day: 'columns.day',
      channel_account: 'columns.account',
      currency: 'columns.currency',
      order: 'columns.order',
      ref: 'columns.ref',
      own_no: 'columns.own_no',
      ours: 'columns.ours',
      theirs: 'columns.theirs',
      difference: 'columns.difference',
      found_at: 'columns.found',
      assignee: 'columns.assignee',
      act: 'columns.act',
      resolved_by: 'columns.resolvedBy',
      resolved_at: 'columns.resolvedAt',
      reason: 'columns.reason',
      journal_id: 'columns.journal',
    },
    totals: ['ours', 'theirs', 'difference'],
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
  callbacks: {
    area: 'callbacks',
    spans: [['from', 'to']],
    columns: {
      status: 'columns.status',
      order: 'columns.order',
      'order.merchant_no': 'columns.merchantNo',
      'order.kind': 'columns.kind',
      customer: 'columns.customer',
      type: 'columns.type',
      result: 'columns.result',
      attempts: 'columns.attempts',
      last_http: 'columns.lastHttp',
      created_at: 'columns.createdAt',
      last_at: 'columns.lastAt',
      next_at: 'columns.nextAt',
      url: 'columns.url',
      event_id: 'columns.event',
    },
  },
  'collections.private': {
    area: 'privateTransfers',
    spans: [['created_from', 'created_to']],
    columns: {
      real_name: 'columns.realName',
      last5: 'columns.last5',
      amount: 'columns.amount',
      currency: 'columns.currency',
      paid_at: 'columns.paidAt',
      matches: 'columns.matches',
      customer: 'columns.customer',
      note: 'columns.note',
      operator: 'columns.operator',
      created_at: 'columns.createdAt',
    },
    inside: { currency: 'amount' },
    totals: ['amount'],
  },
  'accounting.changelogs': {
    area: 'ledger',
    spans: [['from', 'to']],
    columns: {
      created_at: 'columns.time',
      event: 'columns.event',
      order_no: 'columns.order',
      owner: 'columns.owner',
      account: 'columns.account',
      currency: 'columns.currency',
      before: 'columns.before',
      change: 'columns.change',
      after: 'columns.after',
      operator: 'columns.operator',
      note: 'columns.note',
      journal_id: 'columns.journal',
    },
    totals: ['change'],
  },
  'accounting.systemIncome': {
    area: 'income',
    columns: {
      day: 'columns.day',
      agent: 'columns.agent',
      mode: 'columns.mode',
      currency: 'columns.currency',
      accrued: 'columns.accrued',
      reversed: 'columns.reversed',
      collected: 'columns.collected',
      outstanding: 'columns.outstanding',
    },
    totals: ['accrued', 'reversed', 'collected'],
  },
  'index.stats2': {
    area: 'statements',
    columns: {
      day: 'columns.day',
      customer: 'columns.customer',
      currency: 'columns.currency',
      opening: 'opening',
      collections: 'figures.collections',
      fees: 'figures.fees',
      payouts: 'figures.payouts',
      payout_fees: 'figures.payout_fees',
      withdrawals: 'figures.withdrawals',
      deposits: 'figures.deposits',
      adjustments: 'figures.adjustments',
      refunds: 'figures.refunds',
      closing: 'closing',
      difference: 'columns.difference',
    },
    totals: [
      'collections',
      'fees',
      'payouts',
      'payout_fees',
      'withdrawals',
      'deposits',
      'adjustments',
      'refunds',
    ],
  },
  'index.stats4': {
    area: 'reports',
    columns: {
      month: 'columns.month',
      customer: 'columns.customer',
      agent: 'columns.agent',
      channel: 'columns.channel',
      currency: 'columns.currency',
      count: 'columns.count',
      success_count: 'columns.success',
      failed_count: 'columns.failed',
      amount: 'columns.amount',
      settled_count: 'columns.settled',
      actual: 'columns.actual',
      fee: 'columns.fee',
      accounted: 'columns.accounted',
      refunds: 'columns.refunds',
      payouts: 'columns.payouts',
      payout_amount: 'columns.payoutAmount',
      payout_fee: 'columns.payoutFee',
    },
    totals: ['amount', 'actual', 'fee', 'accounted', 'refunds', 'payout_amount', 'payout_fee'],
  },
  'accounting.report': {
    area: 'reports',
    columns: {
      day: 'columns.day',
      customer: 'columns.customer',
      agent: 'columns.agent',
      channel: 'columns.channel',
      currency: 'columns.currency',
      count: 'columns.count',
      success_count: 'columns.success',
      failed_count: 'columns.failed',
      success_rate: 'columns.rate',
      amount: 'columns.amount',
      settled_count: 'columns.settled',
      actual: 'columns.actual',
      fee: 'columns.fee',
      accounted: 'columns.accounted',
      refunds: 'columns.refunds',
      payouts: 'columns.payouts',
      payout_amount: 'columns.payoutAmount',
      payout_fee: 'columns.payoutFee',
      version: 'columns.version',
      made_at: 'columns.madeAt',
      hash: 'columns.hash',
    },
    totals: ['amount', 'actual', 'fee', 'accounted', 'refunds', 'payout_amount', 'payout_fee'],
  },
  'accounting.systemIncomewithdraws': {
    area: 'income',
    spans: [['created_from', 'created_to']],
    columns: {
      at: 'columns.at',
      amount: 'columns.amount',
      currency: 'columns.currency',
      to: 'columns.to',
      operator: 'columns.operator',
      checker: 'columns.checker',
      drawable_before: 'columns.drawableBefore',
      drawable_after: 'columns.drawableAfter',
      reason: 'columns.reason',
      journal_id: 'columns.journal',
    },
    inside: { currency: 'amount' },
    totals: ['amount'],
  },
  'index.stats': {
    area: 'data',
    spans: [['from', 'to']],
    columns: {
      day: 'columns.day',
      customer: 'columns.customer',
      channel: 'columns.channel',
      currency: 'columns.currency',
      orders: 'figures.orders',
      success: 'figures.success',
      failed: 'figures.failed',
      successRate: 'figures.successRate',
      amount: 'figures.amount',
      actual: 'figures.actual',
      fee: 'figures.fee',
      accounted: 'figures.accounted',
      meanTicket: 'figures.meanTicket',
      timeToPay: 'figures.timeToPay',
    },
    totals: ['amount', 'actual', 'fee', 'accounted'],
  },
  'index.stats6': {
    area: 'data',
    spans: [['from', 'to']],
    columns: {
      day: 'columns.day',
      sub_agent: 'columns.sub_agent',
      customer: 'columns.customer',
      currency: 'columns.currency',
      orders: 'figures.orders',
      success: 'figures.success',
      amount: 'figures.amount',
      actual: 'figures.actual',
      commission: 'figures.commission',
      payouts: 'figures.payouts',
      paidAmount: 'figures.paidAmount',
      payoutCommission: 'figures.payoutCommission',
    },
    totals: ['amount', 'actual', 'commission', 'paidAmount', 'payoutCommission'],
  },
  'index.payment': {
    area: 'data',
    spans: [['from', 'to']],
    columns: {
      day: 'columns.day',
      hour: 'columns.hour',
      status: 'columns.status',
      failure: 'columns.failure',
      channel: 'columns.channel',
      bank: 'columns.bank',
      customer: 'columns.customer',
      currency: 'columns.currency',
      payouts: 'figures.payouts',
      payoutsPaid: 'figures.payoutsPaid',
      payoutsFailed: 'figures.payoutsFailed',
      payoutRate: 'figures.payoutRate',
      payoutAmount: 'figures.payoutAmount',
      paidAmount: 'figures.paidAmount',
      payoutFee: 'figures.payoutFee',
    },
    totals: ['payoutAmount', 'paidAmount', 'payoutFee'],
  },
  'index.subagentPaymentFees': {
    area: 'data',
    spans: [['from', 'to']],
    columns: {
      day: 'columns.day',
      order: 'columns.order',
      sub_agent: 'columns.sub_agent',
      customer: 'columns.customer',
      currency: 'columns.currency',
      payoutsPaid: 'figures.payoutsPaid',
      paidAmount: 'figures.paidAmount',
      payoutCommission: 'figures.payoutCommission',
      payoutAmount: 'figures.payoutAmount',
      orderCommission: 'figures.orderCommission',
    },
    totals: ['paidAmount', 'payoutCommission', 'payoutAmount', 'orderCommission'],
  },
  'index.customers': {
    area: 'data',
    spans: [['from', 'to']],
    columns: {
      customer: 'columns.customer',
      currency: 'columns.currency',
      orders: 'figures.orders',
      success: 'figures.success',
      successRate: 'figures.successRate',
      actual: 'figures.actual',
      payouts: 'figures.payouts',
      paidAmount: 'figures.paidAmount',
      commission: 'figures.commission',
      balance: 'figures.balance',
      unsettled: 'figures.unsettled',
      frozen: 'figures.frozen',
    },
    totals: ['actual', 'paidAmount', 'commission', 'balance', 'unsettled', 'frozen'],
  },
  'index.agents': {
    area: 'data',
    spans: [['from', 'to']],
    columns: {
      agent: 'columns.agent',
      currency: 'columns.currency',
      merchants: 'figures.merchants',
      generals: 'figures.generals',
      orders: 'figures.orders',
      successRate: 'figures.successRate',
      actual: 'figures.actual',
      payouts: 'figures.payouts',
      paidAmount: 'figures.paidAmount',
      payoutRate: 'figures.payoutRate',
      systemFee: 'figures.systemFee',
      systemFeeCollected: 'figures.systemFeeCollected',
      systemFeeOwed: 'figures.systemFeeOwed',
      balance: 'figures.balance',
      feeIncome: 'figures.feeIncome',
    },
    totals: ['actual', 'paidAmount', 'systemFee', 'systemFeeCollected'],
  },
  'index.general': {
    area: 'data',
    spans: [['from', 'to']],
    columns: {
      sub_agent: 'columns.sub_agent',
      currency: 'columns.currency',
      merchants: 'figures.merchants',
      orders: 'figures.orders',
      actual: 'figures.actual',
      commission: 'figures.commission',
      payouts: 'figures.payouts',
      paidAmount: 'figures.paidAmount',
      payoutCommission: 'figures.payoutCommission',
      feeIncome: 'figures.feeIncome',
    },
    totals: ['actual', 'commission', 'paidAmount', 'payoutCommission'],
  },
  cashManagement3: {
    area: 'funds',
    spans: [['from', 'to']],
    columns: {
      kind: 'columns.kind',
      no: 'columns.no',
      from: 'columns.from',
      to: 'columns.to',
      amount: 'columns.amount',
      currency: 'columns.currency',
      at: 'columns.time',
      operator: 'columns.operator',
      note: 'columns.note',
      journal_id: 'columns.journal',
    },
    inside: { currency: 'amount' },
    totals: ['amount'],
  },
  'collections.deposit': {
    area: 'funds',
    spans: [['from', 'to']],
    columns: {
      status: 'columns.status',
      no: 'columns.no',
      owner: 'columns.owner',
      amount: 'columns.amount',
      fee: 'columns.fee',
      credited: 'columns.credited',
      currency: 'columns.currency',
      method: 'columns.method',
      payer_last5: 'columns.proof',
      created_at: 'columns.time',
      operator: 'columns.operator',
      applicant: 'columns.applicant',
      note: 'columns.note',
      decision_reason: 'columns.decisionReason',
      completed_at: 'columns.completedAt',
    },
    inside: { currency: 'amount' },
    totals: ['amount'],
  },
  'users.list': {
    area: 'users',
    columns: {
      ...partyColumns,
      'methods.system_fee': 'columns.systemFee',
      system_fee_collected: 'columns.systemFeeCollected',
      sub_agent: 'columns.subAgent',
      middleman: 'columns.middleman',
    },
    inside: insideUser,
    totals: partyTotals,
  },
  'users.unList': {
    area: 'users',
    columns: partyColumns,
    inside: insideUser,
    totals: partyTotals,
  },
  'users.manage': { area: 'users', columns: userColumns, inside: insideUser },
  'users.subAcc': { area: 'users', columns: subColumns, inside: insideUser },
  'users.staffSubAcc': {
    area: 'users',
    columns: subColumns,
    inside: insideUser,
  },
  'users.customerSubAcc': {
    area: 'users',
    columns: subColumns,
    inside: insideUser,
  },
  'settings.blockLists': {
    area: 'protection',
    columns: {
      shown: 'columns.value',
      kind: 'columns.kind',
      scope: 'columns.scope',
      note: 'columns.note',
      by: 'columns.by',
      at: 'columns.at',
      hits: 'columns.hits',
      lastHit: 'columns.lastHit',
    },
  },
  'admin.operationLogs': {
    area: 'audit',
    spans: [['from', 'to']],
    columns: {
      at: 'columns.time',
      actor: 'columns.actor',
      effective: 'columns.effective',
      act: 'columns.act',
      outcome: 'columns.outcome',
      object: 'columns.object',
      changes: 'columns.changes',
      ip: 'columns.ip',
      device: 'columns.device',
      request: 'columns.request',
      block: 'columns.block',
    },
  },
  'admin.loginlogs': {
    area: 'audit',
    spans: [['from', 'to']],
    columns: {
      at: 'columns.time',
      username: 'columns.username',
      user: 'analysis.role',
      outcome: 'columns.result',
      ip: 'columns.ip',
      device: 'columns.device',
    },
  },
  'admin.operationAnalysis': {
    area: 'audit',
    spans: [['from', 'to']],
    columns: {
      operator: 'analysis.operator',
      role: 'analysis.role',
      anomalies: 'analysis.anomalies',
      acts: 'analysis.acts',
      usual: 'analysis.usual',
      denials: 'analysis.denials',
      night: 'analysis.night',
      supply: 'groups.supply',
      refund: 'groups.refund',
      reverse: 'groups.reverse',
      manualChange: 'groups.manualChange',
      reissue: 'groups.reissue',
      permissions: 'groups.permissions',
      last: 'analysis.lastAt',
    },
  },
} as const satisfies Readonly<Record<string, ExportedList>>;

export type ExportKind = keyof typeof exportKinds;
export const exportKindNames = Object.keys(exportKinds) as [ExportKind, ...ExportKind[]];
/** The list of a kind, with the precise names of its columns set aside. */
export const exportedList = (kind: ExportKind): ExportedList => exportKinds[kind];

/** The columns of a file that looks like its grid: those shown, in their order, each with what it holds besides. */
export function columnsAsShown({ columns, inside = {} }: ExportedList, shown: readonly string[]): string[] {
  const within = (outer: string): string[] =>
    Object.entries(inside)
      .filter(([inner, place]) => place === outer && !shown.includes(inner))
      .map(([inner]) => inner);
  return shown.flatMap((name) => (name in columns ? [name, ...within(name)] : []));
}

export const exportFormats = ['csv', 'xlsx'] as const;
export type ExportFormat = (typeof exportFormats)[number];

export const exportStates = ['queued', 'running', 'completed', 'failed', 'expired'] as const;
export type ExportState = (typeof exportStates)[number];

/** Why an export has no file; the words stand in `exports.errors`. */
export const exportErrors = [
  'diskFull',
  'tooLarge',
  'notAllowed',
  'interrupted',
  'filterInvalid',
  'unexpected',
] as const;
export type ExportError = (typeof exportErrors)[number];
