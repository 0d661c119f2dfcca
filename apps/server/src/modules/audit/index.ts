/**
 * The record of who did what. Promises: a row stands in the same transaction as the change it tells of, denials
 * leave one too, secrets never enter one, and nobody changes a row afterwards (trigger and grants).
 */
export { recordAudit } from './audit.store.ts';
export type { AuditEntry } from './audit.store.ts';
export { createDenialRecorder } from './record-denial.ts';
