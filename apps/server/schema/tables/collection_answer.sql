-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261126150000_collection_answer

CREATE VIEW collection_answer AS
 SELECT c.order_id,
    t.id AS attempt_id,
    t.latency_ms
   FROM (callback c
     JOIN callback_attempt t ON ((t.callback_id = c.id)))
  WHERE ((c.order_kind = 'collection'::text) AND (t.http_status IS NOT NULL));
