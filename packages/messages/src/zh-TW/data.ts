/** The data centre: figures by merchant, channel and day. */
export const data = {
  columns: {
    day: '日期',
    customer: '商戶',
    channel: '通道',
    currency: '幣種',
    agent: '高級代理',
  },
  figures: {
    orders: '訂單數',
    success: '成功數',
    failed: '失敗數',
    successRate: '成功率',
    amount: '訂單金額',
    actual: '實際金額',
    fee: '手續費',
    accounted: '入帳金額',
    meanTicket: '平均單筆',
    timeToPay: '付款時間中位數',
  },
  /** By which day a figure counts. */
  counts: {
    created: '以訂單建立日計',
    posted: '以入帳日計',
  },
  filters: {
    range: '日期',
    group: '分組',
    compare: '比較',
  },
  groups: {
    merchant: '商戶',
    channel: '通道',
    day: '日期',
    'merchant.channel': '商戶 × 通道',
    'merchant.day': '商戶 × 日期',
    'channel.day': '通道 × 日期',
  },
  compare: {
    dayBefore: '前一日',
    weekday: '上週同日',
    period: '前一期間',
  },
  states: {
    empty: '沒有資料',
    noChannel: '未分配通道',
    toList: '查看明細',
    before: '比較期間：{{value}}',
    minutes: '{{minutes}} 分 {{seconds}} 秒',
    seconds: '{{seconds}} 秒',
  },
  hints: {
    rateHidden: '查詢超過一天不顯示成功率；按日期分組可逐日查看',
    timeToPay: '付款時間僅在兩日以內的查詢顯示',
  },
};
