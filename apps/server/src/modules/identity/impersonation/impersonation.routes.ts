import * as contract from '@suanpan/contract/endpoints/impersonation';
import type { AuditKind } from '@suanpan/domain/audit/acts';
import type { AuditFacts } from '@suanpan/domain/audit/fields';
import { Refusal } from '@suanpan/domain/errors';
import { transact } from '../../../platform/db/transact.ts';
import type { Tx } from '../../../platform/db/transact.ts';
import { countOf } from '../../../platform/db/count-of.ts';
import { bindEndpoints } from '../../../platform/http/bind-endpoints.ts';
import type { RequestContext } from '../../../platform/http/actor.ts';
import type { Http } from '../../../platform/http/create-http.ts';
import { recordAudit } from '../../audit/index.ts';
import type { Door } from '../door.ts';
import { endSession } from '../../sessions/index.ts';
import { createGrant } from './create-grant.ts';
import { enter as enterWithCode } from './enter.ts';
import { endGrant, listGrants, sessionsOnGrant } from './grants.store.ts';
import { impersonate as impersonateUser } from './impersonate.ts';
import { presentGrant, presentShadowSession } from './impersonation.present.ts';
import { isShadowSession, listShadowSessions } from './impersonation.queries.ts';

/** Acting for another, and who may. */
export function bindImpersonation(app: Http, door: Door): void {
  const { db } = door;
  const { impersonate, enter, shadowGrants, createShadowGrant } = contract;
  const { revokeShadowGrant, shadowSessions, endShadowSession } = contract;
  bindEndpoints(
    app,
    {
      impersonate,
      enter,
      shadowGrants,
      createShadowGrant,
      revokeShadowGrant,
      shadowSessions,
      endShadowSession,
    },
    {
      impersonate: (context, input) => impersonateUser(door, context, input),
      enter: (context, { code }) => enterWithCode(door, context, code),
      async shadowGrants(_context, { page, paginate, state }) {
        const rows = await listGrants(db, {
          state: state ?? null,
          offset: (page - 1) * paginate,
          limit: paginate,
        });
        const total = rows[0] === undefined ? 0 : countOf(rows[0].total);
        return { items: rows.map(presentGrant), page, paginate, total, next_cursor: null, summary: {} };
      },
      createShadowGrant: (context, input) => createGrant(door, context, input),
      revokeShadowGrant: (context, { id }) =>
        transact(db, async (tx) => {
          const grant = await endGrant(tx, BigInt(id), context.actor.userId);
          if (grant === undefined) throw new Refusal('notFound');
          const sessions = await sessionsOnGrant(tx, BigInt(id));
          for (const session of sessions) await endSession(tx, session, 'revoked');
          await note(tx, context, {
            objectKind: 'shadowGrant',
            id,
            after: {
              grantee: grant.grantee_id,
              target: grant.target_id,
              ended: sessions.length,
            },
          });
          return { ended: sessions.length };
        }),
      async shadowSessions() {
        return { items: (await listShadowSessions(db)).map(presentShadowSession) };
      },
      async endShadowSession(context, { id }) {
        await transact(db, async (tx) => {
          if (!(await isShadowSession(tx, BigInt(id)))) throw new Refusal('notFound');
          await endSession(tx, BigInt(id), 'revoked');
          await note(tx, context, { objectKind: 'session', id });
        });
        return {};
      },
    },
  );
}

function note(
  tx: Tx,
  { actor, ip, userAgent, requestId }: RequestContext,
  what: { readonly objectKind: AuditKind; readonly id: string; readonly after?: AuditFacts },
): Promise<void> {
  return recordAudit(tx, {
    actorId: actor.userId,
    effectiveId: actor.effectiveUserId,
    act: 'settings.shadowUsers.revoke',
    objectKind: what.objectKind,
    objectId: what.id,
    ...(what.after !== undefined && { after: what.after }),
    ip,
    userAgent,
    requestId,
  });
}
