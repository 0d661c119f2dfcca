import type { AccountKind, Book } from '@suanpan/domain/accounts';
import type { Currency } from '@suanpan/money/currency';
import { sql } from 'kysely';
import type { Kysely, RawBuilder } from 'kysely';
import type { Tables } from '../../platform/db/tables.generated.ts';
import type { OwnerBalances } from './ledger.queries.ts';

/** Whose accounts: journals are looked up by the party that he is of them. */
export interface BalanceOwner {
  readonly id: bigint;
  readonly kind: string;
}

export interface BalancesAt {
  readonly balances: readonly OwnerBalances[];
  /** The last journal that they count; null where there is none. */
  readonly asOfJournal: bigint | null;
}

/**
 * What an owner held at one moment of the past, from the postings themselves: all that was posted before it. Exact to the commit;
 * days are summed already, so that a long history costs what one day does.
 */
export async function balancesBefore(
  db: Kysely<Tables>,
  owner: BalanceOwner,
  before: Date,
  book: Book = 'main',
): Promise<BalancesAt> {
  const { rows } = await sql<{
    kind: AccountKind;
    currency: Currency;
    balance: string;
    last: bigint | null;
  }>`
    WITH own AS MATERIALIZED (
      SELECT a.id, a.kind, a.currency FROM account a JOIN balance b ON b.account_id = a.id
      WHERE a.owner_id = ${owner.id} AND a.book = ${book}
    ), fold AS MATERIALIZED (SELECT f.journal_id FROM account_fold f),
    span AS MATERIALIZED (
      SELECT min(d.first_journal) AS first, least(max(d.last_journal), (SELECT journal_id FROM fold)) AS last
      FROM own JOIN account_day d ON d.account_id = own.id AND d.day = business_day(${before})
    ), moved AS (
      SELECT d.account_id, d.change AS amount, d.last_journal AS journal
      FROM own JOIN account_day d ON d.account_id = own.id AND d.day < business_day(${before})
      UNION ALL
      ${legsOf(
        owner,
        sql`j.id >= (SELECT first FROM span) AND j.id <= (SELECT last FROM span)
                          AND business_day(j.posted_at) = business_day(${before})`,
      )}
        AND j.posted_at < ${before}
      UNION ALL
      ${legsOf(owner, sql`j.id > (SELECT journal_id FROM fold)`)} AND j.posted_at < ${before}
    )
    SELECT own.kind, own.currency, coalesce(sum(m.amount), 0) AS balance, max(m.journal) AS last
    FROM own LEFT JOIN moved m ON m.account_id = own.id
    GROUP BY own.kind, own.currency ORDER BY own.currency, own.kind`.execute(db);
  const byCurrency = new Map<Currency, Partial<Record<AccountKind, bigint>>>();
  for (const { balance, currency, kind } of rows) {
    const kinds = byCurrency.get(currency) ?? {};
    kinds[kind] = BigInt(balance);
    byCurrency.set(currency, kinds);
  }
  return {
    balances: [...byCurrency].map(([currency, byKind]) => ({ currency, byKind })),
    asOfJournal: rows.reduce<bigint | null>(
      (latest, { last }) => (last !== null && (latest === null || last > latest) ? last : latest),
      null,
    ),
  };
}

/** The legs on his own accounts of the journals that he is a party of. */
function legsOf(owner: BalanceOwner, journals: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    SELECT l.account_id, l.amount::numeric, j.id
    FROM journal j CROSS JOIN LATERAL unnest(j.account_ids[: cardinality(j.versions)], j.amounts[: cardinality(j.versions)])
      AS l (account_id, amount)
    WHERE ${isPartyOf(owner)} AND ${journals} AND l.account_id IN (SELECT id FROM own)`;
}

/** Journals are indexed by merchant and senior agent; of others those of the stretch are looked through. */
export function isPartyOf({ id, kind }: BalanceOwner): RawBuilder<unknown> {
  if (kind === 'customer') return sql`j.customer_id = ${id}`;
  // A senior agent may earn on another's merchant, too.
  if (kind === 'agent') return sql`(j.agent_id = ${id} OR j.middleman_id = ${id})`;
  return sql`(${id} IN (j.sub_agent_id, j.middleman_id, j.agent_id))`;
}
