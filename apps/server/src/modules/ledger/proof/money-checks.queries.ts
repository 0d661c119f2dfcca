import { sql } from 'kysely';
import { over } from './check.queries.ts';
import type { Check } from './check.queries.ts';
import { perPlace } from './journal-sums.queries.ts';

// Asked once a statement: as a call it would be asked for each row.
const now = sql`(SELECT business_now())`;
const dayAgo = sql`(SELECT business_now() - interval '1 day')`;

/** Money that waits, and money whose cause is no order: releases, early money, receipts, edits by hand. */
export const moneyChecks: readonly Check[] = [
  // Each settled order whose money waits is due under its own time, or was released; never both. That time is one which
  // the calendar of its day had.
  over(
    'D1',
    sql`SELECT coalesce('order ' || o.order_no, 'order ' || d.order_id) AS subject,
               o.id IS NULL OR coalesce(d.settle_at <> coalesce(o.settle_at, 'infinity'), false)
                 OR (d.order_id IS NOT NULL) = (l.object_id IS NOT NULL)
                 OR (d.order_id IS NOT NULL AND j.ref_id IS NOT NULL) OR c.release_at IS NULL AS broken
        FROM (
          SELECT id, order_no, settle_at, completed_at FROM collection_order WHERE fee IS NOT NULL AND (settle_at > completed_at) IS NOT FALSE
        ) o
        FULL JOIN settlement_due d ON d.order_id = o.id
        LEFT JOIN (
          SELECT l.object_id FROM audit_log l WHERE l.act IN ('collection.release', 'collection.releaseEmpty')
        ) l ON l.object_id = coalesce(o.id, d.order_id)::text
        LEFT JOIN (SELECT ref_id FROM journal WHERE event = 'collection.release') j ON j.ref_id = coalesce(o.id, d.order_id)
        LEFT JOIN (SELECT DISTINCT day, release_at FROM settle_calendar) c
          ON c.day = business_day(o.completed_at) AND c.release_at = coalesce(o.settle_at, 'infinity')`,
  ),
  // What stands unsettled is, account by account, what is left of the orders that wait. Orders with the same accounts are
  // summed place by place; legs on such accounts stand first.
  over(
    'D2',
    sql`SELECT 'account ' || b.account_id AS subject, b.balance <> coalesce(w.due, 0) AS broken
        FROM balance b JOIN account a ON a.id = b.account_id AND a.kind = 'L210'
        LEFT JOIN (
          SELECT leg.account_id, sum(leg.amount) AS due
          FROM (
            SELECT x.leg_accounts, ARRAY[${perPlace((n) => `sum(x.due[${n}])`)}] AS amounts
            FROM (
              SELECT p.leg_accounts, coalesce(d.remaining, p.leg_amounts) AS due
              FROM settlement_due d JOIN collection_plan p ON p.order_id = d.order_id OFFSET 0
            ) x GROUP BY x.leg_accounts
          ) same CROSS JOIN LATERAL unnest(same.leg_accounts, same.amounts) AS leg (account_id, amount)
          GROUP BY leg.account_id
        ) w ON w.account_id = b.account_id`,
  ),
  // Nothing that is due and free has waited for more than a day, and the log knows of everything that was set aside.
  over(
    'D3',
    sql`SELECT 'order ' || d.order_id AS subject,
               CASE WHEN d.set_aside_at IS NOT NULL THEN l.object_id IS NULL
                 ELSE d.frozen_by IS NULL AND d.settle_at < ${dayAgo}
                   AND coalesce(o.refund_status, '') NOT IN ('preparing', 'refunding') END AS broken
        FROM settlement_due d LEFT JOIN collection_order o ON o.id = d.order_id
        LEFT JOIN (SELECT object_id, at FROM audit_log WHERE act = 'collection.releaseAside') l
          ON l.object_id = d.order_id::text AND l.at = d.set_aside_at
        UNION ALL
        SELECT 'account ' || e.account_id, e.settle_at < ${dayAgo} FROM early_settlement e`,
  ),
  // A release takes from each account what its settling put there and nobody else took meanwhile.
  over(
    'D4',
    sql`SELECT coalesce('order ' || o.order_no, 'journal ' || j.id) AS subject,
               o.id IS NULL OR j.seq <> 0
                 OR j.account_ids IS DISTINCT FROM x.account_ids OR j.amounts IS DISTINCT FROM x.amounts
                 OR (j.customer_id, j.agent_id, j.sub_agent_id, j.middleman_id) IS DISTINCT FROM
                   (o.customer_id, o.agent_id, o.sub_agent_id, o.middleman_id) AS broken
        FROM (SELECT * FROM journal WHERE event = 'collection.release') j
        LEFT JOIN collection_order o ON o.id = j.ref_id
        LEFT JOIN collection_plan p ON p.order_id = o.id
        LEFT JOIN refund_taken t ON t.order_id = o.id
        LEFT JOIN LATERAL (
          SELECT array_agg(m.account ORDER BY m.amount, m.account) AS account_ids,
                 array_agg(m.amount ORDER BY m.amount, m.account) AS amounts
          FROM (
            SELECT v.account, sum_minor(v.amount) AS amount
            FROM unnest(p.leg_accounts, p.leg_accounts_immediate, p.leg_amounts, t.taken)
              WITH ORDINALITY AS l (deferred, immediate, planned, taken, place)
            CROSS JOIN LATERAL (SELECT l.planned - coalesce(l.taken, 0) AS amount) left_over
            CROSS JOIN LATERAL (VALUES (l.deferred, -left_over.amount), (l.immediate, left_over.amount)) AS v (account, amount)
            WHERE l.deferred <> l.immediate AND l.place IS DISTINCT FROM p.early_leg
            GROUP BY v.account HAVING sum_minor(v.amount) <> 0
          ) m
        ) x ON true`,
  ),
  // Money that may pay others before its day is what its days hold.
  over(
    'D5',
    sql`SELECT 'account ' || b.account_id AS subject, b.balance <> coalesce(e.amount, 0) AS broken
        FROM balance b JOIN account a ON a.id = b.account_id AND a.kind = 'L202'
        LEFT JOIN (SELECT account_id, sum(amount) AS amount FROM early_settlement GROUP BY 1) e ON e.account_id = b.account_id`,
  ),
  // A day's money is what the orders of that day brought, less what payouts and refunds took of it, until the day has come or a person
  // released it.
  over(
    'D6',
    sql`SELECT 'account ' || coalesce(e.account_id, o.account_id) || ' on ' || coalesce(e.settle_at, o.settle_at) AS subject,
               CASE WHEN h.amount > 0 THEN coalesce(e.amount, 0) > coalesce(o.amount, 0)
                 ELSE coalesce(e.amount, 0) <> coalesce(o.amount, 0) END AS broken
        FROM (SELECT account_id, settle_at, amount FROM early_settlement WHERE settle_at > ${now}) e
        FULL JOIN (
          SELECT p.leg_accounts[p.early_leg] AS account_id, coalesce(o.settle_at, 'infinity') AS settle_at,
                 sum(p.leg_amounts[p.early_leg]) AS amount
          FROM settlement_due d JOIN collection_order o ON o.id = d.order_id JOIN collection_plan p ON p.order_id = o.id
          WHERE p.early_leg IS NOT NULL AND o.fee IS NOT NULL AND (o.settle_at > o.completed_at) IS NOT FALSE
            AND (o.settle_at > ${now}) IS NOT FALSE
          GROUP BY 1, 2
        ) o ON o.account_id = e.account_id AND o.settle_at = e.settle_at
        LEFT JOIN (
          SELECT c.early, d.settle_at, sum(d.amount) AS amount
          FROM (
            SELECT c.early, h.early_days, h.early_amounts
            FROM payout_hold h JOIN payout_order p ON p.id = h.order_id JOIN payout_chain c ON c.id = p.chain_id
            WHERE h.given_back_at IS NULL
            UNION ALL
            SELECT a.id, r.early_days, r.early_amounts
            FROM refund r JOIN account a ON a.kind = 'L202' AND a.owner_id = r.customer_id AND a.currency = r.currency AND a.book = 'main'
            WHERE r.early_days <> '{}'
          ) c CROSS JOIN LATERAL unnest(c.early_days, c.early_amounts) AS d (settle_at, amount) GROUP BY 1, 2
        ) h ON h.early = coalesce(e.account_id, o.account_id) AND h.settle_at = coalesce(e.settle_at, o.settle_at)`,
  ),
  // What is released early stays with its owner.
  over(
    'D7',
    sql`SELECT 'journal ' || d.example AS subject, count(DISTINCT a.owner_id) <> 1 AS broken
        FROM (SELECT j.account_ids, min(j.id) AS example FROM journal j WHERE j.event = 'early.release' GROUP BY 1) d
        CROSS JOIN LATERAL unnest(d.account_ids) AS leg (account_id)
        LEFT JOIN account a ON a.id = leg.account_id
        GROUP BY d.account_ids, d.example`,
  ),
  // Every receipt has its journal and every such journal its receipt, over the same money at the same channel account.
  over(
    'U1',
    sql`SELECT coalesce('receipt ' || r.id, 'journal ' || j.id) AS subject,
               r.id IS NULL OR j.id IS NULL OR j.seq <> 0
                 OR j.amounts <> ARRAY[-r.amount, r.amount] OR j.currency <> r.currency OR j.posted_at <> r.received_at
                 OR a.kind IS DISTINCT FROM 'A100' OR a.channel_account_id IS DISTINCT FROM r.channel_account_id AS broken
        FROM receipt r FULL JOIN (SELECT * FROM journal WHERE event = 'receipt.arrive') j ON j.ref_id = r.id
        LEFT JOIN account a ON a.id = j.account_ids[1]`,
  ),
  // What stands as unidentified is what open receipts amount to.
  over(
    'U2',
    sql`SELECT coalesce(p.book, r.book) || ' ' || coalesce(p.currency, r.currency) AS subject,
               coalesce(p.total, 0) <> coalesce(r.total, 0) AS broken
        FROM (
          SELECT a.book, a.currency, sum(leg.amount) AS total
          FROM journal j, unnest(j.account_ids, j.amounts) AS leg (account_id, amount), account a
          WHERE a.id = leg.account_id AND a.kind = 'L250' AND j.event <> 'collection.release'
            AND j.account_ids && ARRAY(SELECT id FROM account WHERE kind = 'L250')
          GROUP BY 1, 2
        ) p
        FULL JOIN (
          SELECT CASE WHEN o.is_test THEN 'test' ELSE 'main' END AS book, r.currency, sum(r.amount - r.taken) AS total
          FROM receipt r LEFT JOIN collection_order o ON o.id = r.order_id WHERE r.closed_at IS NULL GROUP BY 1, 2
        ) r ON r.book = p.book AND r.currency = p.currency`,
  ),
  // What a file told is what the log says it told, and what of it is closed was booked in its sum.
  over(
    'U3',
    sql`SELECT 'file ' || coalesce(f.id::text, l.object_id) AS subject, f.id IS NULL OR (l.id IS NULL AND before.id IS NULL) AS broken
        FROM (
          SELECT t.file_id AS id, encode(sha256(string_agg(told_print(t), '' ORDER BY t.id)), 'hex') AS print
          FROM told_transfer t WHERE t.file_id IS NOT NULL GROUP BY 1
        ) f
        FULL JOIN (SELECT * FROM audit_log WHERE object_kind = 'transferFile' AND after ? 'prints') l
          ON l.object_id = f.id::text AND l.after ->> 'prints' = f.print
        -- Taken before the log had fingerprints.
        LEFT JOIN (
          SELECT max(id) AS id, object_id FROM audit_log
          WHERE object_kind = 'transferFile' AND act = 'claimOrder.import' AND after ? 'reason' GROUP BY 2
        ) before ON before.object_id = f.id::text
        UNION ALL
        SELECT 'line ' || t.told_ref, c.amount IS DISTINCT FROM t.amount
        FROM (SELECT t.*, row_number() OVER (PARTITION BY t.channel_account_id, t.ref ORDER BY t.id) AS nth FROM told_transfer t) t
        LEFT JOIN provider_confirmation c ON c.channel_account_id = t.channel_account_id AND c.provider_ref = t.ref
        WHERE t.source = 'file' AND t.nth = 1 AND NOT t.is_open`,
  ),
  // Every edit by hand has its journal and every such journal its edit, over this owner's money alone, by this maker, until the time
  // that the log says.
  over(
    'E1',
    sql`SELECT coalesce('edit ' || e.id, 'journal ' || j.id) AS subject,
               e.id IS NULL OR j.id IS NULL OR j.event <> CASE WHEN e.kind = 'settleable' THEN 'settleable.edit'
                   WHEN e.change > 0 THEN 'balance.freeze' ELSE 'balance.unfreeze' END
                 OR j.seq <> 0 OR j.book <> 'main' OR j.amounts <> ARRAY[-e.change, e.change]
                 OR (j.actor_id, j.note) IS DISTINCT FROM (e.maker_id, e.reason) OR e.until IS DISTINCT FROM l.until
                 OR EXISTS (SELECT FROM unnest(j.account_ids) WITH ORDINALITY AS l (id, n) JOIN account a ON a.id = l.id
                            WHERE a.owner_id IS DISTINCT FROM e.user_id OR a.currency <> e.currency
                              OR a.kind IS DISTINCT FROM CASE WHEN l.n = 1 THEN e.bucket
                                WHEN e.kind = 'settleable' THEN 'L200' ELSE 'L220' END) AS broken
        FROM balance_edit e
        FULL JOIN (SELECT * FROM journal WHERE event IN ('balance.freeze', 'balance.unfreeze', 'settleable.edit')) j
          ON j.ref_id = e.id
        LEFT JOIN (
          SELECT journal_id, (after ->> 'frozen_until')::timestamptz AS until FROM audit_log
          WHERE act = 'users.list.editFrozen' AND after ? 'frozen_until'
        ) l ON l.journal_id = j.id`,
  ),
  // What is frozen is what was frozen by hand and not given back.
  over(
    'E3',
    sql`SELECT 'account ' || b.account_id AS subject, b.balance <> coalesce(f.amount, 0) AS broken
        FROM balance b JOIN account a ON a.id = b.account_id AND a.kind = 'L220'
        LEFT JOIN (
          SELECT user_id, currency, sum(change) AS amount FROM balance_edit WHERE kind = 'frozen' GROUP BY 1, 2
        ) f ON f.user_id = a.owner_id AND f.currency = a.currency AND a.book = 'main'`,
  ),
  // A freeze that names an order or a time is given back whole, to where it was, and not before its time unless by somebody;
  // nothing is frozen longer than a day beyond its time.
  over(
    'E4',
    sql`SELECT 'edit ' || f.id AS subject,
               CASE WHEN b.id IS NULL THEN coalesce(f.until < ${dayAgo}, false)
                 ELSE (b.user_id, b.currency, b.change, b.bucket) IS DISTINCT FROM (f.user_id, f.currency, -f.change, f.bucket)
                   OR (b.maker_id IS NULL AND (f.until <= b.created_at) IS NOT TRUE) END AS broken
        FROM (SELECT * FROM balance_edit WHERE kind = 'frozen' AND change > 0 AND (order_id IS NOT NULL OR until IS NOT NULL)) f
        LEFT JOIN balance_edit b ON b.undoes = f.id
        UNION ALL
        SELECT 'edit ' || b.id, f.id IS NULL OR (f.order_id IS NULL AND f.until IS NULL)
        FROM balance_edit b LEFT JOIN balance_edit f ON f.id = b.undoes WHERE b.undoes IS NOT NULL`,
  ),
  // An order's own money is frozen by one edit, which took its merchant's share and no more; and no order stays frozen whose
  // edit was undone.
  over(
    'E5',
    sql`SELECT coalesce('order ' || d.order_id, 'edit ' || f.id) AS subject,
               f.id IS NULL OR d.order_id IS DISTINCT FROM f.order_id
                 OR d.remaining IS DISTINCT FROM (
                   SELECT array_agg(CASE WHEN a.kind = 'L210' AND a.owner_id = f.user_id THEN 0
                     ELSE l.amount - coalesce(l.taken, 0) END ORDER BY l.n)
                   FROM unnest(p.leg_accounts, p.leg_amounts, t.taken) WITH ORDINALITY AS l (account_id, amount, taken, n)
                   LEFT JOIN account a ON a.id = l.account_id)
                 OR f.change IS DISTINCT FROM (
                   SELECT sum_minor(l.amount - coalesce(l.taken, 0))
                   FROM unnest(p.leg_accounts, p.leg_amounts, t.taken) AS l (account_id, amount, taken)
                   JOIN account a ON a.id = l.account_id AND a.kind = 'L210' AND a.owner_id = f.user_id) AS broken
        FROM (SELECT * FROM settlement_due WHERE frozen_by IS NOT NULL) d
        FULL JOIN (
          SELECT f.* FROM balance_edit f LEFT JOIN balance_edit b ON b.undoes = f.id
          WHERE f.bucket = 'L210' AND f.change > 0 AND b.id IS NULL
        ) f ON f.id = d.frozen_by
        LEFT JOIN collection_plan p ON p.order_id = d.order_id
        LEFT JOIN refund_taken t ON t.order_id = d.order_id`,
  ),
  // Every move between owners has its journal and every such journal its move: by this maker, from the account of its source
  // to this owner's settleable money.
  over(
    'F1',
    sql`SELECT coalesce('move ' || m.id, 'journal ' || j.id) AS subject,
               m.id IS NULL OR j.id IS NULL OR j.seq <> 0 OR j.book <> 'main' OR j.currency <> m.currency
                 OR j.event <> CASE m.kind WHEN 'transfer' THEN 'feeIncome.transfer' ELSE 'balance.adjust' END
                 OR (j.actor_id, j.note) IS DISTINCT FROM (m.maker_id, m.reason)
                 OR (SELECT array_agg(a.key || ' ' || l.amount ORDER BY a.key || ' ' || l.amount)
                     FROM unnest(j.account_ids, j.amounts) AS l (id, amount) JOIN account a ON a.id = l.id) IS DISTINCT FROM
                    (SELECT array_agg(w.leg ORDER BY w.leg) FROM (VALUES
                       (account_key('L200', m.owner_id, NULL, m.currency, 'main') || ' ' || m.change),
                       (CASE m.source WHEN 'feeIncome' THEN account_key('L240', m.owner_id, NULL, m.currency, 'main')
                          WHEN 'agent' THEN account_key('L200', m.agent_id, NULL, m.currency, 'main')
                          ELSE account_key('E510', NULL, NULL, m.currency, 'main') END || ' ' || -m.change)
                     ) AS w (leg)) AS broken
        FROM fund_move m
        FULL JOIN (SELECT * FROM journal WHERE event IN ('balance.adjust', 'feeIncome.transfer')) j ON j.ref_id = m.id`,
  ),
  // Every credited top-up has its journal and every such journal its top-up: what came, less what the platform keeps, to its
  // owner or to what he owed; and whoever the log says that he applied, not the one who found it. Each stands where the log says last.
  over(
    'F3',
    sql`SELECT coalesce('deposit ' || d.no, 'journal ' || j.id, 'deposit ' || l.object_id) AS subject,
               d.id IS NULL OR (d.status = 'credited') <> (j.id IS NOT NULL) OR l.actor_id IS DISTINCT FROM d.made_by
                 OR t.to_status IS DISTINCT FROM d.status OR t.actor_id IS DISTINCT FROM coalesce(d.decided_by, d.made_by)
                 OR (l.after ->> 'subject', l.after ->> 'currency', l.after ->> 'amount_minor') IS DISTINCT FROM
                   ('user:' || d.owner_id, d.currency, d.amount::text)
                 OR (l.after ->> 'last5', l.after ->> 'tx_hash', l.after ->> 'slip') IS DISTINCT FROM
                   (d.payer_last5, d.tx_hash, d.slip)
                 OR (j.id IS NOT NULL AND (j.seq <> 0 OR j.book <> 'main' OR j.currency <> d.currency
                   OR j.actor_id IS DISTINCT FROM d.decided_by OR d.decided_by = d.made_by
                   OR (x.came, x.kept, x.given, x.others) IS DISTINCT FROM (-d.amount, d.fee, d.amount - d.fee, 0::bigint))) AS broken
        FROM deposit d
        FULL JOIN (SELECT * FROM journal WHERE event = 'deposit.credit') j ON j.ref_id = d.id
        FULL JOIN (
          SELECT * FROM audit_log WHERE object_kind = 'deposit' AND act = 'collections.deposit.create' AND to_status = 'pending'
        ) l ON l.object_id = d.id::text
        LEFT JOIN (
          SELECT DISTINCT ON (object_id) object_id, to_status, actor_id FROM audit_log
          WHERE object_kind = 'deposit' AND to_status IS NOT NULL AND outcome = 'done' ORDER BY object_id, id DESC
        ) t ON t.object_id = d.id::text
        LEFT JOIN LATERAL (
          SELECT coalesce(sum(l.amount) FILTER (WHERE a.kind = 'A110'), 0)::bigint AS came,
                 coalesce(sum(l.amount) FILTER (WHERE a.kind = 'R410'), 0)::bigint AS kept,
                 coalesce(sum(l.amount) FILTER (WHERE a.kind IN ('L201', 'A130') AND a.owner_id = d.owner_id AND l.amount > 0), 0)::bigint AS given,
                 count(*) FILTER (WHERE a.kind NOT IN ('A110', 'R410', 'L201', 'A130')) AS others
          FROM unnest(j.account_ids, j.amounts) AS l (id, amount) JOIN account a ON a.id = l.id
        ) x ON true`,
  ),
  // What is reserved is what payouts, refunds and withdrawals hold that are open.
  over(
    'H1',
    sql`SELECT 'account ' || b.account_id AS subject, b.balance <> coalesce(o.held, 0) AS broken
        FROM balance b JOIN account a ON a.id = b.account_id AND a.kind IN ('L230', 'L231', 'L232')
        LEFT JOIN (
          SELECT c.reserved, sum(o.amount + o.merchant_fee) AS held
          FROM payout_order o JOIN payout_chain c ON c.id = o.chain_id WHERE o.status = 'processing' GROUP BY c.reserved
          UNION ALL
          SELECT a.id, sum(r.amount)
          FROM refund r JOIN account a ON a.kind = 'L232' AND a.owner_id = r.customer_id AND a.currency = r.currency AND a.book = 'main'
          WHERE r.status IN ('preparing', 'refunding') GROUP BY a.id
          UNION ALL
          SELECT a.id, sum(n.hold)
          FROM withdrawal n JOIN account a ON a.key = account_key('L231', n.owner_id, NULL, n.currency, 'main')
          WHERE n.status IN ('pending', 'processing') GROUP BY a.id
        ) o ON o.reserved = b.account_id`,
  ),
];
