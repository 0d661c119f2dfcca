-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261122110000_payout_by_hand
-- Pictures of transfers that were checked and cleaned, by the hash of their bytes.

CREATE TABLE payout_slip (
  hash text NOT NULL,
  mime text NOT NULL,
  bytes bytea NOT NULL,
  uploaded_by bigint NOT NULL,
  uploaded_at timestamp with time zone NOT NULL,
  is_named boolean NOT NULL DEFAULT false,
  CONSTRAINT payout_slip_pkey PRIMARY KEY (hash),
  CONSTRAINT payout_slip_uploaded_by_fkey FOREIGN KEY (uploaded_by) REFERENCES app_user(id),
  CONSTRAINT payout_slip_mime_check CHECK ((mime = ANY (ARRAY['image/png'::text, 'image/jpeg'::text, 'image/webp'::text, 'application/pdf'::text])))
);
CREATE INDEX payout_slip_uploader ON payout_slip USING btree (uploaded_by, uploaded_at);
