-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261125150000_operate

CREATE TABLE maintenance (
  one boolean NOT NULL DEFAULT true,
  version integer NOT NULL DEFAULT 1,
  starts_at timestamp with time zone,
  ends_at timestamp with time zone,
  text_tw text,
  text_cn text,
  text_en text,
  CONSTRAINT maintenance_pkey PRIMARY KEY (one),
  CONSTRAINT maintenance_check CHECK ((ends_at > starts_at)),
  CONSTRAINT maintenance_check1 CHECK ((num_nulls(starts_at, text_tw, text_cn, text_en) = ANY (ARRAY[0, 4]))),
  CONSTRAINT maintenance_check2 CHECK (((ends_at IS NULL) OR (starts_at IS NOT NULL))),
  CONSTRAINT maintenance_one_check CHECK (one),
  CONSTRAINT maintenance_text_cn_check CHECK ((text_cn <> ''::text)),
  CONSTRAINT maintenance_text_en_check CHECK ((text_en <> ''::text)),
  CONSTRAINT maintenance_text_tw_check CHECK ((text_tw <> ''::text))
);
