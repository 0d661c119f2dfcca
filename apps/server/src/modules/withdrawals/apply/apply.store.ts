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

interface Quote {
  readonly ownerId: bigint;
  readonly from: Currency;
  readonly to: Currency;
  readonly rate: bigint;
  readonly platformRate: bigint;
  readonly lifetimeS: number;
}

export async function insertQuote(tx: Tx, quote: Quote): Promise<QuoteRow> {
  const { rows } = await sql<QuoteRow>`
    INSERT INTO withdraw_quote (owner_id, currency, target_currency, rate, platform_rate, made_at, until)
    VALUES (${quote.ownerId}, ${quote.from}, ${quote.to}, ${quote.rate}, ${quote.platformRate}, business_now(),
      business_now() + ${quote.lifetimeS} * interval '1 second')
    RETURNING id, rate, until`.execute(tx);
  const [row] = rows;
  if (row === undefined) throw new Error('The rate was not stored');
  return row;
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
export async function lockApplicant(
  tx: Tx,
  ownerId: bigint,
): Promise<{ readonly id: bigint; readonly tenant: bigint | null } | undefined> {
  const { rows } = await sql<{ id: bigint; tenant: bigint | null }>`
    SELECT u.id, CASE WHEN u.kind <> 'agent' THEN u.agent_id END AS tenant
    FROM app_user u WHERE u.id = ${ownerId} FOR NO KEY UPDATE`.execute(tx);
  return rows[0];
}
