import { sql } from 'kysely';
import { previousKeyHours } from '@suanpan/domain/limits';
import type { Tx } from '../../platform/db/transact.ts';

/** Stores the new secret and keeps the one so far for a day of wall time; answers until when, null without one. */
export async function replaceSecret(tx: Tx, customerId: bigint, sealed: string): Promise<Date | null> {
  const { rows } = await sql<{ previous_until: Date | null }>`
    INSERT INTO webhook_endpoint AS w (customer_id, secret_sealed) VALUES (${customerId}, ${sealed})
    ON CONFLICT (customer_id) DO UPDATE SET secret_sealed = excluded.secret_sealed,
      previous_secret_sealed = w.secret_sealed,
      previous_until = CASE WHEN w.secret_sealed IS NOT NULL THEN now() + ${previousKeyHours} * interval '1 hour' END
    RETURNING previous_until`.execute(tx);
  return rows[0]?.previous_until ?? null;
}

/** Stores a new secret of the v1 and epay forms; `first` is kept where there is no v2 secret yet. */
export async function replaceLegacySecret(
  tx: Tx,
  customerId: bigint,
  { first, sealed }: { readonly first: string; readonly sealed: string },
): Promise<void> {
  await sql`
    INSERT INTO webhook_endpoint (customer_id, secret_sealed, v1_secret_sealed) VALUES (${customerId}, ${first}, ${sealed})
    ON CONFLICT (customer_id) DO UPDATE SET v1_secret_sealed = excluded.v1_secret_sealed`.execute(tx);
}
