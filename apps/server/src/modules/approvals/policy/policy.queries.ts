import type { ApprovalActName } from '@suanpan/domain/approvals';
import { approvalDefaultThreshold } from '@suanpan/domain/limits';
import { parseSignedLedger } from '@suanpan/money/amount';
import type { Currency } from '@suanpan/money/currency';
import { sql } from 'kysely';
import type { Kysely, RawBuilder } from 'kysely';
import type { Tables } from '../../../platform/db/tables.generated.ts';

/** What a threshold holds for; null stands for every senior agent with the platform, and for every act. */
export interface PolicyPlace {
  readonly agentId: bigint | null;
  readonly act: ApprovalActName | null;
  readonly currency: Currency;
}

export interface PolicyRow {
  readonly agent_id: bigint | null;
  readonly agent_name: string | null;
  readonly act: ApprovalActName | null;
  readonly currency: Currency;
  readonly threshold: bigint;
}

/** What was ever set, the platform's own first. */
export async function listPolicy(db: Kysely<Tables>): Promise<PolicyRow[]> {
  const { rows } = await sql<PolicyRow>`
    SELECT p.agent_id, g.name AS agent_name, p.act, p.currency, p.threshold
    FROM approval_policy p LEFT JOIN app_user g ON g.id = p.agent_id
    ORDER BY p.agent_id NULLS FIRST, p.currency, p.act NULLS FIRST`.execute(db);
  return rows;
}

/** The sum from which on a second person is asked, in minor units: the most particular row, else the default. */
export async function thresholdOf(db: Kysely<Tables>, place: PolicyPlace): Promise<bigint> {
  return (await findThreshold(db, place, sql`true`)) ?? defaultThreshold(place.currency);
}

/** The same without a row of its own: what holds there once that is taken away. */
export async function inheritedThreshold(db: Kysely<Tables>, place: PolicyPlace): Promise<bigint> {
  return (await findThreshold(db, place, sql`NOT ${exactly(place)}`)) ?? defaultThreshold(place.currency);
}

/** What stands at exactly this place. */
export async function ownThreshold(db: Kysely<Tables>, place: PolicyPlace): Promise<bigint | undefined> {
  return findThreshold(db, place, exactly(place));
}

/**
 * Without any row: the sum of the domain for TWD. It stands for other currencies too, at the current rate (domain §10.10);
 * as long as no rates are kept there is none to convert by, and those always wait.
 */
export function defaultThreshold(currency: Currency): bigint {
  return currency === 'TWD' ? parseSignedLedger(approvalDefaultThreshold, 'TWD') : 0n;
}

export function exactly({ agentId, act, currency }: PolicyPlace): RawBuilder<unknown> {
  return sql`(currency = ${currency} AND act IS NOT DISTINCT FROM ${act}::text
    AND agent_id IS NOT DISTINCT FROM ${agentId}::bigint)`;
}

async function findThreshold(
  db: Kysely<Tables>,
  { agentId, act, currency }: PolicyPlace,
  condition: RawBuilder<unknown>,
): Promise<bigint | undefined> {
  const { rows } = await sql<{ threshold: bigint }>`
    SELECT threshold FROM approval_policy
    WHERE currency = ${currency} AND (act IS NULL OR act = ${act}::text)
      AND (agent_id IS NULL OR agent_id = ${agentId}::bigint) AND ${condition}
    ORDER BY agent_id IS NULL, act IS NULL LIMIT 1`.execute(db);
  return rows[0]?.threshold;
}
