-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261121090400_collections
-- What an order is and whose, as the row of the log that tells of its creation keeps it: a sealed witness against
-- whoever alters the order afterwards, with its plan and whatever else belongs to it. Its id stands first, and those who
-- earn on it last, as a fingerprint, because merchants read the history of their orders. Called immutable it would not be
-- written into the statements that use it, and cost ten times as much.
-- It is what the order was made of: what its payer is asked for may differ (awaited_transfer).

CREATE FUNCTION collection_origin(o collection_order)
 RETURNS text
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$
  SELECT o.id || ' ' || o.customer_id || ' ' || o.currency || ' ' || o.order_amount || ' ' || o.is_test || ' '
    || hashint8extended(o.agent_id, hashint8extended(coalesce(o.sub_agent_id, 0),
      hashint8extended(coalesce(o.middleman_id, 0), 0)))
$function$
;
