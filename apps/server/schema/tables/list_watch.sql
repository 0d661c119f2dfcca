-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261128150000_list_watches

CREATE TABLE list_watch (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  owner_id bigint NOT NULL,
  kind text NOT NULL,
  name text NOT NULL,
  filter jsonb NOT NULL,
  search jsonb NOT NULL,
  window_min integer NOT NULL,
  older_min integer NOT NULL,
  mark integer NOT NULL,
  via text[] NOT NULL,
  url text,
  created_at timestamp with time zone NOT NULL,
  asked_at timestamp with time zone NOT NULL,
  found bigint,
  since timestamp with time zone,
  told_at timestamp with time zone,
  CONSTRAINT list_watch_pkey PRIMARY KEY (id),
  CONSTRAINT list_watch_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES app_user(id),
  CONSTRAINT list_watch_check CHECK (((older_min >= 0) AND (older_min < window_min))),
  CONSTRAINT list_watch_check1 CHECK ((('webhook'::text = ANY (via)) = (url IS NOT NULL))),
  CONSTRAINT list_watch_mark_check CHECK ((mark >= 0)),
  CONSTRAINT list_watch_name_check CHECK ((name <> ''::text)),
  CONSTRAINT list_watch_via_check CHECK (((cardinality(via) > 0) AND (via <@ ARRAY['bell'::text, 'sound'::text, 'webhook'::text]))),
  CONSTRAINT list_watch_window_min_check CHECK (((window_min >= 1) AND (window_min <= 8640)))
);
CREATE INDEX list_watch_asked ON list_watch USING btree (asked_at);
CREATE INDEX list_watch_owner ON list_watch USING btree (owner_id, id);
