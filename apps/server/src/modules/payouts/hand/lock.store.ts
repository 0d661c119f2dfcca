import { orderLocks } from '../../orders/index.ts';

/** Payouts that somebody has to himself. */
export const { isLockedByAnother, lockFor, unlockFor } = orderLocks('payout');
