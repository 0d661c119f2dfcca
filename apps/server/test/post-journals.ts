import type { AccountKind, Book } from '@suanpan/domain/accounts';
import type { Currency } from '@suanpan/money/currency';
import type pg from 'pg';

/** Names one account of the chart: whose, in which currency, in which book. */
export interface AccountRef {
  readonly kind: AccountKind;
  readonly ownerId: bigint | null;
  readonly channelAccountId: bigint | null;
  readonly currency: Currency;
  readonly book: Book;
}

/** The parties whose money a journal moves. */
export interface Chain {
  readonly customerId: bigint | null;
  readonly agentId: bigint | null;
  readonly subAgentId: bigint | null;
  readonly middlemanId: bigint | null;
}

export interface Journal {
  readonly event: string;
  readonly refId: bigint;
  readonly book: Book;
  readonly currency: Currency;
  readonly chain: Chain;
  /** Its debits may take their accounts below zero: the rules that this test adds say so. */
  readonly clawsBack?: boolean;
  readonly reverses?: bigint;
  readonly actorId: bigint | null;
  readonly requestId: string | null;
  readonly legs: readonly { readonly accountId: bigint; readonly amount: bigint }[];
}

export interface PostedJournal {
  readonly journalId: bigint;
  readonly replayed: boolean;
}

/**
 * Posts whatever a test needs as the owner of the database, past the doors of the money events: the application may not.
 * Rules are added for legs that no money event has.
 */
export async function postJournals(
  admin: pg.Pool | pg.PoolClient,
  journals: readonly Journal[],
): Promise<PostedJournal[]> {
  await admin.query(
    `INSERT INTO journal_rule (event, kind, role, debit, may_go_negative)
     SELECT DISTINCT w.event, a.kind, 'platform', w.amount < 0, w.amount < 0 AND w.claws_back
     FROM unnest($1::text[], $2::bigint[], $3::bigint[], $4::boolean[]) AS w (event, account, amount, claws_back)
     JOIN account a ON a.id = w.account ON CONFLICT DO NOTHING`,
    [
      journals.flatMap(({ event, legs }) => legs.map(() => event)),
      journals.flatMap(({ legs }) => legs.map(({ accountId }) => accountId)),
      journals.flatMap(({ legs }) => legs.map(({ amount }) => amount)),
      journals.flatMap(({ clawsBack, legs }) => legs.map(() => clawsBack === true)),
    ],
  );
  const entries = journals.map((_, place) => {
    const at = place * 12;
    return `ROW($${at + 1}, $${at + 2}, 0, $${at + 3}, $${at + 4}, $${at + 5}, $${at + 6}, $${at + 7}, $${at + 8}, $${at + 9}, $${at + 10}, NULL, NULL, $${at + 11}, $${at + 12})::journal_entry`;
  });
  const { rows } = await admin.query<{ journal_id: bigint; replayed: boolean }>(
    `SELECT journal_id, replayed FROM ledger_post(ARRAY[${entries.join(', ')}]) ORDER BY ordinal`,
    journals.flatMap((journal) => [
      journal.event,
      journal.refId,
      journal.book,
      journal.currency,
      journal.chain.customerId,
      journal.chain.agentId,
      journal.chain.subAgentId,
      journal.chain.middlemanId,
      journal.reverses ?? null,
      journal.actorId,
      journal.legs.map(({ accountId }) => accountId),
      journal.legs.map(({ amount }) => amount),
    ]),
  );
  await admin.query(
    `INSERT INTO audit_log (at, act, object_kind, object_id, journal_id)
     SELECT now(), 'clock.move', 'system', id::text, id FROM unnest($1::bigint[]) AS posted (id)`,
    [rows.map((row) => row.journal_id)],
  );
  return rows.map((row) => ({ journalId: row.journal_id, replayed: row.replayed }));
}

/** The ids of accounts in the order asked; those used for the first time are opened. */
export async function openAccounts(
  admin: pg.Pool | pg.PoolClient,
  refs: readonly AccountRef[],
): Promise<bigint[]> {
  const { rows } = await admin.query<{ ids: bigint[] }>(
    'SELECT ledger_open_accounts($1, $2, $3, $4, $5) AS ids',
    [
      refs.map((ref) => ref.kind),
      refs.map((ref) => ref.ownerId),
      refs.map((ref) => ref.channelAccountId),
      refs.map((ref) => ref.currency),
      refs.map((ref) => ref.book),
    ],
  );
  return rows[0]?.ids ?? [];
}
