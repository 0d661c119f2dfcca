-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261125130100_payout_day

CREATE FUNCTION payout_moves(deltas payout_delta[])
 RETURNS SETOF payout_move
 LANGUAGE sql
 STABLE
AS $function$
  SELECT n.id, n.state, n.why, n.channel, n.account, n.ended_at, 1,
         -- Paid after it was given up, it earns nobody anything (J21).
         n.state = 'rejected_reversed' OR (n.state = 'paid' AND n.was IS DISTINCT FROM 'rejected')
  FROM unnest(deltas) AS d, unnest(d.order_ids, d.now_states, d.now_failures, d.now_channels, d.now_accounts, d.now_ends, d.was_states)
    AS n (id, state, why, channel, account, ended_at, was)
  UNION ALL
  SELECT n.id, n.state, n.why, n.channel, n.account, n.ended_at, -1, false
  FROM unnest(deltas) AS d, unnest(d.order_ids, d.was_states, d.was_failures, d.was_channels, d.was_accounts, d.was_ends)
    AS n (id, state, why, channel, account, ended_at)
  WHERE d.was_states IS NOT NULL
$function$
;
