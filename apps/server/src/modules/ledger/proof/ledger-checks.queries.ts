import { accountKinds, accounts } from '@suanpan/domain/accounts';
import { journalRules } from '@suanpan/domain/journals/journal-rules';
import { sql } from 'kysely';
import { over } from './check.queries.ts';
import type { Check } from './check.queries.ts';
import { journalSums, linkOf } from './journal-sums.queries.ts';

/** What the product itself knows of legs and accounts: what stands in the tables can be altered with the books. */
const ruleTexts = journalRules.map(
  ({ event, kind, role, debit, mayGoNegative }) => `${event} ${kind} ${role} ${debit} ${mayGoNegative}`,
);
const kindTexts = accountKinds.map(
  (kind) => `${kind} ${accounts[kind].external} ${accounts[kind].mayGoNegative}`,
);

// Below zero only by a leg whose rule lets it claw back.
const uncovered = sql`
  SELECT j.id FROM journal j
  WHERE 0 > ANY (j.balances_after) AND EXISTS (
    SELECT FROM unnest(j.account_ids, j.amounts, j.balances_after) WITH ORDINALITY AS leg (account_id, amount, after, n)
    JOIN account a ON a.id = leg.account_id
    WHERE leg.amount < 0 AND leg.after < 0 AND NOT (
      leg.n = ANY (coalesce(j.claw_back, '{}')) AND EXISTS (
        SELECT FROM journal_rule r
        WHERE r.event = j.event AND r.kind = a.kind AND r.debit AND r.may_go_negative)))`;

const summed = ['L1', 'L2', 'L3', 'L4', 'L6', 'L8', 'L10'] as const;

/**
 * What one reading of the journal shows, and as `totals` what every account kind holds by it, from the postings alone. Nothing
 * here knows what a journal is for.
 */
const journalChecks: Check = {
  names: summed,
  isDear: true,
  query: sql`
    WITH ${journalSums}, fitting AS MATERIALIZED (
      SELECT lot.example, bool_or(a.id IS NULL OR a.currency <> lot.currency OR a.book <> lot.book) AS is_elsewhere,
             bool_or(r.kind IS NULL) AS is_unruled
      FROM lot CROSS JOIN LATERAL unnest(lot.account_ids) AS leg (account_id)
      LEFT JOIN account a ON a.id = leg.account_id
      LEFT JOIN (SELECT DISTINCT event, kind FROM journal_rule) r ON r.event = lot.event AND r.kind = a.kind
      GROUP BY lot.example
    ), shown (name, subject, examined, breaches) AS (
      SELECT 'L1', 'journal ' || lot.unbalanced_example, lot.journals, lot.unbalanced FROM lot
      UNION ALL
      -- A balance is the sum of its legs, and each has one that needs one.
      SELECT 'L2', 'account ' || coalesce(b.account_id, s.account_id), 1,
             (b.balance IS DISTINCT FROM coalesce(s.total, 0) OR b.version IS DISTINCT FROM coalesce(s.legs, 0))::int
      FROM balance b
      FULL JOIN (
        SELECT s.* FROM leg_sum s JOIN account a ON a.id = s.account_id JOIN account_kind k ON k.kind = a.kind WHERE k.external
      ) s ON s.account_id = b.account_id
      UNION ALL
      -- Each leg begins with what the one before left.
      SELECT 'L3', 'account ' || b.account_id, 1,
             (coalesce(s.chain, 0) <> (${linkOf('0', '0')} # ${linkOf('b.version', 'b.balance')})
               OR coalesce(s.last, 0) <> b.version)::int
      FROM balance b LEFT JOIN leg_sum s ON s.account_id = b.account_id
      UNION ALL
      SELECT 'L4', NULL, lot.journals, 0 FROM lot
      UNION ALL
      SELECT 'L4', 'journal ' || u.id, 0, 1 FROM (${uncovered}) u WHERE EXISTS (SELECT FROM lot WHERE lot.below_zero > 0)
      UNION ALL
      -- Journals share their accounts with many others, so each set of accounts is looked at once.
      SELECT 'L6', 'journal ' || f.example, 1, (f.is_elsewhere IS NOT FALSE)::int FROM fitting f
      UNION ALL
      SELECT 'L8', lot.book || ' ' || lot.currency, 1, (sum(lot.total) <> 0)::int FROM lot GROUP BY lot.book, lot.currency
      UNION ALL
      -- Every kind of leg is one that its event may have; an event without rules is one that no door posts.
      SELECT 'L10', 'journal ' || f.example, 1, (f.is_unruled IS NOT FALSE)::int FROM fitting f
    )
    SELECT n.name, coalesce(sum(s.examined), 0)::bigint AS examined, coalesce(sum(s.breaches), 0)::bigint AS breaches,
           (array_agg(s.subject) FILTER (WHERE s.breaches > 0))[1:5] AS examples, NULL::json AS totals
    FROM unnest(${[...summed]}::text[]) AS n (name) LEFT JOIN shown s ON s.name = n.name GROUP BY n.name
    UNION ALL
    SELECT NULL, 0, 0, NULL, coalesce(json_agg(t), '[]') FROM (
      SELECT a.currency, a.book, a.kind, coalesce(sum(s.total), 0)::bigint::text AS balance, coalesce(sum(s.legs), 0)::bigint AS postings
      FROM account a LEFT JOIN leg_sum s ON s.account_id = a.id
      GROUP BY a.currency, a.book, a.kind ORDER BY a.book, a.currency, a.kind
    ) t`,
};

/** The journals among themselves, and the rules that they go by. */
export const ledgerChecks: readonly Check[] = [
  journalChecks,
  over(
    'L5',
    sql`SELECT 'journal ' || r.id AS subject,
               j.id IS NULL OR r.reverses = r.id
                 OR r.account_ids IS DISTINCT FROM j.account_ids
                 OR r.amounts IS DISTINCT FROM (SELECT array_agg(-x ORDER BY n) FROM unnest(j.amounts) WITH ORDINALITY AS u (x, n)) AS broken
        FROM journal r LEFT JOIN journal j ON j.id = r.reverses WHERE r.reverses IS NOT NULL`,
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
  // Who did it: each journal is named by the audit row of its command. An order's settling and release have one each; an
  // act of persons may be told in several.
  over(
    'A1',
    sql`SELECT 'journal ' || j.id AS subject, l.journal_id IS NULL AS broken
        FROM (SELECT id, event, ref_id FROM journal WHERE event IN ('collection.settle', 'collection.release')) j
        LEFT JOIN audit_log l ON l.journal_id = j.id AND l.outcome = 'done' AND l.act = j.event AND l.object_id = j.ref_id::text
        UNION ALL
        SELECT 'journal ' || j.id, l.journal_id IS NULL
        FROM (SELECT id FROM journal WHERE event NOT IN ('collection.settle', 'collection.release')) j
        LEFT JOIN (
          SELECT DISTINCT journal_id FROM audit_log
          WHERE journal_id IS NOT NULL AND outcome = 'done' AND act NOT IN ('collection.settle', 'collection.release')
        ) l ON l.journal_id = j.id`,
  ),
];
