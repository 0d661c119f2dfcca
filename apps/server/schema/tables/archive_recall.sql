-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261128100000_archive
-- Orders that came back: rows of their own, so that whoever brings one back waits for nobody who moves.

CREATE TABLE archive_recall (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  kind text NOT NULL,
  orders integer NOT NULL,
  CONSTRAINT archive_recall_pkey PRIMARY KEY (id),
  CONSTRAINT archive_recall_kind_check CHECK ((kind = ANY (ARRAY['collection'::text, 'payout'::text]))),
  CONSTRAINT archive_recall_orders_check CHECK ((orders > 0))
);
