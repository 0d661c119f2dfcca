import type { RoleName } from '@suanpan/domain/access/roles';
import type { AccountKind } from '@suanpan/domain/accounts';
import type { SupplySource } from '@suanpan/domain/journals/collection-supply';
import type { JournalEvent } from '@suanpan/domain/journals/journal-events';
import type { CallbackResult, CallbackState, CallbackStatus } from '@suanpan/domain/states/callback';
import type { CollectionStatus, RefundStatus } from '@suanpan/domain/states/collection';
import type { PayoutStage, PayoutStatus, ReverseStatus } from '@suanpan/domain/states/payout';
import type { UserStatus } from '@suanpan/domain/states/user';
import type { CollectionLabel } from '@suanpan/domain/states/wire';
import type { WithdrawalStatus } from '@suanpan/domain/states/withdrawal';

type ChannelState =
  'ok' | 'disabled' | 'out_of_window' | 'amount_capped' | 'tripped' | 'provider_maintenance';
type ExportState = 'queued' | 'running' | 'completed' | 'failed' | 'expired';

/** Every status, result, event and account, by its wire value. */
export const statuses = {
  collection: {
    pending: '未處理',
    success_not_returned: '成功，未返回',
    success_returned: '成功，已返回',
    expired: '失敗，已過期',
    amount_mismatch: '失敗，訂單金額不符',
    abnormal: '失敗，訂單異常',
    test_supplied: '測試，已補單',
    refund: '退款',
    refund_preparing: '退款：準備退款',
    refund_refunding: '退款：退款中',
    refund_success: '退款：成功',
    refund_failed: '退款：失敗',
  } satisfies Record<CollectionLabel, string>,
  /** In a list, where the whole stands in the tooltip. */
  collectionShort: {
    pending: '未處理',
    success_not_returned: '成功，未返回',
    success_returned: '成功，已返回',
    expired: '已過期',
    amount_mismatch: '金額不符',
    abnormal: '訂單異常',
    test_supplied: '測試補單',
    refund: '退款',
    refund_preparing: '準備退款',
    refund_refunding: '退款中',
    refund_success: '已退款',
    refund_failed: '退款失敗',
  } satisfies Record<CollectionLabel, string>,
  collectionStatus: {
    pending: '未處理',
    success: '成功',
    expired: '失敗，已過期',
    amount_mismatch: '失敗，訂單金額不符',
    abnormal: '失敗，訂單異常',
    test_supplied: '測試，已補單',
    refund: '退款',
  } satisfies Record<CollectionStatus, string>,
  refund: {
    preparing: '準備退款',
    refunding: '退款中',
    success: '成功',
    failed: '失敗',
  } satisfies Record<RefundStatus, string>,
  payout: {
    processing: '處理中',
    paid: '已打款',
    rejected: '已駁回',
    rejected_reversed: '駁回並沖正',
    verify_failed: '驗證未成功',
    insufficient_balance: '餘額不足',
  } satisfies Record<PayoutStatus, string>,
  payoutStage: {
    accepted: '已受理',
    verifying: '反查中',
    queued: '排隊中',
    claimed: '已認領',
    submitted: '已送三方',
    unknown: '結果未明，查詢中',
  } satisfies Record<PayoutStage, string>,
  reverse: {
    none: '無',
    pending: '沖正中',
    reversed: '已沖正',
  } satisfies Record<ReverseStatus, string>,
  withdrawal: {
    pending: '未處理',
    processing: '處理中',
    paid: '已打款',
    rejected: '已駁回',
    cancelled: '已取消',
    reversed: '已沖正',
  } satisfies Record<WithdrawalStatus, string>,
  callback: {
    not_sent: '未發送',
    success: '成功',
    failed: '失敗',
  } satisfies Record<CallbackStatus, string>,
  callbackState: {
    not_sent: '未發送',
    sending: '發送中',
    success: '成功',
    failed: '失敗',
  } satisfies Record<CallbackState, string>,
  callbackResult: {
    invalid_url: '網址無效，未通知',
    timeout: '通知失敗：逾時',
    error_response: '通知失敗：回應錯誤',
    v1_no_rejection: 'v1 版本沒有駁回，未通知',
    held_after_8h: '訂單已超過 8 小時，不自動通知',
    address_paused: '回調網址已暫停',
  } satisfies Record<CallbackResult, string>,
  user: {
    pending: '待啟用',
    active: '啟用',
    disabled: '停用',
    archived: '已封存',
  } satisfies Record<UserStatus, string>,
  role: {
    admin: '平台管理員',
    manager: '管理人員',
    staffSub: '員工子帳號',
    agent: '高級代理',
    subAgent: '一般代理',
    customer: '商戶',
    customerSub: '商戶子帳號',
    middleman: '中間人',
  } satisfies Record<RoleName, string>,
  channel: {
    ok: '正常',
    disabled: '未啟用',
    out_of_window: '非可用時段',
    amount_capped: '已達限額',
    tripped: '熔斷',
    provider_maintenance: '三方維護',
  } satisfies Record<ChannelState, string>,
  export: {
    queued: '排隊中',
    running: '產生中',
    completed: '已完成',
    failed: '失敗',
    expired: '已過期',
  } satisfies Record<ExportState, string>,
  journal: {
    'collection.settle': '代收入帳',
    'collection.release': '結算放款',
    'collection.refund.prepare': '退款準備',
    'collection.refund.done': '退款完成',
    'collection.refund.failed': '退款失敗退回',
    'collection.chargeBack': '拒付扣回',
    'early.release': '提前款項釋放',
    'receipt.arrive': '不明入款掛帳',
    'systemFee.collect': '系統費收取',
    'balance.adjust': '手動帳變',
    'deposit.credit': '充值入帳',
    'balance.freeze': '凍結',
    'balance.unfreeze': '解凍',
    'settleable.edit': '調整可下發資金',
    'feeIncome.transfer': '手續費收入轉入餘額',
  } satisfies Record<JournalEvent, string>,
  account: {
    A100: '上游在途',
    A110: '平台銀行與錢包',
    A120: '應收系統費',
    A130: '應收商戶款',
    A190: '暫記',
    L200: '可下發資金',
    L201: '僅代付（充值）',
    L202: '僅代付（提前結算）',
    L210: '未結算金額',
    L220: '凍結金額',
    L230: '代付在途',
    L231: '提現在途',
    L232: '退款在途',
    L240: '手續費收入',
    L250: '不明入款',
    L260: '應付端點費',
    F300: '外匯部位',
    R400: '系統費收入',
    R410: '充值與提現手續費',
    R420: '匯兌損益',
    E500: '銀行與鏈上成本',
    E510: '補貼與核銷',
    Q900: '業主提領',
  } satisfies Record<AccountKind, string>,
  supplySource: {
    receipt: '已匹配的入款',
    provider: '三方已確認的款項',
    agentBalance: '高級代理墊付',
    goodwill: '平台補貼',
  } satisfies Record<SupplySource, string>,
};
