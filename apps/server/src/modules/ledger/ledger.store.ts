import { sql } from 'kysely';
import { accounts } from '@suanpan/domain/accounts';
import type { Tx } from '../../platform/db/transact.ts';
import type { AccountRef, Journal, PostedJournal } from './journal.ts';

/** Calls the one function that writes the books. */
export async function insertJournals(tx: Tx, journals: readonly Journal[]): Promise<PostedJournal[]> {
  const legs = journals.flatMap((journal, index) =>
    journal.legs.map((leg) => ({ ...leg, ordinal: index + 1 })),
  );
  const { rows } = await sql<{ journal_id: bigint; replayed: boolean }>`
    WITH header AS (
      SELECT * FROM unnest(
        ${journals.map((j) => j.event)}::text[], ${journals.map((j) => j.refId)}::bigint[],
        ${journals.map((j) => j.seq ?? 0)}::smallint[], ${journals.map((j) => j.book)}::text[],
        ${journals.map((j) => j.currency)}::text[], ${journals.map((j) => j.chain.customerId)}::bigint[],
        ${journals.map((j) => j.chain.agentId)}::bigint[], ${journals.map((j) => j.chain.subAgentId)}::bigint[],
        ${journals.map((j) => j.chain.middlemanId)}::bigint[], ${journals.map((j) => j.clawsBack ?? false)}::boolean[],
        ${journals.map((j) => j.reverses ?? null)}::bigint[], ${journals.map((j) => j.actorId)}::bigint[],
        ${journals.map((j) => j.note ?? null)}::text[], ${journals.map((j) => j.requestId)}::text[])
        WITH ORDINALITY AS h (event, ref_id, seq, book, currency, customer_id, agent_id, sub_agent_id, middleman_id,
          claws_back, reverses, actor_id, note, request_id, n)
    ), legs AS (
      SELECT l.entry, array_agg(l.account ORDER BY l.n) AS account_ids, array_agg(l.amount ORDER BY l.n) AS amounts
      FROM unnest(${legs.map((leg) => leg.ordinal)}::int[], ${legs.map((leg) => leg.accountId)}::bigint[],
        ${legs.map((leg) => leg.amount)}::bigint[]) WITH ORDINALITY AS l (entry, account, amount, n)
      GROUP BY l.entry
    )
    SELECT journal_id, replayed FROM ledger_post((
      SELECT array_agg(ROW(h.event, h.ref_id, h.seq, h.book, h.currency, h.customer_id, h.agent_id, h.sub_agent_id,
        h.middleman_id, h.claws_back, h.reverses, h.actor_id, h.note, h.request_id, l.account_ids,
        l.amounts)::journal_entry ORDER BY h.n)
      FROM header h JOIN legs l ON l.entry = h.n)) ORDER BY ordinal`.execute(tx);
  return rows.map((row) => ({ journalId: row.journal_id, replayed: row.replayed }));
}

/** Answers the accounts' ids in the order asked, opening those that do not exist yet. */
export async function openAccountRows(tx: Tx, refs: readonly AccountRef[]): Promise<bigint[]> {
  const { rows } = await sql<{ ids: bigint[] }>`
    SELECT ledger_open_accounts(
      ${refs.map((ref) => ref.kind)}::text[], ${refs.map((ref) => ref.ownerId)}::bigint[],
      ${refs.map((ref) => ref.channelAccountId)}::bigint[], ${refs.map((ref) => ref.currency)}::text[],
      ${refs.map((ref) => ref.book)}::text[], ${refs.map((ref) => accounts[ref.kind].external)}::boolean[],
      ${refs.map((ref) => accounts[ref.kind].mayGoNegative)}::boolean[]) AS ids`.execute(tx);
  return rows[0]?.ids ?? [];
}
