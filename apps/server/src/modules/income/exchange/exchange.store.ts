import { Refusal } from '@suanpan/domain/errors';
import { sql } from 'kysely';
import { errorCode } from '../../../platform/db/database-error.ts';
import type { Tx } from '../../../platform/db/transact.ts';
import type { ApprovalBy } from '../../approvals/index.ts';
import type { Pair } from './positions.queries.ts';

/** What came, and below zero what was given, in minor units as text; and with whom. */
export interface HouseExchange extends Pair {
  readonly base_amount: string;
  readonly quote_amount: string;
  readonly counterparty: string;
}

/** Keeps what the house exchanged and posts its journals through the door; answers that of the quote. */
export async function exchangeHouse(tx: Tx, of: HouseExchange, by: ApprovalBy): Promise<bigint> {
  try {
    const { rows } = await sql<{ journal_id: bigint }>`
      SELECT exchange_house(${of.base}, ${of.quote}, ${of.base_amount}::bigint, ${of.quote_amount}::bigint, ${of.counterparty},
        ${by.makerId}, ${by.approvalId}, ${by.reason}, ${by.requestId}) AS journal_id`.execute(tx);
    const id = rows[0]?.journal_id;
    if (id === undefined) throw new Error('The exchange was not stored');
    return id;
  } catch (error) {
    throw errorCode(error) === 'LG403' ? new Refusal('forbidden') : error;
  }
}
