/**
 * Who is kept out. Promises: a blocked address reaches nothing of its platform or tree, in every process within a second;
 * what a rule of the firewall allows is counted over all processes together; a payer on a list gets no order; names and
 * cards are kept as keyed hashes and shown masked.
 *
 * main opens it before the first call is served and hands `isAddressRefused`, `admit` and `admitActor` to createHttp.
 */
export { payeeMarks } from './block-hash.ts';
export { blockEntryExport } from './export-entries.ts';
export { isForgeryKept } from './kept-forgeries.ts';
export { openRisk } from './open-risk.ts';
export type { Payer, Risk, RiskDeps } from './open-risk.ts';
