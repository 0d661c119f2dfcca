import type { RoleName } from '@suanpan/domain/access/roles';
import type { Currency } from '@suanpan/money/currency';
import { sql } from 'kysely';
import type { ErrorName } from '@suanpan/domain/errors';
import { afterCommit } from '../../../platform/db/transact.ts';
import type { Tx } from '../../../platform/db/transact.ts';
import { doorRefusal } from '../../../platform/door-refusal.ts';
import { wakeRelays } from '../../../platform/outbox/emit.ts';

/** Whose money is moved. */
export interface FundOwner {
  readonly id: bigint;
  readonly kind: RoleName;
  readonly name: string;
  readonly currency: Currency;
  readonly agent_id: bigint | null;
  readonly agent_name: string | null;
}

/** An owner of money, locked: what persons do with it follows each other. Undefined for whoever owns none. */
export async function lockFundOwner(tx: Tx, id: bigint): Promise<FundOwner | undefined> {
  const { rows } = await sql<FundOwner>`
    SELECT u.id, u.kind, u.name, u.currency, u.agent_id, a.name AS agent_name
    FROM app_user u LEFT JOIN app_user a ON a.id = u.agent_id
    WHERE u.id = ${id} AND u.status <> 'archived' AND u.kind IN ('agent', 'subAgent', 'middleman', 'customer')
    FOR NO KEY UPDATE OF u`.execute(tx);
  return rows[0];
}

export interface FundMove {
  readonly kind: 'transfer' | 'fund' | 'adjust';
  readonly ownerId: bigint;
  readonly currency: Currency;
  /** Minor units of the owner's settleable money; below zero is taken from him. */
  readonly change: bigint;
  readonly source: 'feeIncome' | 'agent' | 'goodwill';
}

/** Who moves it, and who agreed. */
export interface MovedBy {
  readonly makerId: bigint;
  readonly approvalId: bigint | null;
  readonly reason: string;
  readonly requestId: string;
}

/** What the door refuses, by its SQLSTATE. */
const refusals: Readonly<Record<string, ErrorName>> = {
  LG402: 'insufficientBalance',
  LG403: 'forbidden',
  LG404: 'notFound',
};

/**
 * Keeps the move and posts its journal through the door; answers the journal. Refuses `insufficientBalance` where the money is
 * not there, `forbidden` for who may not, `notFound` without the owner.
 */
export async function moveFunds(tx: Tx, move: FundMove, by: MovedBy): Promise<bigint> {
  try {
    const { rows } = await sql<{ journal_id: bigint }>`
      SELECT move_funds(${move.kind}, ${move.ownerId}, ${move.currency}, ${move.change}, ${move.source}, ${by.makerId},
        ${by.approvalId}, ${by.reason}, ${by.requestId}) AS journal_id`.execute(tx);
    const id = rows[0]?.journal_id;
    if (id === undefined) throw new Error('The move was not stored');
    afterCommit(tx, wakeRelays);
    return id;
  } catch (error) {
    throw doorRefusal(error, refusals);
  }
}
