import { Refusal } from '@suanpan/domain/errors';
import type { ErrorName } from '@suanpan/domain/errors';
import { sql } from 'kysely';
import { errorCode } from '../../platform/db/database-error.ts';
import type { Tx } from '../../platform/db/transact.ts';
import { doorRefusal } from '../../platform/door-refusal.ts';
import type { ApprovalBy } from '../approvals/index.ts';
import type { RateChange } from './rate-change.ts';

/** Versions of a pair follow each other: nobody else sets one until the end of this transaction. */
export async function lockPair(tx: Tx, { base, quote }: Pick<RateChange, 'base' | 'quote'>): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`exchange_rate ${base} ${quote}`}, 0))`.execute(
    tx,
  );
}

/** The name of a senior agent who is there; undefined for nobody. */
export async function agentName(tx: Tx, id: bigint): Promise<string | undefined> {
  const { rows } = await sql<{ name: string }>`
    SELECT u.name FROM app_user u WHERE u.id = ${id} AND u.kind = 'agent' AND u.status <> 'archived'`.execute(
    tx,
  );
  return rows[0]?.name;
}

/** What the doors refuse, by its SQLSTATE. */
const refusals: Readonly<Record<string, ErrorName>> = {
  LG403: 'forbidden',
  LG404: 'enterPremiumProxyId',
  RT001: 'invalidState',
  RT002: 'checkHandlingFee',
};

/** Keeps a new version through its door. */
export async function setRate(tx: Tx, change: RateChange, by: ApprovalBy): Promise<void> {
  try {
    await sql`
      SELECT set_exchange_rate(${change.agent_id}::bigint, ${change.base}, ${change.quote}, ${change.collection_rate}::numeric,
        ${change.payment_rate}::numeric, ${change.allow_loss}, ${change.valid_from}::timestamptz, ${by.makerId}, ${by.approvalId},
        ${by.reason}, ${by.requestId})`.execute(tx);
  } catch (error) {
    throw doorRefusal(error, refusals);
  }
}

/** Takes back a version that is not in force yet; false where it is, or was taken back before. */
export async function withdrawRate(
  tx: Tx,
  id: bigint,
  by: { readonly personId: bigint; readonly reason: string; readonly requestId: string },
): Promise<boolean> {
  try {
    const { rows } = await sql<{ done: boolean }>`
      SELECT withdraw_exchange_rate(${id}, ${by.personId}, ${by.reason}, ${by.requestId}) AS done`.execute(
      tx,
    );
    return rows[0]?.done === true;
  } catch (error) {
    throw errorCode(error) === 'LG403' ? new Refusal('forbidden') : error;
  }
}
