import type { ErrorName } from '@suanpan/domain/errors';
import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { Tables } from '../../../platform/db/tables.generated.ts';
import { afterCommit } from '../../../platform/db/transact.ts';
import type { Tx } from '../../../platform/db/transact.ts';
import { doorRefusal } from '../../../platform/door-refusal.ts';
import { wakeRelays } from '../../../platform/outbox/emit.ts';

/** Who owes system fee: every senior agent and currency of which more accrued than was collected. */
export async function whoOwes(
  db: Kysely<Tables>,
): Promise<readonly { readonly agent_id: bigint; readonly currency: string }[]> {
  const { rows } = await sql<{ agent_id: bigint; currency: string }>`
    SELECT n.agent_id, n.currency FROM income_day_now n WHERE n.kind = 'A120' AND n.agent_id <> 0
    GROUP BY n.agent_id, n.currency HAVING sum(n.debited - n.credited) > 0 ORDER BY n.agent_id, n.currency`.execute(
    db,
  );
  return rows;
}

interface Collecting {
  readonly agentId: bigint;
  readonly currency: string;
  /** Minor units; null takes all that both his debt and his income allow. */
  readonly amount: bigint | null;
  /** A person of the platform, or the month whose own collection it is, as its first day. */
  readonly by:
    | { readonly makerId: bigint; readonly reason: string; readonly requestId: string }
    | { readonly month: string };
}

/** What the door refuses, by its SQLSTATE. */
const refusals: Readonly<Record<string, ErrorName>> = {
  LG402: 'insufficientBalance',
  LG403: 'forbidden',
  LG404: 'enterPremiumProxyId',
};

/**
 * Collects through the door; answers the journal, null where there was nothing to take or the month is done. Refuses
 * `insufficientBalance` for more than he owes or has earned, `enterPremiumProxyId` for nobody.
 */
export async function collectFee(
  tx: Tx,
  { agentId, amount, by, currency }: Collecting,
): Promise<bigint | null> {
  const [month, maker, reason, request] =
    'month' in by ? [by.month, null, null, null] : [null, by.makerId, by.reason, by.requestId];
  try {
    const { rows } = await sql<{ journal_id: bigint | null }>`
      SELECT collect_system_fee(${agentId}, ${currency}, ${amount}::bigint, ${month}::date, ${maker}::bigint, ${reason}, ${request})
        AS journal_id`.execute(tx);
    afterCommit(tx, wakeRelays);
    return rows[0]?.journal_id ?? null;
  } catch (error) {
    throw doorRefusal(error, refusals);
  }
}
