/**
 * The books. Promises: every journal balances in its currency, happens once per event, and takes no account below
 * zero except by a claw-back; history is never changed; `prove` shows all of it from the postings themselves.
 */
export { balancesOf, balancesOfOwners, journalLegsOf, sumBalances } from './ledger.queries.ts';
export { clearingAt } from './clearing.queries.ts';
export { balancesBefore } from './balances-at.queries.ts';
export { listMovements } from './movements.queries.ts';
export { merchantDays, totalOf } from './merchant-days.queries.ts';
export type { MerchantDay } from './merchant-days.queries.ts';
export type { Movement } from './movements.queries.ts';
export type { JournalLegRow, OwnerBalances } from './ledger.queries.ts';
export { prove, proveAndKeep, proveSince } from './proof/prove.ts';
export type { Proof } from './proof/proof.ts';
export { standingsOf } from './proof/standings.queries.ts';
export type { Standing } from './proof/standings.queries.ts';
export { presentSum } from './present-sum.ts';
export type { AmountSum } from './present-sum.ts';
export { readChangelogs } from './read-changelogs.ts';
export { changelogExport } from './export-changelogs.ts';
export { openLedger } from './ledger.routes.ts';
