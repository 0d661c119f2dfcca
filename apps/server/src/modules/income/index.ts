/**
 * The platform's own income. Promises: every figure is what the journals say, to the commit; the system fee that is owed is taken
 * from what its senior agent earned and never below that; what the owners draw has come in, was not drawn before, and two persons
 * agreed to it.
 */
export { openIncome } from './open-income.ts';
export { incomeExport } from './export-income.ts';
export { drawingExport } from './drawing/export-drawings.ts';
export { incomeOfAgents, sumIncome } from './income.queries.ts';
