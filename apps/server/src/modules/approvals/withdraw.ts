import { Refusal } from '@suanpan/domain/errors';
import { isId } from '@suanpan/domain/ids';
import type { KeyedContext } from '../../platform/http/actor.ts';
import { lockOwnApproval } from './approvals.store.ts';
import { endWaiting } from './end-waiting.ts';

/**
 * The maker takes back what waits; it has no effect any longer. Idempotent by the caller's key. Refuses `notFound` for
 * what another submitted, `approvalEnded` once it is decided or over, and `impersonationForbidden`.
 */
export async function withdraw(
  context: KeyedContext,
  { id }: { readonly id: string },
): Promise<Record<string, never>> {
  const { actor } = context;
  if (actor.userId !== actor.effectiveUserId) throw new Refusal('impersonationForbidden');
  return context.once(async (tx) => {
    const approval = isId(id) ? await lockOwnApproval(tx, actor.userId, BigInt(id)) : undefined;
    if (approval === undefined) throw new Refusal('notFound');
    if (approval.is_over) throw new Refusal('approvalEnded');
    await endWaiting(tx, context, approval, { state: 'withdrawn' });
    return {};
  });
}
