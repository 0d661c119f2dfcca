import type { Kysely } from 'kysely';
import type { Tables } from '../../platform/db/tables.generated.ts';

/** When and from where a user signed in last. */
export async function lastLoginOf(
  db: Kysely<Tables>,
  userId: bigint,
): Promise<{ last_login_at: Date | null; last_login_ip: string | null } | undefined> {
  return db
    .selectFrom('app_user')
    .select(['last_login_at', 'last_login_ip'])
    .where('id', '=', userId)
    .executeTakeFirst();
}
