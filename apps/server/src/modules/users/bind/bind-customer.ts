import { Refusal } from '@suanpan/domain/errors';
import type { Tx } from '../../../platform/db/transact.ts';
import type { RequestContext } from '../../../platform/http/actor.ts';
import { saveUser } from '../users.store.ts';
import { recordAct } from '../record-act.ts';
import { lockForAct } from '../find/get-user.ts';
import { listCandidates } from './bind.queries.ts';

export type BindKind = 'subAgent' | 'middleman';

/**
 * Binds a merchant to one general agent of its own senior agent, or to a middleman; `partnerId` null unbinds. New
 * orders follow, every order that stands keeps its chain. Refuses `alreadyBound` and `notBound`, and `notFound` for
 * somebody who is no candidate.
 */
export async function bindCustomer(
  tx: Tx,
  context: RequestContext,
  { id, kind, partnerId }: { id: string; kind: BindKind; partnerId: bigint | null },
): Promise<void> {
  const { user, right } = await lockForAct(
    tx,
    context.actor,
    id,
    kind === 'subAgent' ? 'bind' : 'bindMiddleman',
  );
  const column = kind === 'subAgent' ? 'sub_agent_id' : 'middleman_id';
  const bound = user[column];
  if (partnerId === bound) throw new Refusal(partnerId === null ? 'notBound' : 'alreadyBound');
  if (partnerId !== null) {
    const candidates = user.agent_id === null ? [] : await listCandidates(tx, user.agent_id, kind);
    if (!candidates.some((candidate) => candidate.id === partnerId)) throw new Refusal('notFound');
  }
  await saveUser(tx, user.id, { [column]: partnerId });
  await recordAct(tx, context, {
    userId: user.id,
    act: right,
    before: { [column]: bound },
    after: { [column]: partnerId },
  });
}
