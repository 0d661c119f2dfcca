import type { MerchantErrorName } from '@suanpan/domain/merchant-errors';

type Sentence =
  | MerchantErrorName
  | 'invalid_field'
  | 'invalid_json'
  | 'repeated_field'
  | 'order_expired'
  | 'amount_mismatch'
  | 'abnormal';

/** What the merchant API says beside its codes: one sentence an error, and why a collection failed. */
export const merchantApi = {
  invalid_request: '請求內容有誤',
  invalid_field: '欄位 {{field}} 有誤：{{detail}}',
  invalid_json: '請求內容不是正確的 JSON',
  repeated_field: '請求內容有重複的欄位',
  invalid_key: 'API Key 不存在或已停用',
  invalid_signature: '簽名錯誤',
  timestamp_out_of_range: '時間戳超出允許範圍',
  nonce_reused: 'Nonce 已使用過',
  insufficient_balance: '餘額不足',
  ip_not_allowed: 'IP 不在允許名單內',
  scope_denied: '此 API Key 沒有這項權限',
  merchant_disabled: '商戶未啟用',
  blacklisted: '付款人或收款人在黑名單中',
  not_found: '查無此資料',
  order_no_conflict: '商戶訂單號已用於不同內容的訂單',
  request_in_progress: '相同的請求處理中，請稍候',
  invalid_state: '目前狀態不可執行此操作',
  amount_out_of_range: '金額不在此支付方式的限額內',
  method_unavailable: '此支付方式目前無法使用',
  no_channel_available: '目前沒有可用通道',
  channel_closed_hours: '此支付方式目前非可用時段',
  payer_name_required: '請提供付款人真實姓名',
  duplicate_payer_name: '同名付款人已有未完成的訂單',
  invalid_bank_code: '銀行代碼錯誤',
  invalid_address: '鏈上地址錯誤',
  rate_limited: '請求過於頻繁，請稍後再試',
  internal_error: '系統發生錯誤，請稍後再試',
  channel_error: '三方回覆錯誤',
  service_unavailable: '服務暫時無法使用，請稍後再試',
  channel_timeout: '三方逾時未回覆，訂單已存在，請查詢結果，勿重新建立',
  method_not_allowed: '此位址不支援這個 HTTP 方法',
  order_expired: '訂單已過期',
  amount_mismatch: '實收金額與訂單金額不符',
  abnormal: '此筆付款異常，處理中',
} satisfies Record<Sentence, string>;
