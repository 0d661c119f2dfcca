/**
 * Names of the money events. Together with the subject's id they are the journal's key, so one event of one
 * subject posts once: `collection.settle` covers settling, forced supply and the claim of a receipt alike.
 */
export const journalEvents = [
  'collection.settle',
  'collection.release',
  'collection.exchange',
  'collection.refund.prepare',
  'collection.refund.done',
  'collection.refund.failed',
  'collection.chargeBack',
  'collection.chargeBackWon',
  'payout.submit',
  'payout.paid',
  'payout.release',
  'payout.reverse',
  'payout.paidLate',
  'early.release',
  'receipt.arrive',
  'receipt.sendBack',
  'receipt.restore',
  'receivable.repay',
  'systemFee.collect',
  'channel.prefund',
  'channel.settle',
  'reconciliation.writeOff',
  'income.draw',
  'income.exchange',
  'balance.adjust',
  'deposit.credit',
  'balance.freeze',
  'balance.unfreeze',
  'settleable.edit',
  'feeIncome.transfer',
  'withdrawal.apply',
  'withdrawal.paid',
  'withdrawal.release',
  'withdrawal.reverse',
] as const;

export type JournalEvent = (typeof journalEvents)[number];
