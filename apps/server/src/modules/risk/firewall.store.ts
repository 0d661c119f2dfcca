import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { Tables } from '../../platform/db/tables.generated.ts';
import type { Tx } from '../../platform/db/transact.ts';

export interface Counted {
  readonly rule_id: bigint;
  readonly n: number;
  /** Until the window ends. */
  readonly rest_ms: number;
}

/** Counts one call for each rule in its fixed window; the windows of all processes are one. */
export async function countCall(
  db: Kysely<Tables>,
  calls: readonly { readonly ruleId: bigint; readonly key: string; readonly windowS: number }[],
): Promise<Counted[]> {
  const { rows } = await sql<Counted>`
    INSERT INTO firewall_count AS c (rule_id, key, n, ends_at)
    SELECT call.rule_id, call.key, 1, now() + call.window_s * interval '1 second'
    FROM unnest(${calls.map((call) => call.ruleId)}::bigint[], ${calls.map((call) => call.key)}::text[],
                ${calls.map((call) => call.windowS)}::int[]) AS call (rule_id, key, window_s)
    ORDER BY call.rule_id, call.key
    ON CONFLICT (rule_id, key) DO UPDATE SET
      n = CASE WHEN c.ends_at <= now() THEN 1 ELSE c.n + 1 END,
      ends_at = CASE WHEN c.ends_at <= now() THEN excluded.ends_at ELSE c.ends_at END
    RETURNING rule_id, n, extract(epoch FROM ends_at - now())::float8 * 1000 AS rest_ms`.execute(db);
  return rows;
}

/** Keeps a key out; false when it is kept out already. */
export async function insertBan(
  tx: Tx,
  ban: { readonly ruleId: bigint; readonly key: string; readonly shown: string; readonly banS: number },
): Promise<boolean> {
  // The counter's row is the lock: of many calls past the limit one writes the ban.
  await sql`SELECT FROM firewall_count WHERE rule_id = ${ban.ruleId} AND key = ${ban.key} FOR UPDATE`.execute(
    tx,
  );
  const { rows } = await sql<{ id: bigint }>`
    INSERT INTO firewall_ban (rule_id, key, shown, until)
    SELECT ${ban.ruleId}, ${ban.key}, ${ban.shown}, now() + ${ban.banS} * interval '1 second'
    WHERE NOT EXISTS (
      SELECT FROM firewall_ban
      WHERE rule_id = ${ban.ruleId} AND key = ${ban.key} AND lifted_at IS NULL AND until > now())
    RETURNING id`.execute(tx);
  return rows.length > 0;
}

/** Forgets windows that have ended. Each minute. */
export async function sweepCounts(db: Kysely<Tables>): Promise<void> {
  await sql`DELETE FROM firewall_count WHERE ends_at < now()`.execute(db);
}
