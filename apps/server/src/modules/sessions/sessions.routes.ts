import * as contract from '@suanpan/contract/endpoints/sessions';
import type { AuditKind } from '@suanpan/domain/audit/acts';
import { Refusal } from '@suanpan/domain/errors';
import type { Kysely } from 'kysely';
import type { Tables } from '../../platform/db/tables.generated.ts';
import { transact } from '../../platform/db/transact.ts';
import type { Tx } from '../../platform/db/transact.ts';
import { bindEndpoints } from '../../platform/http/bind-endpoints.ts';
import type { RequestContext } from '../../platform/http/actor.ts';
import type { Http } from '../../platform/http/create-http.ts';
import { recordAudit } from '../audit/index.ts';
import { findBelow } from './tree.queries.ts';
import { presentSession } from './sessions.present.ts';
import { isSessionOf, listOwnSessions, listSessionsOf } from './sessions.queries.ts';
import { endSession, endSessions } from './sessions.store.ts';

/**
 * Every user sees and ends his own sessions; a user with the right to disable accounts also those of the accounts in
 * his tree.
 */
export function bindSessions(app: Http, db: Kysely<Tables>): void {
  const { ownSessions, endOwnSession, endOtherSessions } = contract;
  const { userSessions, endUserSessions, endUserSession } = contract;
  bindEndpoints(
    app,
    { ownSessions, endOwnSession, endOtherSessions, userSessions, endUserSessions, endUserSession },
    {
      async ownSessions({ actor }) {
        const rows = await listOwnSessions(db, actor.effectiveUserId);
        return { items: rows.map((row) => presentSession(row, actor.sessionId)) };
      },
      async endOwnSession(context, { session_id: sessionId }) {
        await transact(db, (tx) =>
          endOne(tx, context, BigInt(sessionId), { userId: context.actor.userId, orForHim: false }),
        );
        return {};
      },
      endOtherSessions: (context) =>
        transact(db, (tx) => endAll(tx, context, context.actor.userId, context.actor.sessionId)),
      async userSessions({ actor }, { id }) {
        if ((await findBelow(db, actor, BigInt(id))) === undefined) throw new Refusal('notFound');
        const rows = await listSessionsOf(db, BigInt(id));
        return { items: rows.map((row) => presentSession(row, actor.sessionId)) };
      },
      endUserSessions: (context, { id }) =>
        transact(db, async (tx) => {
          if ((await findBelow(tx, context.actor, BigInt(id))) === undefined) throw new Refusal('notFound');
          return endAll(tx, context, BigInt(id));
        }),
      async endUserSession(context, { id, session_id: sessionId }) {
        await transact(db, async (tx) => {
          if ((await findBelow(tx, context.actor, BigInt(id))) === undefined) throw new Refusal('notFound');
          await endOne(tx, context, BigInt(sessionId), { userId: BigInt(id), orForHim: true });
        });
        return {};
      },
    },
  );
}

async function endOne(
  tx: Tx,
  context: RequestContext,
  sessionId: bigint,
  owner: { readonly userId: bigint; readonly orForHim: boolean },
): Promise<void> {
  const isHis = await isSessionOf(tx, sessionId, owner.userId, owner);
  if (!isHis || !(await endSession(tx, sessionId, 'revoked'))) throw new Refusal('notFound');
  await note(tx, context, { objectKind: 'session', objectId: String(sessionId), ended: 1 });
}

async function endAll(
  tx: Tx,
  context: RequestContext,
  userId: bigint,
  except?: bigint,
): Promise<{ ended: number }> {
  const ended = await endSessions(tx, userId, 'revoked', except === undefined ? {} : { except });
  await note(tx, context, { objectKind: 'user', objectId: String(userId), ended });
  return { ended };
}

function note(
  tx: Tx,
  { actor, ip, userAgent, requestId }: RequestContext,
  done: { readonly objectKind: AuditKind; readonly objectId: string; readonly ended: number },
): Promise<void> {
  return recordAudit(tx, {
    actorId: actor.userId,
    effectiveId: actor.effectiveUserId,
    act: 'session.revoke',
    objectKind: done.objectKind,
    objectId: done.objectId,
    after: { ended: done.ended },
    ip,
    userAgent,
    requestId,
  });
}
