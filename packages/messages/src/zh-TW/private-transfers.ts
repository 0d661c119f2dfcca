/** The register of private transfers. */
export const privateTransfers = {
  columns: {
    realName: '真實姓名',
    last5: '後五碼',
    amount: '金額',
    currency: '幣種',
    paidAt: '付款時間',
    matches: '相似',
    customer: '商戶',
    note: '備註',
    operator: '操作人',
    createdAt: '建立時間',
  },
  filters: {
    range: '建立日期',
  },
  why: {
    name: '同名',
    last5: '同後五碼',
    amount: '同金額',
  },
  kinds: {
    transfer: '私轉',
  },
  acts: {
    add: '新增私轉',
    check: '查重',
    delete: '刪除',
  },
  said: {
    added: '已新增',
    deleted: '已刪除',
    none: '沒有相似的紀錄',
    found: '找到 {{count}} 筆相似紀錄，確認不是同一筆再新增。',
    empty: '沒有私轉紀錄',
    effect: '刪除這筆私轉紀錄，操作紀錄會保留。',
  },
  fields: {
    merchant: '商戶（可留空）',
    paidAt: '付款時間',
  },
};
