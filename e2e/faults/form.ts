/** FAULT_LONG=1 asks for the long form, which is for a night; the short one is for every change. */
export const isLong = process.env['FAULT_LONG'] === '1';

/** How often a fault is repeated in this form. */
export const times = (short: number, long: number): number => (isLong ? long : short);

/** Enough for the longest test of the form. */
export const testTimeoutMs = isLong ? 30 * 60_000 : 600_000;
