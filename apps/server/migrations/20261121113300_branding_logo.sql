-- Up Migration
-- Logos that were checked and cleaned, by the hash of their bytes: an address never changes its picture, so browsers
-- keep it for a year. Branding rows are edited by several people and carry a version.

CREATE TABLE branding_logo (
  hash text PRIMARY KEY,
  mime text NOT NULL CHECK (mime IN ('image/png', 'image/jpeg', 'image/webp')),
  bytes bytea NOT NULL,
  width integer NOT NULL,
  height integer NOT NULL,
  uploaded_by bigint NOT NULL REFERENCES app_user,
  uploaded_at timestamptz NOT NULL
);

ALTER TABLE branding ADD COLUMN version integer NOT NULL DEFAULT 1;
