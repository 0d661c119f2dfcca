import {
  auditProofs,
  loginLogs,
  objectAudit,
  operationAnalysis,
  operationLogs,
  verifyAuditLog,
} from '@suanpan/contract/endpoints/audit';
import type { Permission } from '@suanpan/domain/access/permissions';
import type { AuditKind } from '@suanpan/domain/audit/acts';
import { Refusal } from '@suanpan/domain/errors';
import type { Database } from '../../platform/db/database.ts';
import { bindEndpoints } from '../../platform/http/bind-endpoints.ts';
import type { Http } from '../../platform/http/create-http.ts';
import { answerPage, page } from '../../platform/http/page.ts';
import type { RequestContext } from '../../platform/http/actor.ts';
import { analyseOperations } from './analysis/analyse-operations.ts';
import { presentLogin, presentOperation, presentProofRun } from './audit.present.ts';
import { recordAudit, recordLogAccess } from './audit.store.ts';
import { listLogins, sumLogins } from './logs/login-logs.queries.ts';
import { isHistoryOpen } from './logs/object-scope.queries.ts';
import { permissionToSee } from './logs/object-scope.ts';
import { countOperations, listOperations, operationsOn } from './logs/operation-logs.queries.ts';
import { loginFilter, operationFilter } from './logs/filters.ts';
import { latestRuns } from './chain/proof-run.store.ts';
import type { ProofRuns } from './chain/proof-runs.ts';

const runsShown = 10;

/** The logs, the history of one object, the analysis of operators, and the verification of the chain. */
export function bindAudit(app: Http, { db, runs }: { db: Database; runs: ProofRuns }): void {
  bindEndpoints(
    app,
    {
      operationLogs,
      objectAudit,
      auditProofs,
      verifyAuditLog,
      loginLogs,
      operationAnalysis,
    },
    {
      async operationLogs(context, input) {
        const { scope } = context.actor;
        const filter = operationFilter(input);
        await recordLogAccess(db.app, entryOf(context, 'admin.operationLogs.get', 'audit', 'log'));
        const [rows, total] = await Promise.all([
          listOperations(db.app, scope, filter, page(input)),
          countOperations(db.app, scope, filter),
        ]);
        return answerPage(input, {
          items: rows.map(presentOperation),
          total,
          summary: {},
        });
      },
      async objectAudit({ actor }, { kind, id }) {
        if (!actor.permissions.has(permissionToSee(kind))) throw new Refusal('forbidden');
        if (!(await isHistoryOpen(db.app, actor.scope, kind, id))) throw new Refusal('notFound');
        return {
          items: (await operationsOn(db.app, kind, id)).map(presentOperation),
        };
      },
      async auditProofs({ actor }) {
        if (actor.scope.kind !== 'platform') return { items: [] };
        return {
          items: (await latestRuns(db.app, runsShown)).map(presentProofRun),
        };
      },
      async verifyAuditLog(context) {
        const { actor } = context;
        if (actor.scope.kind !== 'platform') throw new Refusal('forbidden');
        await runs.start(actor.userId, (tx) =>
          recordAudit(tx, entryOf(context, 'admin.operationLogs.verify', 'audit', 'chain')),
        );
        const [latest] = await latestRuns(db.app, 1);
        if (latest === undefined) throw new Error('The verification left no row');
        return presentProofRun(latest);
      },
      async loginLogs(context, input) {
        const { scope } = context.actor;
        const filter = loginFilter(input);
        await recordLogAccess(db.app, entryOf(context, 'admin.loginlogs.get', 'audit', 'logins'));
        const [rows, sum] = await Promise.all([
          listLogins(db.app, scope, filter, page(input)),
          sumLogins(db.app, scope, filter),
        ]);
        return answerPage(input, {
          items: rows.map(presentLogin),
          total: sum.count,
          summary: sum,
        });
      },
      operationAnalysis: ({ actor }, input) =>
        analyseOperations(db, actor.scope, {
          from: new Date(input.from),
          to: new Date(input.to),
          ...(input.actor && { actor: input.actor }),
        }),
    },
  );
}

function entryOf(context: RequestContext, act: Permission, objectKind: AuditKind, objectId: string) {
  return {
    actorId: context.actor.userId,
    effectiveId: context.actor.effectiveUserId,
    act,
    objectKind,
    objectId,
    ip: context.ip,
    userAgent: context.userAgent,
    requestId: context.requestId,
  };
}
