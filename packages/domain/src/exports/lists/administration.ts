import type { ExportedList } from '../exported-list.ts';

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

/** People, protection and logs. */
export const administrationLists = {
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
  'admin.log': {
    area: 'requests',
    spans: [['from', 'to']],
    columns: {
      at: 'columns.at',
      direction: 'columns.direction',
      who: 'columns.who',
      endpoint: 'columns.endpoint',
      order_no: 'columns.orderNo',
      http: 'columns.http',
      outcome: 'columns.outcome',
      ms: 'columns.ms',
      request_id: 'columns.requestId',
      ip: 'columns.ip',
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
