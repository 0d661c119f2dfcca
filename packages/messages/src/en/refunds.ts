import type { refunds as shape } from '../zh-TW/refunds.ts';

export const refunds = {
  columns: {
    status: 'Refund status',
    no: 'Refund no.',
    kind: 'Kind',
    orderNo: 'System order no.',
    merchantOrderNo: 'Merchant order no.',
    customer: 'Merchant',
    amount: 'Amount',
    currency: 'Currency',
    mix: 'Taken from',
    providerOrderNo: 'Third-party no.',
    attempts: 'Attempts',
    operator: 'Operator',
    reason: 'Reason',
    failure: 'Why it failed',
    createdAt: 'Created',
    completedAt: 'Completed',
    wonRef: 'No. of the won dispute',
  },
  kinds: {
    refund: 'Refund',
    charge_back: 'Charge-back',
  },
  acts: {
    refund: 'Refund',
    send: 'Send refund',
    confirm: 'Confirm as refunded',
    fail: 'Mark as failed',
    retry: 'Retry',
    close: 'Give up',
    chargeBack: 'Enter a charge-back',
    winBack: 'Enter a won dispute',
    ask: 'Refund through the provider',
  },
  hints: {
    refund:
      'The money goes back to the payer and cannot be called back. Left empty, all that is left of the order is refunded; with the whole, the fees return to the merchant, but for the end-point cost.',
    send: 'The refund is under way at the provider; the money goes back by the way it came.',
    confirm:
      'The provider has refunded it: the reserved money leaves by that channel account. Somebody else than asked for it or sent it confirms.',
    fail: 'The provider definitely did not refund it: the reserved money goes back where it was, to be tried again or given up. Somebody else than asked for it or sent it decides.',
    retry: 'Reserves the money again and tries once more.',
    close: 'No refund is made; the order is a success again.',
    chargeBack:
      'The provider took the money back: the merchant’s funds pay, and what they lack he owes. A second person always agrees.',
    winBack:
      'The dispute was won and the provider paid the money again: it repays first what the merchant owes, the rest is settleable, and the fees are taken again. A second person always agrees.',
    ask: 'The provider pays it back by its own number and decides the outcome when it is asked; without a clear answer it is never sent twice.',
  },
  fields: {
    orderNo: 'System order no.',
    amount: 'Amount (empty: all)',
    providerRef: 'Third-party no.',
    left: 'Can be refunded',
  },
  filters: {
    no: 'Refund no.',
    range: 'Date range',
    ordered: 'Order made',
    channel: 'Channel',
    agent: 'Senior agent',
  },
  states: {
    done: 'Done',
    won: 'Charge-back won',
    confirmWrong: 'Not the last 6 of the system order no.',
    confirmCountWrong: 'That is not how many orders there are',
    empty: 'No refunds or reversals',
  },
} satisfies typeof shape;
