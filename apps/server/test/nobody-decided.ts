import type { TestDatabase } from './database.ts';

/** Somebody said that a payout was paid by hand, and no second person decided that in time, as the approvals leave it. */
export async function nobodyDecided(
  { admin }: Pick<TestDatabase, 'admin'>,
  payoutId: bigint,
  makerId: bigint,
): Promise<void> {
  const { rows } = await admin.query<{ id: bigint }>(
    `INSERT INTO approval (act, subject_kind, subject_id, subject_label, payload, payload_hash, effect, effect_hash, reason, maker_id,
       created_at, expires_at)
     VALUES ('payouts.markPaid', 'payout', $1, 'one', '{}', $1, '{}', 'one', 'it is paid', $2, business_now(), business_now())
     RETURNING id`,
    [String(payoutId), makerId],
  );
  const id = rows[0]?.id;
  await admin.query(
    `INSERT INTO audit_log (at, actor_id, effective_id, act, object_kind, object_id, to_status, after)
     SELECT created_at, maker_id, maker_id, 'approval.submit', 'approval', id::text, 'waiting',
            jsonb_build_object('act', act, 'reason', reason)
     FROM approval WHERE id = $1`,
    [id],
  );
  await admin.query("UPDATE approval SET state = 'expired', decided_at = business_now() WHERE id = $1", [id]);
  await admin.query(
    `INSERT INTO audit_log (at, act, object_kind, object_id, from_status, to_status)
     SELECT decided_at, 'approval.expire', 'approval', id::text, 'waiting', state FROM approval WHERE id = $1`,
    [id],
  );
}
