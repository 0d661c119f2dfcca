import type { privateTransfers as shape } from '../zh-TW/private-transfers.ts';

export const privateTransfers = {
  columns: {
    realName: '真实姓名',
    last5: '后五码',
    amount: '金额',
    currency: '币种',
    paidAt: '付款时间',
    matches: '相似',
    customer: '商户',
    note: '备注',
    operator: '操作人',
    createdAt: '创建时间',
  },
  filters: {
    range: '创建日期',
  },
  why: {
    name: '同名',
    last5: '同后五码',
    amount: '同金额',
  },
  kinds: {
    transfer: '私转',
  },
  acts: {
    add: '新增私转',
    check: '查重',
    delete: '删除',
  },
  said: {
    added: '已新增',
    deleted: '已删除',
    none: '没有相似的记录',
    found: '找到 {{count}} 笔相似记录，确认不是同一笔再新增。',
    empty: '没有私转记录',
    effect: '删除这笔私转记录，操作记录会保留。',
  },
  fields: {
    merchant: '商户（可留空）',
    paidAt: '付款时间',
  },
} satisfies typeof shape;
