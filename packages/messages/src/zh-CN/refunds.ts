import type { refunds as shape } from '../zh-TW/refunds.ts';

export const refunds = {
  columns: {
    status: '退款状态',
    no: '退款单号',
    kind: '类型',
    orderNo: '系统订单号',
    merchantOrderNo: '商户订单号',
    customer: '商户',
    amount: '退款金额',
    currency: '币种',
    mix: '资金来源',
    providerOrderNo: '三方单号',
    attempts: '次数',
    operator: '操作人',
    reason: '原因',
    failure: '失败原因',
    createdAt: '创建时间',
    completedAt: '完成时间',
  },
  kinds: {
    refund: '退款',
    charge_back: '拒付',
  },
  acts: {
    refund: '退款',
    send: '送出退款',
    confirm: '确认已退款',
    fail: '标记失败',
    retry: '重试',
    close: '结案',
    chargeBack: '登记拒付',
  },
  hints: {
    refund: '款项退回付款人，无法恢复。留空即退回全部剩余金额；全额退回时，除端点费外的手续费退还商户。',
    send: '确认已在三方退款后送出，款项原路退回付款人。',
    confirm: '三方已退款：保留的款项由该通道账户付出。须由申请人与送出人以外的人确认。',
    fail: '三方明确未退款：保留的款项退回原处，可重试或结案。须由申请人与送出人以外的人决定。',
    retry: '重新保留款项并再退一次。',
    close: '不再退款，订单恢复为成功。',
    chargeBack: '上游收回了这笔款项：由商户资金扣回，不足的部分列为应收。一律需第二人核准。',
  },
  fields: {
    orderNo: '系统订单号',
    amount: '金额（留空为全部）',
    providerRef: '三方单号',
    left: '可退',
  },
  filters: {
    no: '退款单号',
    range: '日期',
  },
  states: {
    done: '完成',
    confirmWrong: '与系统订单号末 6 码不符',
    empty: '没有退款或反转记录',
  },
} satisfies typeof shape;
