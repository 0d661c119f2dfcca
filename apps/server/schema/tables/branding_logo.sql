-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261121113300_branding_logo

CREATE TABLE branding_logo (
  hash text NOT NULL,
  mime text NOT NULL,
  bytes bytea NOT NULL,
  width integer NOT NULL,
  height integer NOT NULL,
  uploaded_by bigint NOT NULL,
  uploaded_at timestamp with time zone NOT NULL,
  CONSTRAINT branding_logo_pkey PRIMARY KEY (hash),
  CONSTRAINT branding_logo_uploaded_by_fkey FOREIGN KEY (uploaded_by) REFERENCES app_user(id),
  CONSTRAINT branding_logo_mime_check CHECK ((mime = ANY (ARRAY['image/png'::text, 'image/jpeg'::text, 'image/webp'::text])))
);
