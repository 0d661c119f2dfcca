import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/transact.ts';

/**
 * What of an account somebody gave or reset; `account` is the whole of a new one, `key` and `callback` are the keys and the
 * callback secret of a merchant.
 */
export type AccountPart =
  | 'account'
  | 'rights'
  | 'password'
  | 'paymentPassword'
  | 'twoFactor'
  | 'key'
  | 'callback';

export interface AccountChange {
  readonly userIds: readonly bigint[];
  readonly what: AccountPart;
  /** Who did it, or had it approved; the account itself for what one does to oneself, null for the server's console. */
  readonly byId: bigint | null;
}

/**
 * Records who gave or reset what, in the transaction of the change. An account that the maker of a request can
 * control, or whose credentials were reset a short time ago, cannot approve the request (reliability §7.1, §7.2), and
 * money waits (§7.3).
 */
export async function noteAccountChange(tx: Tx, { userIds, what, byId }: AccountChange): Promise<void> {
  await sql`
    INSERT INTO account_change (user_id, what, by_id, by_person)
    SELECT id, ${what}, ${byId}::bigint, (SELECT person_id FROM app_user WHERE id = ${byId}::bigint)
    FROM unnest(${userIds}::bigint[]) AS id`.execute(tx);
}
