/**
 * What the numbers say. Promises: every figure is of the caller's own tree and of one currency, all from one
 * snapshot; test orders are in none of them; what a caller may not open is neither counted nor found for him.
 */
export { openReports } from './reports.routes.ts';
export { reportExport } from './daily/export-report.ts';
export { makeMissingReport } from './daily/make-reports.ts';
