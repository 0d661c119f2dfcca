import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { over } from './check.queries.ts';
import type { Check } from './check.queries.ts';

/** The last row of the log about each of these things. */
const lastSaid = (of: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  SELECT DISTINCT ON (object_id) object_id, actor_id, at, after FROM audit_log
  WHERE outcome = 'done' AND ${of} ORDER BY object_id, id DESC`;

/**
 * Whether a thing stands as the log says last, where that has its fingerprint: a server of the version before writes none. What it
 * says last of one that was taken away has no side after.
 */
const isOtherwise = sql`
  r.name IS NULL OR l.object_id IS NULL OR l.after IS NULL OR coalesce(l.after ->> 'print' <> r.print, false)`;

/** An hour, since a proof of large books takes its time, and the clocks of two machines differ. */
const farOff = sql`business_now() + interval '1 hour'`;

/** Rules that move no money by themselves and say which sum pays an order, and who is told of what, held against the log. */
export const ruleChecks: readonly Check[] = [
  // Rules of collecting are what their setter said last: the sum that still pays an order, how long one waits, what a late one is worth.
  over(
    'T5',
    sql`SELECT 'rules of ' || coalesce(s.owner_id::text, l.object_id) AS subject,
               (l.actor_id, l.at) IS DISTINCT FROM (s.set_by, s.set_at)
                 OR (l.after ->> 'tolerance')::numeric * 1000000 IS DISTINCT FROM s.tolerance
                 OR l.after - 'tolerance' IS DISTINCT FROM jsonb_build_object('expires_in_s', s.expires_in_s,
                   'same_name_minutes', s.same_name_minutes, 'same_name_count', s.same_name_count, 'late_payment', s.late_payment,
                   'callback_delays_s', array_to_string(s.callback_delays_s, ', '), 'callback_hold_after_8h', s.hold_after_8h,
                   'ring_new_orders', s.ring_new_orders) AS broken
        FROM collection_setting s
        FULL JOIN (${lastSaid(sql`object_kind = 'collectionSetting' AND act = 'collections.setting.update'`)}) l
          ON l.object_id = s.owner_id::text`,
  ),
  // Rules by which people are told, and searches that tell their owner, are what they were when somebody saved them last. What is
  // looked at each minute is mended by the next look, unless that lies far off, or people are said to be told of it by then.
  over(
    'T6',
    sql`SELECT coalesce(r.name, l.object_id) AS subject, ${isOtherwise} AS broken
        FROM (SELECT 'alert ' || r.id AS name, alert_rule_print(r) AS print FROM alert_rule r) r
        FULL JOIN (${lastSaid(sql`object_kind = 'installation' AND act = 'admin.operate.update' AND starts_with(object_id, 'alert ')`)}) l
          ON l.object_id = r.name
        WHERE r.name IS NOT NULL OR l.after IS NOT NULL
        UNION ALL
        SELECT coalesce(r.name, l.object_id), ${isOtherwise}
        FROM (SELECT 'watch ' || w.id AS name, list_watch_print(w) AS print FROM list_watch w) r
        FULL JOIN (${lastSaid(sql`object_kind = 'user' AND act = 'watch.change' AND starts_with(object_id, 'watch ')`)}) l
          ON l.object_id = r.name
        WHERE r.name IS NOT NULL OR l.after IS NOT NULL
        UNION ALL
        SELECT 'told of alert ' || s.rule_id, s.told_at > ${farOff} FROM alert_state s
        UNION ALL
        SELECT 'watch ' || w.id, coalesce(greatest(w.told_at, w.since, w.asked_at + (business_now() - now())) > ${farOff}, false)
        FROM list_watch w
        UNION ALL
        SELECT d.name, d.due_at > ${farOff} FROM due_work d WHERE d.name = 'alerts.check' AND d.done_at IS NULL`,
  ),
  // Rules by which money leaves are what their setter said last: up to which sum one person is enough, and which server confirms it.
  over(
    'T7',
    sql`SELECT 'rules of paying ' || coalesce(s.owner_id || ':' || s.currency, l.object_id) AS subject,
               coalesce(payout_setting_facts(s), '{}') IS DISTINCT FROM coalesce(l.after - 'by', '{}')
                 OR (s.owner_id IS NOT NULL AND l.object_id IS NULL) AS broken
        FROM payout_setting s
        FULL JOIN (${lastSaid(sql`object_kind = 'payoutSetting' AND act = 'payment.setting.update'`)}) l
          ON l.object_id = s.owner_id || ':' || s.currency
        UNION ALL
        SELECT 'server of ' || coalesce(s.user_id::text, l.object_id),
               CASE WHEN s.user_id IS NULL THEN '{}' ELSE audit_setting_facts(s) END IS DISTINCT FROM coalesce(l.after - 'by', '{}')
        FROM audit_setting s
        FULL JOIN (${lastSaid(sql`object_kind = 'reverseCheck' AND act = 'payment.setting.update' AND NOT coalesce(after ? 'reason', false)`)}) l
          ON l.object_id = s.user_id::text
        UNION ALL
        SELECT 'rules of withdrawing ' || CASE WHEN r.id IS NULL THEN l.object_id ELSE concat(r.owner_id, r.role) || ' ' || r.currency END,
               CASE WHEN r.id IS NULL THEN l.after ? 'rule'
                 ELSE withdraw_rule_facts(r)::text IS DISTINCT FROM l.after ->> 'rule' END
        FROM withdraw_rule r
        FULL JOIN (${lastSaid(sql`object_kind = 'withdrawRule' AND (after ? 'rule' AND NOT after ? 'threshold' OR act = 'withdraws.setting.delete')`)}) l
          ON l.object_id = concat(r.owner_id, r.role) || ' ' || r.currency`,
  ),
  // Who is who and may what, keys, callback addresses, who is kept out, and accounts at providers: each row is what the log says last of
  // it, none is gone that it does not say went, and none is there of which it knows nothing.
  over(
    'T8',
    sql`SELECT coalesce(r.name, l.object_id)
                 || CASE WHEN r.name IS NULL THEN ' removed' WHEN l.after ->> 'print' IS NULL THEN ' added' ELSE ' altered' END AS subject,
               r.print IS DISTINCT FROM l.after ->> 'print' AS broken
        FROM standing_record r
        FULL JOIN (${lastSaid(sql`object_kind = 'record' AND act = 'record.note'`)}) l ON l.object_id = r.name
        WHERE r.name IS NOT NULL OR l.after ->> 'print' IS NOT NULL`,
  ),
];
