import type { ErrorName } from '@suanpan/domain/errors';
import { withdrawalQuoteS } from '@suanpan/domain/limits';
import type { Currency } from '@suanpan/money/currency';
import { sql } from 'kysely';
import { afterCommit } from '../../../platform/db/transact.ts';
import type { Tx } from '../../../platform/db/transact.ts';
import { wakeRelays } from '../../../platform/outbox/emit.ts';
import type { ActingBy } from '../accounts/accounts.store.ts';

export interface QuoteRow {
  readonly id: bigint;
  readonly rate: bigint;
  readonly until: Date;
}

interface Asked {
  readonly id: bigint | null;
  readonly rate: bigint | null;
  readonly until: Date | null;
  readonly refusal: ErrorName | null;
}

/** The rate that is shown to an owner, kept through the door; or what stands against it by the error catalogue. */
export async function quoteThroughDoor(
  tx: Tx,
  ownerId: bigint,
  from: Currency,
  to: Currency,
): Promise<QuoteRow | ErrorName> {
  const { rows } = await sql<Asked>`
    SELECT id, rate, until, refusal FROM quote_withdrawal(${ownerId}, ${from}, ${to}, ${withdrawalQuoteS})`.execute(
    tx,
  );
  const { id, rate, refusal, until } = rows[0] ?? {};
  if (refusal) return refusal;
  if (!id || !rate || !until) throw new Error('The door of rates answered nothing');
  return { id, rate, until };
}

export interface Wanted {
  readonly ownerId: bigint;
  readonly accountId: bigint;
  readonly currency: Currency;
  /** Minor units. */
  readonly amount: bigint;
  readonly quoteId: bigint | null;
}

/** Holds the money through the door: the id, or what stands against it by the error catalogue. */
export async function applyThroughDoor(
  tx: Tx,
  wanted: Wanted,
  by: ActingBy,
): Promise<{ readonly id: bigint | null; readonly refusal: string | null }> {
  const { rows } = await sql<{ id: bigint | null; refusal: string | null }>`
    SELECT id, refusal FROM apply_withdrawal(${wanted.ownerId}, ${wanted.accountId}, ${wanted.currency}, ${wanted.amount},
      ${wanted.quoteId}, ${by.personId}, ${by.requestId})`.execute(tx);
  afterCommit(tx, wakeRelays);
  const [row] = rows;
  if (row === undefined) throw new Error('The door of withdrawals answered nothing');
  return row;
}

/** The owner, locked first of all: what his house applies for follows each other. */
export async function lockApplicant(tx: Tx, ownerId: bigint): Promise<{ readonly id: bigint } | undefined> {
  const { rows } = await sql<{ id: bigint }>`
    SELECT u.id FROM app_user u WHERE u.id = ${ownerId} FOR NO KEY UPDATE`.execute(tx);
  return rows[0];
}
