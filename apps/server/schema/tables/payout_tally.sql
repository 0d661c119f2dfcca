-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261122100000_payouts
-- How much was submitted, by whom and by which key, in an hour or on a business day. `peak` is the merchant's busiest hour
-- of the thirty days before, looked up when his hour begins.
--
-- 20261127160000_payout_hour

CREATE VIEW payout_tally AS
 SELECT x.kind,
    x.subject_id,
    h.currency,
    x.begins_at,
    (sum(x.count))::bigint AS count,
    sum_minor(x.amount) AS amount,
    max(x.peak) AS peak
   FROM ((payout_hour h
     CROSS JOIN LATERAL ( SELECT (((business_day(h.begins_at))::timestamp without time zone AT TIME ZONE 'UTC'::text) - '08:00:00'::interval) AS at) day)
     CROSS JOIN LATERAL ( VALUES ('merchantHour'::text,h.customer_id,h.begins_at,h.count,h.amount,h.peak), ('merchantDay'::text,h.customer_id,day.at,h.count,h.amount,NULL::bigint), ('keyHour'::text,h.key_id,h.begins_at,h.count,h.amount,NULL::bigint), ('keyDay'::text,h.key_id,day.at,(h.count + h.refunds),(h.amount + h.refunded),NULL::bigint), ('userHour'::text,h.person_id,h.begins_at,h.count,h.amount,NULL::bigint)) x(kind, subject_id, begins_at, count, amount, peak))
  WHERE ((x.subject_id <> 0) AND (x.count > 0))
  GROUP BY x.kind, x.subject_id, h.currency, x.begins_at;
