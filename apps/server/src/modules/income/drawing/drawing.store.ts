import type { ErrorName } from '@suanpan/domain/errors';
import type { Currency } from '@suanpan/money/currency';
import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/transact.ts';
import { doorRefusal } from '../../../platform/door-refusal.ts';
import type { ApprovalBy } from '../../approvals/index.ts';

/** Minor units in that currency as text, and where the money goes. */
export interface Drawing {
  readonly currency: Currency;
  readonly amount: string;
  readonly payee: string;
}

/** What can be drawn now, in minor units; nobody else draws of this currency until the end of the transaction. */
export async function lockDrawable(tx: Tx, currency: Currency): Promise<bigint> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`income.draw ${currency}`}, 0))`.execute(tx);
  const { rows } = await sql<{ drawable: bigint }>`SELECT drawable_income(${currency}) AS drawable`.execute(
    tx,
  );
  return rows[0]?.drawable ?? 0n;
}

/** What the door refuses, by its SQLSTATE. */
const refusals: Readonly<Record<string, ErrorName>> = {
  LG402: 'insufficientBalance',
  LG403: 'forbidden',
};

/** Keeps the drawing and posts its journal through the door; answers the journal. */
export async function drawIncome(
  tx: Tx,
  { amount, currency, payee }: Drawing,
  by: ApprovalBy,
): Promise<bigint> {
  try {
    const { rows } = await sql<{ journal_id: bigint }>`
      SELECT draw_income(${currency}, ${amount}::bigint, ${payee}, ${by.makerId}, ${by.approvalId}, ${by.reason}, ${by.requestId})
        AS journal_id`.execute(tx);
    const id = rows[0]?.journal_id;
    if (id === undefined) throw new Error('The drawing was not stored');
    return id;
  } catch (error) {
    throw doorRefusal(error, refusals);
  }
}
