import type { Insertable, Kysely } from 'kysely';
import { sql } from 'kysely';
import type { Tables } from '../../../platform/db/tables.generated.ts';

/** Keeps a notice as it came. A provider's event takes effect once: repeated, it is kept as a duplicate. */
export async function keepNotice(
  db: Kysely<Tables>,
  notice: Pick<
    Insertable<Tables['channel_notice']>,
    'channel_account_id' | 'raw' | 'event_id' | 'order_no' | 'outcome' | 'ip'
  > & { readonly headers: string },
): Promise<void> {
  const keep = (outcome: unknown) => sql`
    INSERT INTO channel_notice (channel_account_id, received_at, raw, headers, event_id, order_no, outcome, ip)
    SELECT ${notice.channel_account_id}, business_now(), ${notice.raw}, ${notice.headers}::jsonb, ${notice.event_id},
           ${notice.order_no}, ${outcome}, ${notice.ip}`;
  await sql`
    WITH kept AS (
      ${keep(notice.outcome)}
      ON CONFLICT (channel_account_id, event_id) WHERE outcome = 'accepted' DO NOTHING
      RETURNING id
    )
    ${keep('duplicate')} WHERE NOT EXISTS (SELECT FROM kept)`.execute(db);
}
