/**
 * The record of who did what. Promises: a row stands in the same transaction as the change it tells of, denials
 * leave one too, secrets never enter one, and nobody changes a row or a journal afterwards unnoticed (trigger, grants, and
 * a keyed chain over both whose heads are kept outside the database).
 */
export { audit, nameMaker, recordAudit, recordAudits, recordLogAccess } from './audit.store.ts';
export type { AuditEntry } from './audit.store.ts';
export { saidPrint } from './said-print.queries.ts';
export { createDenialRecorder } from './record-denial.ts';
export { anchorsAround } from './chain/anchors.queries.ts';
export { acceptRestore } from './chain/accept-restore.ts';
export { openHeads } from './chain/heads.ts';
export type { Heads } from './chain/heads.ts';
export { refuseForeignKeys } from './chain/own-keys.ts';
export { sealAudit } from './chain/seal-audit.ts';
export { verifyAudit } from './chain/verify-audit.ts';
export type { AuditProof, ChainPlaces } from './chain/verify-audit.ts';
export { openProofRuns } from './chain/proof-runs.ts';
export { countChanges, stateAfterCall } from './state-changes.queries.ts';
export { loginLogExport, operationLogExport } from './logs/export-logs.ts';
export { operationAnalysisExport } from './analysis/export-analysis.ts';
export { bindAudit } from './audit.routes.ts';
export { openAudit } from './open-audit.ts';
