import { orderLocks } from '../../orders/index.ts';

/** Payouts that somebody has to himself. */
export const { lockFor, refuseLockedByAnother, unlockFor } = orderLocks('payout');
