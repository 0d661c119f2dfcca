import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/transact.ts';
import type { SettingWords } from './setting.queries.ts';

/** Writes what an owner sets, over the version that was read (0: he had none); false where it has moved on. */
export async function saveSetting(
  tx: Tx,
  ownerId: bigint,
  version: number,
  words: SettingWords,
  setBy: bigint,
): Promise<boolean> {
  const { rows } = await sql`
    INSERT INTO collection_setting AS s (owner_id, expires_in_s, same_name_minutes, same_name_count, late_payment,
      callback_delays_s, hold_after_8h, ring_new_orders, tolerance, version, set_by, set_at)
    SELECT ${ownerId}::bigint, ${words.expires_in_s}::int, ${words.same_name_minutes}::int, ${words.same_name_count}::int,
           ${words.late_payment}::text, ${words.callback_delays_s}::int[], ${words.hold_after_8h}::boolean,
           ${words.ring_new_orders}::boolean, ${words.tolerance}::bigint, 1, ${setBy}::bigint, business_now()
    WHERE ${version}::int = 0 OR EXISTS (SELECT FROM collection_setting o WHERE o.owner_id = ${ownerId})
    ON CONFLICT (owner_id) DO UPDATE SET expires_in_s = EXCLUDED.expires_in_s,
      same_name_minutes = EXCLUDED.same_name_minutes, same_name_count = EXCLUDED.same_name_count,
      late_payment = EXCLUDED.late_payment, callback_delays_s = EXCLUDED.callback_delays_s,
      hold_after_8h = EXCLUDED.hold_after_8h, ring_new_orders = EXCLUDED.ring_new_orders, tolerance = EXCLUDED.tolerance,
      version = s.version + 1, set_by = EXCLUDED.set_by, set_at = EXCLUDED.set_at
    WHERE s.version = ${version}
    RETURNING version`.execute(tx);
  return rows.length > 0;
}
