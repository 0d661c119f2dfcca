import { Refusal } from '@suanpan/domain/errors';
import type { ErrorName } from '@suanpan/domain/errors';
import type { Currency } from '@suanpan/money/currency';
import { sql } from 'kysely';
import { isUniqueViolation } from '../../../platform/db/database-error.ts';
import type { Tx } from '../../../platform/db/transact.ts';
import { doorRefusal } from '../../../platform/door-refusal.ts';
import type { ApprovalBy } from '../../approvals/index.ts';

/** To which account, minor units of its currency, and the number of the transfer. */
export interface Prefund {
  readonly channel_account_id: string;
  readonly amount: string;
  readonly transfer_ref: string;
}

interface PrefundedAccount {
  readonly name: string;
  readonly currency: Currency;
  /** A transfer of this number was entered before. */
  readonly taken: boolean;
}

/** The payout account under its lock; undefined for none. */
export async function lockPrefunded(
  tx: Tx,
  { channel_account_id, transfer_ref }: Prefund,
): Promise<PrefundedAccount | undefined> {
  const { rows } = await sql<PrefundedAccount>`
    SELECT a.name, a.currency, EXISTS (
      SELECT FROM channel_prefund f WHERE f.channel_account_id = a.id
        AND reference_key(f.transfer_ref) = reference_key(${transfer_ref})) AS taken
    FROM channel_account a WHERE a.id = ${BigInt(channel_account_id)} AND a.direction = 'payout'
    FOR NO KEY UPDATE`.execute(tx);
  return rows[0];
}

const refusals: Readonly<Record<string, ErrorName>> = { LG403: 'forbidden', LG404: 'notFound' };

/** Keeps the transfer and posts its journal through the door; answers the journal. Refuses `alreadyPosted` the same once more. */
export async function prefundChannel(
  tx: Tx,
  { amount, channel_account_id, transfer_ref }: Prefund,
  by: ApprovalBy,
): Promise<bigint> {
  try {
    const { rows } = await sql<{ journal_id: bigint }>`
      SELECT prefund_channel(${BigInt(channel_account_id)}, ${amount}::bigint, ${transfer_ref}, ${by.makerId}, ${by.approvalId},
        ${by.reason}, ${by.requestId}) AS journal_id`.execute(tx);
    const id = rows[0]?.journal_id;
    if (id === undefined) throw new Error('The transfer was not stored');
    return id;
  } catch (error) {
    if (isUniqueViolation(error, 'channel_prefund_once')) throw new Refusal('alreadyPosted');
    throw doorRefusal(error, refusals);
  }
}
