-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261125120000_awaited_transfers
-- Lets a payer be asked for another sum than was ordered, or for that again, and the log says so.

CREATE FUNCTION ask_for(o collection_order, asked bigint)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
BEGIN
  IF o.pay_amount <> asked THEN
    UPDATE collection_order c SET pay_amount = asked WHERE c.id = o.id;
    INSERT INTO audit_log (at, act, object_kind, object_id, before, after)
    VALUES (business_now(), 'collection.askFor', 'collection', o.id::text,
      jsonb_build_object('pay_amount', o.pay_amount::text), jsonb_build_object('pay_amount', asked::text));
  END IF;
END $function$
;
