import type { OutputOf } from '@suanpan/contract/endpoint';
import type { enter as endpoint } from '@suanpan/contract/endpoints/impersonation';
import { Refusal } from '@suanpan/domain/errors';
import { transact } from '../../../platform/db/transact.ts';
import type { PublicContext } from '../../../platform/http/actor.ts';
import { recordAudit } from '../../audit/index.ts';
import type { Door } from '../door.ts';
import { lockUser } from '../credentials/login.queries.ts';
import { browserHashOf, insertSession, mayComeFrom } from '../../sessions/index.ts';
import { holdGrant } from './grants.store.ts';
import { presentPerson } from './impersonation.present.ts';
import { getPerson } from './impersonation.queries.ts';
import { lockWaiting, saveEntered } from './impersonation.store.ts';

/**
 * Exchanges a code for the session of another. It counts once, for sixty seconds, in the browser it was made in,
 * while its operator is still signed in and both accounts are open. Whatever is amiss is answered alike.
 */
export function enter(door: Door, context: PublicContext, code: string): Promise<OutputOf<typeof endpoint>> {
  const { ip, userAgent, requestId } = context;
  const ended = (): never => {
    throw new Refusal('impersonationCodeEnded');
  };
  return transact(door.db, async (tx) => {
    const waiting = (await lockWaiting(tx, code)) ?? ended();
    const operator = (await lockUser(tx, waiting.operator_id)) ?? ended();
    const user = (await getPerson(tx, waiting.target_id)) ?? ended();
    const browserHash = browserHashOf(context) ?? null;
    const grant =
      waiting.grant_id === null ? undefined : await holdGrant(tx, waiting.operator_id, waiting.target_id);
    const isOpen = [operator.status, operator.owner_status, user.status, user.owner_status].every(
      (status) => status === null || status === 'active',
    );
    if (!isOpen || !mayComeFrom(operator.ip_allowlist, ip)) ended();
    if (waiting.browser_hash !== browserHash || grant?.id !== (waiting.grant_id ?? undefined)) ended();

    const opened = await insertSession(tx, {
      userId: operator.id,
      actingFor: user.id,
      openedFrom: waiting.operator_session_id,
      ...(grant !== undefined && { endsBy: grant.expires_at }),
      secondFactor: true,
      browserHash,
      ip,
      userAgent,
    });
    await saveEntered(tx, waiting.id, opened.sessionId);
    await recordAudit(tx, {
      actorId: operator.id,
      effectiveId: user.id,
      act: 'session.start',
      objectKind: 'session',
      objectId: String(opened.sessionId),
      after: { impersonation: waiting.id },
      ip,
      userAgent,
      requestId,
    });
    return {
      access_token: opened.token,
      expires_at: opened.expiresAt.toISOString(),
      user: presentPerson(user),
      operator: operator.username,
      read_only: true,
    };
  });
}
