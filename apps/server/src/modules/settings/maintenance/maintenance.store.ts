import type { Locale } from '@suanpan/messages/locale';
import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/transact.ts';

export interface MaintenanceWish {
  /** Null is now. */
  readonly from: Date | null;
  readonly to: Date | null;
  readonly text: Readonly<Record<Locale, string>>;
}

/** Sets or ends it, under the lock of its row; answers the new version, undefined where somebody changed it meanwhile. */
export async function setMaintenance(
  tx: Tx,
  wish: MaintenanceWish | null,
  version: number,
): Promise<number | undefined> {
  const from = wish === null ? null : wish.from;
  const { rows } = await sql<{ version: number }>`
    UPDATE maintenance SET version = version + 1,
      starts_at = CASE WHEN ${wish !== null} THEN coalesce(${from}::timestamptz, business_now()) END,
      ends_at = ${wish?.to ?? null}, text_tw = ${wish?.text['zh-TW'] ?? null}, text_cn = ${wish?.text['zh-CN'] ?? null},
      text_en = ${wish?.text.en ?? null}
    WHERE version = ${version} RETURNING version`.execute(tx);
  return rows[0]?.version;
}
