-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261121090410_collection_rollups
-- Orders whose creating or settling is not in the sums yet. What an order counts with never changes after, so it is
-- read when it is folded.

CREATE TABLE collection_delta (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  kind text NOT NULL,
  order_ids bigint[] NOT NULL,
  was_channels bigint[],
  was_accounts bigint[],
  was_failed boolean[],
  now_channels bigint[],
  now_accounts bigint[],
  now_failed boolean[],
  CONSTRAINT collection_delta_pkey PRIMARY KEY (id),
  CONSTRAINT collection_delta_kind_check CHECK ((kind = ANY (ARRAY['created'::text, 'settled'::text, 'moved'::text])))
);
CREATE TRIGGER collection_note_folded AFTER DELETE ON collection_delta REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION fold_by_agent();
