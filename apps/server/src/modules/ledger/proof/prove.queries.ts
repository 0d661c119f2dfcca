import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { formatLedger } from '@suanpan/money/amount';
import type { Currency } from '@suanpan/money/currency';
import { countOf } from '../../../platform/db/count-of.ts';
import type { Tables } from '../../../platform/db/tables.generated.ts';
import { causeChecks } from './cause-checks.queries.ts';
import type { Check } from './check.queries.ts';
import { ledgerChecks } from './ledger-checks.queries.ts';
import { moneyChecks } from './money-checks.queries.ts';
import { newsChecks } from './news-checks.queries.ts';
import { orderChecks } from './order-checks.queries.ts';
import { pointCheck } from './point-checks.queries.ts';
import type { AccountTotal } from './proof.ts';

/** The full proof. */
export const allChecks: readonly Check[] = [
  ...ledgerChecks,
  ...orderChecks,
  ...moneyChecks,
  ...newsChecks,
  ...causeChecks,
  pointCheck,
];

/** Takes the point at which the next proof since a point begins. */
export async function takeProofPoint(db: Kysely<Tables>): Promise<void> {
  await sql`SELECT take_proof_point()`.execute(db);
}

/**
 * Every check reads all of its tables once, so they are joined whole: a plan that looks each row up would be chosen
 * from statistics that a busy hour has left behind, and would never end. Two minutes a statement are then too few for
 * millions of orders.
 */
export async function readWhole(tx: Kysely<Tables>): Promise<void> {
  await sql`SELECT set_config('enable_nestloop', 'off', true), set_config('work_mem', '256MB', true),
                   set_config('statement_timeout', '15min', true)`.execute(tx);
}

/** What every account kind holds, from the postings alone. */
export async function totalsByAccount(tx: Kysely<Tables>): Promise<AccountTotal[]> {
  const { rows } = await sql<{
    currency: Currency;
    book: string;
    kind: string;
    balance: bigint;
    postings: bigint;
  }>`
    SELECT a.currency, a.book, a.kind, coalesce(sum(p.total), 0)::bigint AS balance, coalesce(sum(p.legs), 0)::bigint AS postings
    FROM account a
    LEFT JOIN (
      SELECT leg.account_id, sum(leg.amount) AS total, count(*) AS legs
      FROM journal j, unnest(j.account_ids, j.amounts) AS leg (account_id, amount) GROUP BY leg.account_id
    ) p ON p.account_id = a.id
    GROUP BY a.currency, a.book, a.kind ORDER BY a.book, a.currency, a.kind`.execute(tx);
  return rows.map((row) => ({
    currency: row.currency,
    book: row.book,
    account: row.kind,
    balance: formatLedger(row.balance, row.currency),
    postings: countOf(row.postings),
  }));
}
