import { orderLocks } from '../../orders/index.ts';

/** Payouts that somebody has to himself. */
export const payoutLocks = orderLocks('payout');
export const { lockFor, refuseLockedByAnother, unlockFor } = payoutLocks;
