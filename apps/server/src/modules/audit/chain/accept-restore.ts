import { transact } from '../../../platform/db/transact.ts';
import { recordAudit } from '../audit.store.ts';
import { chainEnd } from './chain.queries.ts';
import { firstDisagreement } from './check-heads.ts';
import type { AcceptedRestore } from './heads.ts';
import { databaseNow } from './seal.store.ts';
import type { ChainPlaces } from './verify-audit.ts';

/**
 * After a backup was restored, the heads of what it no longer has say that the chain was cut off. This writes down,
 * signed and with a reason, that it was meant to be: outside among the heads, and in the log. Answers what was accepted.
 */
export async function acceptRestore({ db, heads }: ChainPlaces, reason: string): Promise<AcceptedRestore> {
  const first = await firstDisagreement(db, heads);
  const restore = await transact(db.workers, async (tx) => {
    const { id, head } = await chainEnd(tx);
    await recordAudit(tx, {
      actorId: null,
      act: 'audit.acceptRestore',
      objectKind: 'audit',
      objectId: 'chain',
      after: { note: reason },
    });
    return {
      at: await databaseNow(tx),
      block: id,
      head,
      after: first === undefined ? id : first - 1n,
      reason,
    };
  });
  await heads.append(restore);
  return restore;
}
