import type { PatternName } from '@suanpan/contract/patterns';
import type { Refinement } from '@suanpan/contract/refinement';

/** What is wrong with one field of a call, as a person can act on it. */
export const fields = {
  /** By the form that a text did not have. */
  patterns: {
    username: '須為 3 至 64 個英文字母、數字或 . _ @ -，以字母或數字開頭',
    plainLine: '不可含換行或控制字元',
    plainLines: '含有無法儲存的字元',
    id: '請輸入正確的編號',
    count: '請輸入正整數',
    amount: '請輸入正確的金額，最多 6 位小數',
    ledgerAmount: '請輸入正確的金額',
    merchantAmount: '請輸入正確的金額',
    threshold: '請輸入正確的金額',
    scenario: '請輸入 00 至 16 的情境',
    threeDigits: '請輸入三位數字',
    fiveDigits: '請輸入五位數字',
    hourMinute: '請輸入時間，例如 09:30',
    sixDigits: '請輸入六位數字',
    phone: '請輸入正確的電話號碼',
    phoneOrNone: '請輸入正確的電話號碼',
    country: '請輸入兩個大寫字母的國家代碼',
    methodCode: '只能使用英文字母、數字、底線與連字號，最多 32 個字元',
    orderNo: '只能使用英文字母、數字、底線與連字號，最多 64 個字元',
    checkoutToken: '付款連結不正確',
    collectionId: '請使用上一頁回覆的游標',
    payoutId: '請使用上一頁回覆的游標',
    accountNo: '請輸入 6 到 20 位數字的帳號',
    eventId: '請輸入正確的事件編號',
    settleRule: '請選擇正確的結算規則',
    hostName: '請輸入正確的網域',
    slip: '請先上傳憑證',
    logoAddress: '請先上傳圖片',
    color: '請輸入色碼，例如 #1A73E8',
    merchantNo: '請輸入正確的商戶號',
    unixSeconds: '請輸入以秒計的 Unix 時間',
    nonce: '須為 8 至 64 個英文字母、數字或連字號',
    md5: '須為 32 個十六進位字元',
  } satisfies Record<PatternName, string>,
  /** By what was asked for beyond a form. */
  refinements: {
    distinct: '不可重複',
    payable: '金額須大於 0，小數位數不可超過幣種所允許的',
    fewEntries: '最多 {{max}} 項',
    cursorAlone: '以訂單號查詢時不可使用游標',
    knownKey: '不支援的設定項目',
  } satisfies Record<Refinement, string>,
  /** By the kind of value that was expected. */
  kinds: {
    text: '須為文字',
    integer: '請輸入整數',
    truth: '須為是或否（true 或 false）',
    list: '須為清單',
    group: '須為物件',
  },
  tooFew: '至少 {{min}} 項',
  tooMany: '最多 {{max}} 項',
  address: '請輸入正確的 IP',
  time: '請輸入正確的時間，例如 2026-01-31T08:00:00+08:00',
  json: '須為正確的 JSON，欄位不可重複',
  idempotencyKey: '須為 1 至 128 個可見的 ASCII 字元，不含空格',
};
