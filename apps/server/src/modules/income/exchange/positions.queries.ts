import type { HousePosition } from '@suanpan/domain/journals/income-exchange';
import type { Currency } from '@suanpan/money/currency';
import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { inTree } from '../../../platform/db/in-tree.ts';
import { readSums } from '../../../platform/db/sums.ts';
import type { WithSums } from '../../../platform/db/sums.ts';
import type { Tables } from '../../../platform/db/tables.generated.ts';
import type { Scope } from '../../../platform/http/actor.ts';

export interface Pair {
  readonly base: Currency;
  readonly quote: Currency;
}
export type PairPosition = Pair & HousePosition;

/** The house's position of every pair that it has a rate of, or ever exchanged; nobody of a tree sees one. */
export async function listPositions(db: Kysely<Tables>, scope: Scope): Promise<PairPosition[]> {
  const { rows } = await sql<PairPosition>`
    SELECT p.base, p.quote, p.held, p.cost FROM house_positions() p WHERE ${inTree(scope, {})} ORDER BY p.base, p.quote`.execute(
    db,
  );
  return rows;
}

/** What was exchanged of a pair and not bought back or sold yet, of one senior agent only what was exchanged for his own. */
export async function positionOf(
  db: Kysely<Tables>,
  scope: Scope,
  { agentId, base, quote }: Pair & { readonly agentId?: bigint },
): Promise<HousePosition> {
  const { rows } = await sql<WithSums<{ held: bigint; cost: bigint }, 'held' | 'cost'>>`
    SELECT coalesce(sum(n.credited - n.debited) FILTER (WHERE n.currency = ${base}), 0) AS held,
           coalesce(sum(n.debited - n.credited) FILTER (WHERE n.currency = ${quote}), 0) AS cost
    FROM income_day_now n
    WHERE n.kind = 'F300' AND (n.currency, n.other) IN ((${base}, ${quote}), (${quote}, ${base}))
      AND ${inTree(scope, {})} AND ${agentId === undefined ? sql`true` : sql`n.agent_id = ${agentId}`}`.execute(
    db,
  );
  return readSums(rows, ['held', 'cost'])[0] ?? { held: 0n, cost: 0n };
}
