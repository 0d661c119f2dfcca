-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261121105000_persons
-- The way out when nobody is left to decide: the server's console gives an administrator his account back, a day after
-- everybody was told.

CREATE TABLE admin_recovery (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  user_id bigint NOT NULL,
  announced_at timestamp with time zone NOT NULL DEFAULT now(),
  effective_at timestamp with time zone NOT NULL,
  ended_at timestamp with time zone,
  CONSTRAINT admin_recovery_pkey PRIMARY KEY (id),
  CONSTRAINT admin_recovery_user_id_fkey FOREIGN KEY (user_id) REFERENCES app_user(id)
);
CREATE UNIQUE INDEX admin_recovery_once ON admin_recovery USING btree (user_id) WHERE (ended_at IS NULL);
