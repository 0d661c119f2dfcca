import type { ParsedInputOf } from '@suanpan/contract/endpoint';
import type { updateOwnAddresses as endpoint } from '@suanpan/contract/endpoints/personal';
import { Refusal } from '@suanpan/domain/errors';
import { transact } from '../../../platform/db/transact.ts';
import type { RequestContext } from '../../../platform/http/actor.ts';
import { emit } from '../../../platform/outbox/emit.ts';
import type { Door } from '../door.ts';
import { endSession, listOwnSessions, mayComeFrom } from '../../sessions/index.ts';
import { proveStepUp, spendStepUp } from '../two-factor/step-up.ts';
import { noteOwnAct } from './note-own-act.ts';
import { saveAddresses } from './personal.store.ts';

/**
 * Replaces the list of addresses one may come from. A list without the caller's own address is refused
 * (`lockedYourselfOut`); sessions that were opened elsewhere end with their sockets. Answers how many.
 */
export async function updateOwnAddresses(
  door: Door,
  context: RequestContext,
  input: ParsedInputOf<typeof endpoint>,
): Promise<{ ended: number }> {
  const { actor, ip } = context;
  const { ip_allowlist: entries } = input;
  if (!mayComeFrom(entries, ip)) throw new Refusal('lockedYourselfOut');
  const proven = await proveStepUp(door, actor, {
    paymentPassword: input.payment_password,
    oneCode: input.one_code,
  });
  return transact(door.db, async (tx) => {
    await spendStepUp(tx, proven);
    const before = await saveAddresses(tx, actor.userId, entries, new Date(input.updated_at));
    if (before === undefined) throw new Refusal('staleEdit');
    const shut = (await listOwnSessions(tx, actor.userId)).filter(
      (session) => session.id !== actor.sessionId && !mayComeFrom(entries, session.ip ?? ''),
    );
    for (const { id } of shut) await endSession(tx, id, 'accessChanged');
    await noteOwnAct(tx, context, 'ipAllowlist.update', {
      before: { ip_allowlist: before },
      after: { ip_allowlist: entries },
    });
    await emit(tx, [
      {
        kind: 'user.ipAllowlistChanged',
        subject: `user:${actor.userId}`,
        payload: { user_id: String(actor.userId) },
      },
    ]);
    return { ended: shut.length };
  });
}
