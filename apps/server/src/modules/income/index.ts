/**
 * The platform's own income. Promises: every figure is what the journals say, to the commit; the system fee that is owed is taken
 * from what its senior agent earned and never below that; what the owners draw has come in, was not drawn before, and two persons
 * agreed to it. What the house exchanges for itself is realised against the mean price of its position, by two persons.
 */
export { openIncome } from './open-income.ts';
export { incomeExport } from './export-income.ts';
export { drawingExport } from './drawing/export-drawings.ts';
export { exchangeExport } from './exchange/export-exchanges.ts';
export { positionOf } from './exchange/positions.queries.ts';
export { incomeOfAgents, sumIncome } from './income.queries.ts';
