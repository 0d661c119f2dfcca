import type { claims as shape } from '../zh-TW/claims.ts';

export const claims = {
  queues: {
    receipts: '挂账入款',
    payouts: '待处理代付',
    withdrawals: '待处理提现',
  },
  held: '已认领 {{open}} / {{most}}',
  /** For those who may look and not act. */
  followed: {
    receipts: '挂账入款由平台处理，此处供您查看进度',
    withdrawals: '提现由平台汇款，此处供您查看进度',
  },
  columns: {
    reason: '挂账原因',
    no: '入款单号',
    account: '通道账户',
    amount: '入款金额',
    left: '未处理金额',
    receivedAt: '入款时间',
    order: '来源订单',
    customer: '商户',
    claimedBy: '认领人',
    closedAt: '结案时间',
  },
  filters: {
    no: '入款或订单号',
    state: '状态',
    open: '未处理',
    closed: '今日结案',
    about: '来源订单',
  },
  abouts: { amount_mismatch: '金额不符', abnormal: '订单异常', ended: '其他或无订单' },
  reasons: {
    amount_mismatch: '金额不符',
    abnormal: '订单异常',
    paid_elsewhere: '由其他通道付款',
    paid_twice: '重复付款',
    unidentified: '无法识别的入款',
  },
  acts: {
    claim: '认领',
    release: '放回',
    match: '匹配订单',
    restore: '归还垫款',
    sendBack: '已退回付款人',
  },
  hints: {
    match: '以这笔入款为订单入账，并通知商户。',
    restore: '订单在入款前已补单：这笔入款归还当时的垫款方。',
    sendBack: '款项已在三方退回付款人，由入款的通道账户付出。一律需第二人批准。',
  },
  why: {
    own: '原订单',
    amount: '金额相同',
    time: '同日',
  },
  fields: {
    find: '以订单号查找',
    order: '订单',
    amount: '使用金额',
    providerNo: '退回的三方单号',
  },
  bring: '导入账户明细',
  done: '完成',
  claimed: '已认领 {{minutes}} 分钟',
  released: '已放回',
  none: '没有挂账入款',
  noWithdrawal: '当前没有待处理的提现',
  receiptsAlone: '仅适用于挂账入款',
  noCandidate: '没有相符的订单，请以订单号查找',
} satisfies typeof shape;
