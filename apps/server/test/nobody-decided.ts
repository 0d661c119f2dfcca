import type { TestDatabase } from './database.ts';

type Base = Pick<TestDatabase, 'admin'>;

/** Somebody says that a payout was paid by hand, as the approvals keep it. */
export async function sayPaid({ admin }: Base, payoutId: bigint, makerId: bigint): Promise<bigint> {
  const { rows } = await admin.query<{ id: bigint }>(
    `INSERT INTO approval (act, subject_kind, subject_id, subject_label, payload, payload_hash, effect, effect_hash, reason, maker_id,
       created_at, expires_at)
     VALUES ('payouts.markPaid', 'payout', $1, 'one', '{}', $1, '{}', 'one', 'it is paid', $2, business_now(), business_now())
     RETURNING id`,
    [String(payoutId), makerId],
  );
  const id = rows[0]?.id ?? 0n;
  await admin.query(
    `INSERT INTO audit_log (at, actor_id, effective_id, act, object_kind, object_id, to_status, after)
     SELECT created_at, maker_id, maker_id, 'approval.submit', 'approval', id::text, 'waiting',
            jsonb_build_object('act', act, 'reason', reason)
     FROM approval WHERE id = $1`,
    [id],
  );
  return id;
}

/** What was said so ends without a second person. */
export async function endSaid({ admin }: Base, id: bigint, state: 'expired' | 'withdrawn'): Promise<void> {
  await admin.query('UPDATE approval SET state = $2, decided_at = business_now() WHERE id = $1', [id, state]);
  await admin.query(
    `INSERT INTO audit_log (at, act, object_kind, object_id, from_status, to_status)
     SELECT decided_at, $2, 'approval', id::text, 'waiting', state FROM approval WHERE id = $1`,
    [id, state === 'expired' ? 'approval.expire' : 'approval.withdraw'],
  );
}

/** Somebody said that a payout was paid by hand, and no second person decided that in time. */
export async function nobodyDecided(base: Base, payoutId: bigint, makerId: bigint): Promise<void> {
  await endSaid(base, await sayPaid(base, payoutId, makerId), 'expired');
}
