-- Up Migration
-- How merchants' servers answered the news of collections: each attempt that was answered at all.

CREATE VIEW collection_answer AS
  SELECT c.order_id, t.id AS attempt_id, t.latency_ms
  FROM callback c
  JOIN callback_attempt t ON t.callback_id = c.id
  WHERE c.order_kind = 'collection' AND t.http_status IS NOT NULL;

DO $$
BEGIN
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'suanpan_app') THEN
    GRANT SELECT ON collection_answer TO suanpan_app;
  END IF;
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'suanpan_report') THEN
    GRANT SELECT ON collection_answer TO suanpan_report;
  END IF;
END $$;
