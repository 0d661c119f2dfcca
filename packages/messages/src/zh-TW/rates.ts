/** Exchange rates. */
export const rates = {
  columns: {
    agent: '高級代理',
    pair: '幣種對',
    collectionRate: '代收匯率',
    paymentRate: '代付匯率',
    state: '狀態',
    validFrom: '生效時間',
    version: '版本',
    setBy: '設定人',
    usedBy: '使用訂單',
    reason: '原因',
  },
  rateStates: {
    current: '生效中',
    future: '待生效',
    past: '已被取代',
    withdrawn: '已撤回',
  },
  acts: {
    set: '設定匯率',
    withdraw: '撤回',
    convert: '試算',
  },
  hints: {
    set: '匯率為 1 單位基準幣可換的計價幣數量。送出後需第二人核准；已生效的匯率不會改動，只能以新版本取代。',
    withdraw: '這個匯率不會生效。',
  },
  fields: {
    agent: '高級代理（留空為平台）',
    pair: '幣種對',
    collectionRate: '代收匯率',
    paymentRate: '代付匯率',
    validFrom: '生效時間（留空為立即）',
    allowLoss: '允許代付匯率低於代收匯率',
    amount: '金額',
    from: '從',
    to: '到',
  },
  filters: {
    shown: '顯示',
    all: '包含歷史',
  },
  states: {
    done: '完成',
    empty: '尚未設定匯率',
    platform: '平台',
    oneWay: '幣種對須以 USDT、USD、CNY、TWD 的先後報價',
    notARate: '請輸入正確的匯率，須大於 0，最多 8 位小數',
    belowCollection: '代付匯率低於代收匯率',
    result: '{{amount}} {{currency}}，匯率 {{rate}}',
  },
};
