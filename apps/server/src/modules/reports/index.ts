/**
 * What the numbers say. Promises: every figure is of the caller's own tree and of one currency, all from one
 * snapshot; test orders are in none of them; what a caller may not open is neither counted nor found for him.
 */
export { merchantDaysExport } from './statements/merchant-days.ts';
export { openStatements } from './statements/open-statements.ts';
export { openReports } from './reports.routes.ts';
export { openWall } from './wall/open-wall.ts';
export { dataExports } from './data/export-data.ts';
export { monthlyReportExport } from './daily/monthly-report.ts';
export { reportExport } from './daily/export-report.ts';
export { makeMissingReport } from './daily/make-reports.ts';
export { readManualQueue } from './read-manual-queue.ts';
