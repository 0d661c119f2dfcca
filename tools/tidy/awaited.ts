/**
 * What the specification fixes for screens that are not built yet (§4, §5, §8, §9 and the permission tree), by the
 * screen that will read it. A screen that is built reads what it awaits, and nothing is added here.
 */
export const awaited: Readonly<Record<string, readonly string[]>> = {
  'accounting.systemIncomewithdraws': ['errors.drawingExceedsIncome'],
  'admin.backup': ['errors.backupInProgress'],
  'admin.collections': ['errors.testOrderOnly', 'limits.requestRecordDays'],
  'admin.failedQueue': ['errors.jobNotRetryable'],
  'admin.collections': ['limits.requestRecordDays'],
  'admin.log': ['words.common.hints.requestDays'],
  'admin.methods': ['errors.channelInUse', 'errors.nothingToUndo'],
  'admin.operate': ['errors.clockForwardOnly'],
  claimOrder: [
    'errors.fundingChoiceRequired',
    'errors.ledgerConflict',
    'errors.receiptTooSmall',
    'errors.supplyAmountRequired',
  ],
  'collectionMethod.customers': [
    'errors.feeInversion',
    'fees/split.isInverted',
    'words.common.hints.balanceUnset',
    'words.common.hints.windowUnset',
  ],
  'collections.setting': ['limits.noLimit', 'limits.sameNameDefaultCount', 'limits.sameNameWindowMinutes'],
  'collections.revert': [
    'errors.realOrderOnly',
    'errors.refundNotPossible',
    'words.statuses.refund.failed',
    'words.statuses.refund.preparing',
    'words.statuses.refund.refunding',
    'words.statuses.refund.success',
  ],
  'index.stats': ['limits.dailyStatisticsAt'],
  'payment.apply, its batches': ['errors.batchRejected'],
  'settings.currency_rate': ['exchange.convertInverse'],
};

/** As many as there are; a change that takes names off the list lowers it, and none raises it. */
export const awaitedMost = 29;
  'payment.apply': ['errors.batchRejected', 'errors.fillCompleteData'],
  'payment.balance': ['errors.providerBalanceTooLow'],
  'payment.setting': ['words.common.hints.zeroNoLimit'],
  'withdraws.apply': [
    'errors.withdrawalAccountUnverified',
    'errors.withdrawalAmountZero',
    'errors.withdrawalLimitReached',
    'errors.withdrawalWindowClosed',
  ],
  'withdraws.list': ['errors.takenByAnotherOperator'],
};

/** As many as there are; a change that takes names off the list lowers it, and none raises it. */
export const awaitedMost = 31;
export const awaitedMost = 39;
export const awaitedMost = 36;
export const awaitedMost = 35;
