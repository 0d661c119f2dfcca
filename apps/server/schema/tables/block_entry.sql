-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261121113100_protection

CREATE TABLE block_entry (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  kind text NOT NULL,
  agent_id bigint,
  value text NOT NULL,
  shown text NOT NULL,
  note text NOT NULL,
  created_by bigint NOT NULL,
  created_at timestamp with time zone NOT NULL,
  hits bigint NOT NULL DEFAULT 0,
  last_hit_at timestamp with time zone,
  CONSTRAINT block_entry_once UNIQUE NULLS NOT DISTINCT (kind, agent_id, value),
  CONSTRAINT block_entry_pkey PRIMARY KEY (id),
  CONSTRAINT block_entry_agent_id_fkey FOREIGN KEY (agent_id) REFERENCES app_user(id),
  CONSTRAINT block_entry_created_by_fkey FOREIGN KEY (created_by) REFERENCES app_user(id),
  CONSTRAINT block_entry_kind_check CHECK ((kind = ANY (ARRAY['door'::text, 'ip'::text, 'name'::text, 'card'::text])))
);
CREATE INDEX block_entry_value ON block_entry USING btree (value) WHERE (kind = ANY (ARRAY['name'::text, 'card'::text]));
CREATE TRIGGER block_entry_changed AFTER INSERT OR DELETE ON block_entry FOR EACH STATEMENT EXECUTE FUNCTION protection_changed();
CREATE TRIGGER block_entry_noted AFTER INSERT OR DELETE OR UPDATE ON block_entry FOR EACH ROW EXECUTE FUNCTION note_record('block_entry', 'id');
