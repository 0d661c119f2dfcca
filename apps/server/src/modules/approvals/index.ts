/**
 * Four eyes. Promises: what needs a second person is carried out exactly as it was submitted and shown, by nobody
 * who made it, in one transaction with its decision; what changed meanwhile, was refused or has waited a day has no
 * effect at all.
 */
export { openApprovals } from './open-approvals.ts';
export type { Approvals } from './open-approvals.ts';
export type { ApprovalAct, ApprovalBy, ApprovalEffect, RegisteredAct } from './act.ts';
export { decidableNow, waitingFor } from './approvals.routes.ts';
export type { Submitted } from './submit.ts';
export { refuseBlocked, toldWaiting, waitingActsOn } from './waiting-acts.ts';
export type { BlockedActions, WaitingActs } from './waiting-acts.ts';
