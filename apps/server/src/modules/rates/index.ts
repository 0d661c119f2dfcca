/**
 * Exchange rates. Promises: a rate that was in force stays as it was, whoever asks for it later; two persons agree to each;
 * and a senior agent never gives more than the platform gives him.
 */
export { convertAt, rateAt, usedRate } from './rate-at.ts';
export type { RateInForce } from './rate-at.ts';
export { findRate } from './rates.queries.ts';
export type { RateOver } from './rates-over.queries.ts';
export { ratesOver } from './rates-over.queries.ts';
export { rateAct } from './rate-act.ts';
export { openRates } from './open-rates.ts';
export { rateExport } from './export-rates.ts';
