/**
 * Why money may not be credited as it stands. amount_mismatch, abnormal: the order ends so · paid_elsewhere: it came
 * by an attempt that the order does not go by · paid_twice: the order has ended by another payment.
 */
export type AsideReason = 'amount_mismatch' | 'abnormal' | 'paid_elsewhere' | 'paid_twice';
