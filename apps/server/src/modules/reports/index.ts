/**
 * What the numbers say. Promises: every figure is of the caller's own tree and of one currency, test orders are in
 * none of them, and a figure agrees with the list that it leads to.
 */
export { bindReports } from './reports.routes.ts';
export type { ReportsDeps } from './reports.routes.ts';
