import type { data as shape } from '../zh-TW/data.ts';

export const data = {
  columns: {
    day: '日期',
    customer: '商户',
    channel: '通道',
    currency: '币种',
    agent: '高级代理',
  },
  figures: {
    orders: '订单数',
    success: '成功数',
    failed: '失败数',
    successRate: '成功率',
    amount: '订单金额',
    actual: '实际金额',
    fee: '手续费',
    accounted: '入账金额',
    meanTicket: '平均单笔',
    timeToPay: '付款时间中位数',
  },
  counts: {
    created: '按订单创建日计',
    posted: '按入账日计',
  },
  filters: {
    range: '日期',
    group: '分组',
    compare: '比较',
  },
  groups: {
    merchant: '商户',
    channel: '通道',
    day: '日期',
    'merchant.channel': '商户 × 通道',
    'merchant.day': '商户 × 日期',
    'channel.day': '通道 × 日期',
  },
  compare: {
    dayBefore: '前一日',
    weekday: '上周同日',
    period: '前一期间',
  },
  states: {
    empty: '没有数据',
    noChannel: '未分配通道',
    toList: '查看明细',
    before: '比较期间：{{value}}',
    minutes: '{{minutes}} 分 {{seconds}} 秒',
    seconds: '{{seconds}} 秒',
  },
  hints: {
    rateHidden: '查询超过一天不显示成功率；按日期分组可逐日查看',
    timeToPay: '付款时间仅在两日以内的查询显示',
  },
} satisfies typeof shape;
