/**
 * The record of who did what. Promises: a row stands in the same transaction as the change it tells of, denials
 * leave one too, secrets never enter one, and nobody changes a row afterwards unnoticed (trigger, grants, and a keyed
 * chain whose head the log keeps).
 */
export { recordAudit } from './audit.store.ts';
export type { AuditEntry } from './audit.store.ts';
export { createDenialRecorder } from './record-denial.ts';
export { sealAudit, verifyAudit } from './seal-audit.ts';
export type { AuditProof, Sealing } from './seal-audit.ts';
export { startSealing } from './seal-loop.ts';
export { openProofRuns } from './proof-runs.ts';
export type { ProofRuns } from './proof-runs.ts';
export { verifyWork } from './verify-work.ts';
export { loginLogExport, operationLogExport } from './logs/export-logs.ts';
export { operationAnalysisExport } from './analysis/export-analysis.ts';
export { bindAudit } from './audit.routes.ts';
