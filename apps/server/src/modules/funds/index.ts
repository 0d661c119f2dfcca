/**
 * Funds: money that moves between owners without an order. Promises: nobody creates money but the platform, whose goodwill two
 * persons give; what is moved was there under the lock; each movement is one journal, and its row names who made it and who
 * agreed.
 */
export { openFunds } from './open-funds.ts';
export { depositExport } from './deposit/export-deposits.ts';
export { registerExport } from './read/export-register.ts';
