-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261128100000_archive
-- The same for payouts: nothing is held for them, nothing is on its way back, and no person ever had to do with them. Tests stay,
-- and so do transfers that a chain was asked about.

CREATE FUNCTION archive_payouts(most integer)
 RETURNS TABLE(looked integer, moved integer)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
 SET lock_timeout TO '250ms'
 SET enable_seqscan TO 'off'
AS $function$
DECLARE
  seen bigint[] := archive.next('payout', most);
  horizon timestamptz := archive.horizon();
  ours bigint[];
BEGIN
  ours := ARRAY(
    SELECT o.id FROM payout_order o
    WHERE o.id = ANY (seen) AND o.status IN ('paid', 'rejected', 'verify_failed', 'insufficient_balance')
      AND o.reverse_status = 'none' AND o.callback_status <> 'sending' AND o.completed_at < horizon AND NOT o.is_test
    ORDER BY o.id FOR UPDATE SKIP LOCKED);
  ours := ARRAY(
    SELECT o.id FROM payout_order o JOIN archive.are_told('payout', ours) told (id) ON told.id = o.id
    WHERE NOT EXISTS (SELECT FROM payout_work w WHERE w.order_id = o.id)
      AND NOT EXISTS (SELECT FROM payout_lock l WHERE l.order_id = o.id AND l.until > now())
      AND NOT EXISTS (SELECT FROM payout_by_hand h WHERE h.order_id = o.id)
      AND NOT EXISTS (SELECT FROM payout_in_hand h WHERE h.order_id = o.id)
      AND NOT EXISTS (SELECT FROM payout_transfer t WHERE t.order_id = o.id)
      AND NOT EXISTS (SELECT FROM payout_unsent u WHERE u.order_id = o.id)
      AND NOT EXISTS (SELECT FROM payout_attempt a WHERE a.order_id = o.id AND a.outcome IS NULL)
      AND o.id NOT IN (SELECT unnest(d.order_ids) FROM payout_delta d)
    ORDER BY o.id);
  DELETE FROM payout_lock l WHERE l.order_id = ANY (ours);
  PERFORM archive.move('payout', ours);
  RETURN QUERY SELECT cardinality(seen), cardinality(ours);
END $function$
;
