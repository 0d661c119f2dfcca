import { coolDownHours, ownCoolDownHours } from '@suanpan/domain/limits';
import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { Tables } from '../../../platform/db/tables.generated.ts';

/**
 * Until when money of this merchant that this account sends is not to leave by itself, in wall time; null when nothing
 * stands against it (reliability §7.3). What was changed at the merchant himself (credentials, keys, callback secret)
 * holds up everybody there; what was changed at a sub-account holds up that one. Rights and new accounts do not count.
 */
export async function coolDownUntil(
  db: Kysely<Tables>,
  merchantId: bigint,
  actorId: bigint,
): Promise<Date | null> {
  const { rows } = await sql<{ until: Date | null }>`
    SELECT max(c.at + hours * interval '1 hour') AS until
    FROM account_change c
    CROSS JOIN LATERAL (
      SELECT CASE WHEN c.by_id = c.user_id THEN ${ownCoolDownHours}::int ELSE ${coolDownHours}::int END AS hours) AS lasts
    WHERE c.user_id IN (${merchantId}, ${actorId}) AND c.what NOT IN ('account', 'rights')
      AND c.at > now() - hours * interval '1 hour'`.execute(db);
  return rows[0]?.until ?? null;
}
