/**
 * Withdrawals: an owner has settleable money sent to an account of his own. Promises: what is asked for is held under the lock at
 * once, and paid or given back exactly once; it goes to an account that has rested or that the platform looked at; whoever pays is
 * neither who applied nor a person behind him, and above the ceiling there are two of him; a rate that is over pays nothing.
 */
export { openWithdrawals } from './open-withdrawals.ts';
export { addAccount } from './accounts/accounts.store.ts';
export { keepAccount } from './accounts/keep-account.ts';
export { priceOf, tellPrice } from './fees/fee.ts';
export { insertFee } from './fees/fees.store.ts';
export { clearUsesOf } from './rules/clear-uses.ts';
export { withdrawalExport } from './read/export-withdrawals.ts';
export { blockedOnWithdrawals } from './decide/blocked-actions.ts';
export { heldBy } from './decide/decide.store.ts';
export { presentWithdrawal } from './read/withdrawals.present.ts';
export { exchangedRows, seesExchanged } from './read/exchanged.queries.ts';
export { listWithdrawals, sumWithdrawals } from './read/withdrawals.queries.ts';
export type { ListedWithdrawal } from './read/withdrawals.queries.ts';
