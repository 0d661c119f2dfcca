/**
 * Reconciliation: providers' statements held against the books. Promises: an import posts nothing and is whole or not there; the
 * same file counts once and so does the same line; what differs is found whichever side of midnight it was booked on; a
 * difference ends once, by a journal of its own or an explanation, never by editing; a closed day stays as it is.
 */
export { openReconciliation } from './open-reconciliation.ts';
export { openDifferences } from './open-differences.ts';
export { differenceExport } from './export-differences.ts';
