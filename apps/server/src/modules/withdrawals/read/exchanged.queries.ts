import { sql } from 'kysely';
import type { Kysely, RawBuilder } from 'kysely';
import type { Currency } from '@suanpan/money/currency';
import { readSums } from '../../../platform/db/sums.ts';
import type { WithSums } from '../../../platform/db/sums.ts';
import type { Tables } from '../../../platform/db/tables.generated.ts';
import type { Scope } from '../../../platform/http/actor.ts';
import { inOwnTree } from './in-own-tree.ts';

/** Withdrawals that arrive in another currency, by the day on which their rate was locked, to select from. */
export const exchangedRows = sql`(
  SELECT w.id, w.no, w.created_at, business_day(w.created_at) AS day, w.owner_id, w.agent_id, w.target_currency AS currency,
         w.currency AS quote, w.amount, w.target_amount, w.fee, w.agent_share, w.rate, w.status
  FROM withdrawal w WHERE w.rate IS NOT NULL)`;

/** Which of them a reader may see. */
export const seesExchanged = (scope: Scope): RawBuilder<unknown> => inOwnTree(scope, 'd');

export interface Exchanged {
  /** What was given in the target's currency for withdrawals that stand, its fee with it, in minor units. */
  readonly sold: bigint;
  /** What the house kept for it, without the senior agent's part, in minor units of theirs. */
  readonly kept: bigint;
}

/** All that was paid out by exchanging from one currency to another, of a reader's tree or of one senior agent's in it. */
export async function sumExchanged(
  db: Kysely<Tables>,
  scope: Scope,
  asked: { readonly from: Currency; readonly to: Currency; readonly agentId?: bigint },
): Promise<Exchanged> {
  const { rows } = await sql<WithSums<Exchanged, 'sold' | 'kept'>>`
    SELECT coalesce(sum(w.target_amount + w.fee), 0) AS sold, coalesce(sum(w.hold - w.agent_share), 0) AS kept
    FROM withdrawal w
    WHERE ${inOwnTree(scope, 'w')} AND w.rate IS NOT NULL AND w.status = 'paid' AND w.currency = ${asked.from}
      AND w.target_currency = ${asked.to}
      AND (${asked.agentId ?? null}::bigint IS NULL OR w.agent_id = ${asked.agentId ?? null})`.execute(db);
  return readSums(rows, ['sold', 'kept'])[0] ?? { sold: 0n, kept: 0n };
}
