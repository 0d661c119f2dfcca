import { accountKinds, accounts } from '@suanpan/domain/accounts';
import { journalRules } from '@suanpan/domain/journals/journal-rules';
import { sql } from 'kysely';
import { over } from './check.queries.ts';
import type { Check } from './check.queries.ts';

/** What the product itself knows of legs and accounts: what stands in the tables can be altered with the books. */
const ruleTexts = journalRules.map(
  ({ event, kind, role, debit, mayGoNegative }) => `${event} ${kind} ${role} ${debit} ${mayGoNegative}`,
);
const kindTexts = accountKinds.map(
  (kind) => `${kind} ${accounts[kind].external} ${accounts[kind].mayGoNegative}`,
);

/** The journals among themselves: nothing here knows what a journal is for. */
export const ledgerChecks: readonly Check[] = [
  over(
    'L1',
    sql`SELECT 'journal ' || j.id AS subject,
               CASE WHEN cardinality(j.amounts) <= 10
                 THEN j.amounts[1] + j.amounts[2] + coalesce(j.amounts[3], 0) + coalesce(j.amounts[4], 0)
                    + coalesce(j.amounts[5], 0) + coalesce(j.amounts[6], 0) + coalesce(j.amounts[7], 0)
                    + coalesce(j.amounts[8], 0) + coalesce(j.amounts[9], 0) + coalesce(j.amounts[10], 0) <> 0
                 ELSE (SELECT sum(amount) FROM unnest(j.amounts) AS amount) <> 0 END AS broken
        FROM journal j`,
  ),
  // A balance is the sum of its legs, and each has one that needs one.
  over(
    'L2',
    sql`SELECT 'account ' || coalesce(b.account_id, s.account_id) AS subject,
               b.balance IS DISTINCT FROM coalesce(s.total, 0) OR b.version IS DISTINCT FROM coalesce(s.legs, 0) AS broken
        FROM balance b
        FULL JOIN (
          SELECT leg.account_id, sum(leg.amount) AS total, count(*) AS legs
          FROM journal j, unnest(j.account_ids, j.amounts) AS leg (account_id, amount)
          WHERE leg.account_id IN (SELECT a.id FROM account a JOIN account_kind k ON k.kind = a.kind WHERE k.external)
          GROUP BY leg.account_id
        ) s ON s.account_id = b.account_id`,
  ),
  // Each leg begins with what the one before left. With a hash of (version, balance) for what every leg leaves and for
  // what it begins with, everything but the first beginning and the last end must meet its equal and vanish by XOR.
  over(
    'L3',
    sql`SELECT 'account ' || b.account_id AS subject,
               coalesce(c.chain, 0) <> (hash_record_extended(ROW(0::bigint, 0::bigint), 7)
                 # hash_record_extended(ROW(b.version, b.balance), 7)) OR coalesce(c.last, 0) <> b.version AS broken
        FROM balance b
        LEFT JOIN (
          SELECT leg.account_id, max(leg.version) AS last,
                 bit_xor(hash_record_extended(ROW(leg.version, leg.after), 7)
                   # hash_record_extended(ROW(leg.version - 1, leg.after - leg.amount), 7)) AS chain
          FROM journal j, unnest(j.account_ids[1:cardinality(j.versions)], j.amounts[1:cardinality(j.versions)],
            j.balances_after, j.versions) AS leg (account_id, amount, after, version)
          GROUP BY leg.account_id
        ) c ON c.account_id = b.account_id`,
  ),
  // Below zero only by a leg whose rule lets it claw back.
  over(
    'L4',
    sql`SELECT 'journal ' || j.id AS subject,
               (0 > ANY (j.balances_after)) AND EXISTS (
                 SELECT FROM unnest(j.account_ids, j.amounts, j.balances_after) WITH ORDINALITY AS leg (account_id, amount, after, n)
                 JOIN account a ON a.id = leg.account_id
                 WHERE leg.amount < 0 AND leg.after < 0 AND NOT (
                   leg.n = ANY (coalesce(j.claw_back, '{}')) AND EXISTS (
                     SELECT FROM journal_rule r
                     WHERE r.event = j.event AND r.kind = a.kind AND r.debit AND r.may_go_negative))) AS broken
        FROM journal j`,
  ),
  over(
    'L5',
    sql`SELECT 'journal ' || r.id AS subject,
               j.id IS NULL OR r.reverses = r.id
                 OR r.account_ids IS DISTINCT FROM j.account_ids
                 OR r.amounts IS DISTINCT FROM (SELECT array_agg(-x ORDER BY n) FROM unnest(j.amounts) WITH ORDINALITY AS u (x, n)) AS broken
        FROM journal r LEFT JOIN journal j ON j.id = r.reverses WHERE r.reverses IS NOT NULL`,
  ),
  // Journals share their accounts with many others, so each set of accounts is looked at once.
  over(
    'L6',
    sql`SELECT 'journal ' || d.example AS subject,
               bool_or(a.id IS NULL OR a.currency <> d.currency OR a.book <> d.book) AS broken
        FROM (SELECT j.account_ids, j.currency, j.book, min(j.id) AS example FROM journal j GROUP BY 1, 2, 3) d
        CROSS JOIN LATERAL unnest(d.account_ids) AS leg (account_id)
        LEFT JOIN account a ON a.id = leg.account_id
        GROUP BY d.account_ids, d.currency, d.book, d.example`,
  ),
  over(
    'L8',
    sql`SELECT p.book || ' ' || p.currency AS subject, sum(p.total) <> 0 AS broken
        FROM (
          SELECT j.book, j.currency, leg.account_id, sum(leg.amount) AS total
          FROM journal j, unnest(j.account_ids, j.amounts) AS leg (account_id, amount) GROUP BY 1, 2, 3
        ) p
        GROUP BY p.book, p.currency`,
  ),
  // Every kind of leg is one that its event may have; an event without rules is one that no door posts.
  over(
    'L10',
    sql`SELECT 'journal ' || d.example AS subject, bool_or(r.kind IS NULL) AS broken
        FROM (SELECT j.event, j.account_ids, min(j.id) AS example FROM journal j GROUP BY 1, 2) d
        CROSS JOIN LATERAL unnest(d.account_ids) AS leg (account_id)
        LEFT JOIN account a ON a.id = leg.account_id
        LEFT JOIN (SELECT DISTINCT event, kind FROM journal_rule) r ON r.event = d.event AND r.kind = a.kind
        GROUP BY d.event, d.account_ids, d.example`,
  ),
  // The tables of rules and kinds, by which the doors and these checks go, are the product's own.
  over(
    'L11',
    sql`SELECT coalesce(kept.rule, own.rule) AS subject, kept.rule IS NULL OR own.rule IS NULL AS broken
        FROM (
          SELECT concat_ws(' ', event, kind, role, debit::text, may_go_negative::text) AS rule FROM journal_rule
          UNION ALL SELECT concat_ws(' ', kind, external::text, may_go_negative::text) FROM account_kind
        ) kept
        FULL JOIN unnest(${[...ruleTexts, ...kindTexts]}::text[]) AS own (rule) ON own.rule = kept.rule`,
  ),
  // Who did it: each journal is named by the audit row of its command.
  over(
    'A1',
    sql`SELECT 'journal ' || j.id AS subject, l.journal_id IS NULL AS broken
        FROM journal j
        LEFT JOIN (
          SELECT DISTINCT l.journal_id, l.object_id, l.act FROM audit_log l WHERE l.journal_id IS NOT NULL AND l.outcome = 'done'
        ) l ON l.journal_id = j.id AND (j.event NOT LIKE 'collection.%' OR (l.act = j.event AND l.object_id = j.ref_id::text))`,
  ),
];
