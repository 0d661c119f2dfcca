/**
 * Running the house. Promises: the business clock moves forward only, and only where that is allowed (demo and
 * tests); work that became due by a move is done before the move is answered; only a demo can be thrown away; news that
 * nobody could be told of is kept until a person has seen to it; what is paused stands still in every process at once, and a
 * maintenance stops nothing that is under way; a backup that was tried has been started, proven and counted.
 */
export { firingAlarms } from './alerts/firing-alarms.ts';
export { openOperations } from './operations.routes.ts';
export { openRequestLog } from './request-log/open-request-log.ts';
export type { RequestLog } from './request-log/open-request-log.ts';
export { failedJobExport } from './failed-jobs/export-failed-jobs.ts';
export { requestLogExport } from './request-log/export-request-log.ts';
export { openBackups } from './backup/open-backups.ts';
export type { BackupPlace } from './backup/backup-place.ts';
export type { DemoDesk } from './demo-desk.ts';
