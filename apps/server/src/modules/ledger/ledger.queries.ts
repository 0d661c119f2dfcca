import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { AccountKind, Book } from '@suanpan/domain/accounts';
import type { Currency } from '@suanpan/money/currency';
import type { Tables } from '../../platform/db/tables.generated.ts';

export interface OwnerBalances {
  readonly currency: Currency;
  /** Minor units by account kind; kinds that were never opened are absent. */
  readonly byKind: Readonly<Partial<Record<AccountKind, bigint>>>;
}

/** The running balances of one owner in one book, by currency. */
export async function balancesOf(
  db: Kysely<Tables>,
  ownerId: bigint,
  book: Book = 'main',
): Promise<OwnerBalances[]> {
  const rows = await db
    .selectFrom('account as a')
    .innerJoin('balance as b', 'b.account_id', 'a.id')
    .select(['a.kind', 'a.currency', 'b.balance'])
    .where('a.owner_id', '=', ownerId)
    .where('a.book', '=', book)
    .orderBy('a.currency')
    .execute();
  const byCurrency = new Map<string, Partial<Record<AccountKind, bigint>>>();
  for (const row of rows) {
    const kinds = byCurrency.get(row.currency) ?? {};
    kinds[row.kind as AccountKind] = row.balance;
    byCurrency.set(row.currency, kinds);
  }
  return [...byCurrency].map(([currency, byKind]) => ({ currency: currency as Currency, byKind }));
}

/** What each of these owners holds in one currency of the main book, by account kind, in minor units. */
export async function balancesOfOwners(
  db: Kysely<Tables>,
  ownerIds: readonly bigint[],
  currency: Currency,
): Promise<ReadonlyMap<bigint, OwnerBalances['byKind']>> {
  if (ownerIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('account as a')
    .innerJoin('balance as b', 'b.account_id', 'a.id')
    .select(['a.owner_id', 'a.kind', 'b.balance'])
    .where('a.owner_id', 'in', ownerIds)
    .where('a.book', '=', 'main')
    .where('a.currency', '=', currency)
    .execute();
  const held = new Map<bigint, Partial<Record<AccountKind, bigint>>>();
  for (const { balance, kind, owner_id: owner } of rows)
    if (owner !== null) held.set(owner, { ...held.get(owner), [kind]: balance });
  return held;
}

/**
 * What all owners, or those of one senior agent and he himself, hold together in one currency of the main book, by account
 * kind, in minor units.
 */
export async function sumBalances(
  db: Kysely<Tables>,
  currency: Currency,
  agentId: bigint | null = null,
): Promise<Readonly<Partial<Record<AccountKind, bigint>>>> {
  const { rows } = await sql<{ kind: AccountKind; total: string }>`
    SELECT a.kind, sum(b.balance) AS total
    FROM account a JOIN balance b ON b.account_id = a.id
    WHERE a.book = 'main' AND a.currency = ${currency}
      AND (${agentId}::bigint IS NULL OR a.owner_id IN (
        SELECT u.id FROM app_user u WHERE u.id = ${agentId} OR u.agent_id = ${agentId}))
    GROUP BY a.kind`.execute(db);
  return Object.fromEntries(rows.map((row) => [row.kind, BigInt(row.total)]));
}

export interface JournalLegRow {
  readonly journal_id: bigint;
  readonly event: string;
  readonly posted_at: Date;
  readonly currency: Currency;
  readonly account: AccountKind;
  readonly owner_id: bigint | null;
  readonly owner_name: string | null;
  readonly amount: bigint;
  readonly balance_after: bigint | null;
}

/** The legs of every journal of one reference (an order's id), oldest journal first, in posting order. */
export async function journalLegsOf(
  db: Kysely<Tables>,
  events: readonly string[],
  refId: bigint,
): Promise<JournalLegRow[]> {
  const { rows } = await sql<JournalLegRow>`
    SELECT p.journal_id, p.event, p.posted_at, p.currency, a.kind AS account, a.owner_id, u.name AS owner_name,
           p.amount, p.balance_after
    FROM posting p
    JOIN account a ON a.id = p.account_id
    LEFT JOIN app_user u ON u.id = a.owner_id
    WHERE p.event = ANY (${events}) AND p.ref_id = ${refId}
    ORDER BY p.journal_id, p.leg_no`.execute(db);
  return rows;
}
