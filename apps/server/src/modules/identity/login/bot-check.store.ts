import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { keptApart } from '../../../platform/db/kept-apart.ts';
import type { Tables } from '../../../platform/db/tables.generated.ts';

/** Uses up one challenge; false when it was used before. Kept a little past its expiry, against clocks that differ. */
export async function burnChallenge(
  db: Kysely<Tables>,
  challenge: string,
  expiresAt: Date,
): Promise<boolean> {
  const burn = sql`
    INSERT INTO captcha_used (challenge, expires_at) VALUES (${challenge}, ${expiresAt}::timestamptz + interval '1 hour')
    ON CONFLICT DO NOTHING RETURNING challenge`;
  const { rows } = await keptApart(db, 'door', () => burn.execute(db));
  return rows.length > 0;
}
