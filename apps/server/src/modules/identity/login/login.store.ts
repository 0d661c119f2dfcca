import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { twoFactorChallengeMinutes, twoFactorChallengeTries } from '@suanpan/domain/limits';
import { hashToken, randomToken } from '../../../platform/crypto/tokens.ts';
import type { Tables } from '../../../platform/db/tables.generated.ts';
import type { Tx } from '../../../platform/db/transact.ts';

export type LoginOutcome =
  | 'success'
  | 'demo'
  | 'codeAsked'
  | 'bindingStarted'
  | 'botCheckRefused'
  | 'unknownUser'
  | 'wrongPassword'
  | 'locked'
  | 'disabled'
  | 'accessNotSet'
  | 'ipNotAllowed'
  | 'wrongCode'
  | 'codesLocked'
  | 'challengeEnded';

export interface LoginAttempt {
  readonly username: string;
  readonly userId: bigint | null;
  readonly ip: string;
  readonly userAgent: string;
  readonly outcome: LoginOutcome;
}

/** Every try at the door leaves a row, whatever came of it. */
export async function recordAttempt(db: Kysely<Tables>, attempt: LoginAttempt): Promise<void> {
  await db
    .insertInto('login_attempt')
    .values({
      username: attempt.username.slice(0, 64),
      user_id: attempt.userId,
      ip: attempt.ip,
      user_agent: attempt.userAgent,
      outcome: attempt.outcome,
    })
    .execute();
}

/** Opens the pause between a right password and the code; only the hash of its id is kept. */
export async function insertChallenge(db: Kysely<Tables>, userId: bigint, isWeb: boolean): Promise<string> {
  const id = randomToken();
  await sql`
    INSERT INTO login_challenge (id, user_id, browser, expires_at)
    VALUES (${hashToken(id)}, ${userId}, ${isWeb}, now() + ${twoFactorChallengeMinutes} * interval '1 minute')`.execute(
    db,
  );
  return id;
}

/** Counts one try of a challenge before the code is looked at; undefined when it has ended. */
export async function tryChallenge(db: Kysely<Tables>, id: string): Promise<bigint | undefined> {
  const { rows } = await sql<{ user_id: bigint }>`
    UPDATE login_challenge SET attempts = attempts + 1
    WHERE id = ${hashToken(id)} AND expires_at > now() AND attempts < ${twoFactorChallengeTries}
    RETURNING user_id`.execute(db);
  return rows[0]?.user_id;
}

/** Closes a challenge; false when another call closed it first. */
export async function closeChallenge(db: Kysely<Tables>, id: string): Promise<boolean> {
  const row = await db
    .deleteFrom('login_challenge')
    .where('id', '=', hashToken(id))
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

export async function saveLastLogin(tx: Tx, userId: bigint, ip: string): Promise<void> {
  await sql`UPDATE app_user SET last_login_at = business_now(), last_login_ip = ${ip} WHERE id = ${userId}`.execute(
    tx,
  );
}

/** Removes what has had its time: challenges, used bot checks, counters nobody remembers. */
export async function sweepDoor(db: Kysely<Tables>): Promise<void> {
  await sql`DELETE FROM login_challenge WHERE expires_at < now() - interval '1 hour'`.execute(db);
  await sql`DELETE FROM captcha_used WHERE expires_at < now()`.execute(db);
  await sql`DELETE FROM login_guard WHERE last_failed_at < now() - interval '1 day'`.execute(db);
  await sql`DELETE FROM password_link WHERE expires_at < now() - interval '7 days'`.execute(db);
}
