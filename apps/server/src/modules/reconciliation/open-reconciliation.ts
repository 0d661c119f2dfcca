import type { Module } from '../../platform/module.ts';
import { lookWork } from './look-work.ts';
import type { ReconciliationDeps } from './reconciliation-deps.ts';
import { bindReconciliation } from './reconciliation.routes.ts';

export function openReconciliation(deps: ReconciliationDeps): Module {
  return { bind: (app) => bindReconciliation(app, deps), works: [lookWork] };
}
