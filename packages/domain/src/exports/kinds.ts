import type { Permission } from '../access/permissions.ts';

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
  | 'users'
  | 'audit'
  | 'protection';

export interface ExportedList {
  /** Asked when the export is ordered, while it runs and when its file is fetched. */
  readonly permission: Permission;
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
  'collections.transactions': { permission: 'collections.transactions.export', ...collectionOrders },
  'payment.transactions': { permission: 'payment.transactions.export', ...payoutOrders },
  'admin.collections': { permission: 'admin.collections.export', ...collectionOrders },
  'admin.payment': { permission: 'admin.payment.export', ...payoutOrders },
  'withdraws.list': {
    permission: 'withdraws.list.export',
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
    permission: 'payment.card.export',
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
    permission: 'collections.revert.export',
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
    permission: 'admin.methods.get',
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
    permission: 'collectionMethod.agents.get',
    area: 'channelDefs',
    columns: {
      agent: 'columns.agent',
      methods: 'columns.channels',
      'methods.system_fee': 'columns.systemFee',
      subagent_methods: 'columns.subAgent',
    },
  },
  'paymentMethod.agents': {
    permission: 'paymentMethod.agents.get',
    area: 'channelDefs',
    columns: {
      agent: 'columns.agent',
      methods: 'columns.channels',
      'methods.system_fee': 'columns.systemFee',
      subagent_methods: 'columns.subAgent',
    },
  },
  'admin.agentCollectionKey': { permission: 'admin.agentCollectionKey.get', ...contracts },
  'admin.agentPaymentKey': { permission: 'admin.agentPaymentKey.get', ...contracts },
  'settings.currency_rate': {
    permission: 'settings.currency_rate.get',
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
    permission: 'collectionMethod.customers.get',
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
    permission: 'paymentMethod.customers.get',
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
    permission: 'collectionMethod.c_m.get',
    area: 'merchantChannels',
    columns: {
      name: 'columns.model',
      items: 'columns.channels',
      customers: 'columns.customers',
      agent: 'columns.agent',
    },
  },
  'collectionMethod.customer_c_m': {
    permission: 'collectionMethod.customer_c_m.get',
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
    permission: 'paymentMethod.customer_p_m.get',
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
    permission: 'collectionMethod.customer_c_m_change.get',
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
    permission: 'callbacks.export',
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
    permission: 'collections.private.export',
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
    permission: 'accounting.changelogs.export',
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
    permission: 'accounting.systemIncome.export',
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
  'accounting.systemIncomewithdraws': {
    permission: 'accounting.systemIncomewithdraws.export',
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
  cashManagement3: {
    permission: 'cashManagement3.export',
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
    permission: 'collections.deposit.export',
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
    permission: 'users.list.export',
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
    permission: 'users.unList.get',
    area: 'users',
    columns: partyColumns,
    inside: insideUser,
    totals: partyTotals,
  },
  'users.manage': { permission: 'users.manage.get', area: 'users', columns: userColumns, inside: insideUser },
  'users.subAcc': { permission: 'users.subAcc.get', area: 'users', columns: subColumns, inside: insideUser },
  'users.staffSubAcc': {
    permission: 'users.staffSubAcc.get',
    area: 'users',
    columns: subColumns,
    inside: insideUser,
  },
  'users.customerSubAcc': {
    permission: 'users.customerSubAcc.get',
    area: 'users',
    columns: subColumns,
    inside: insideUser,
  },
  'settings.blockLists': {
    permission: 'settings.blockLists.export',
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
    permission: 'admin.operationLogs.export',
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
    permission: 'admin.loginlogs.export',
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
    permission: 'admin.operationAnalysis.export',
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
