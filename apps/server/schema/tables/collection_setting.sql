-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261122132000_collection_setting

CREATE TABLE collection_setting (
  owner_id bigint NOT NULL,
  expires_in_s integer,
  same_name_minutes integer,
  same_name_count integer,
  late_payment text,
  callback_delays_s integer[],
  hold_after_8h boolean,
  ring_new_orders boolean,
  tolerance bigint,
  version integer NOT NULL,
  set_by bigint NOT NULL,
  set_at timestamp with time zone NOT NULL,
  CONSTRAINT collection_setting_pkey PRIMARY KEY (owner_id),
  CONSTRAINT collection_setting_set_by_fkey FOREIGN KEY (set_by) REFERENCES app_user(id),
  CONSTRAINT collection_setting_callback_delays_s_check CHECK ((((cardinality(callback_delays_s) >= 1) AND (cardinality(callback_delays_s) <= 12)) AND (0 <= ALL (callback_delays_s)) AND (86400 >= ALL (callback_delays_s)))),
  CONSTRAINT collection_setting_expires_in_s_check CHECK (((expires_in_s >= 60) AND (expires_in_s <= 86400))),
  CONSTRAINT collection_setting_late_payment_check CHECK ((late_payment = ANY (ARRAY['credit'::text, 'abnormal'::text]))),
  CONSTRAINT collection_setting_same_name_count_check CHECK (((same_name_count >= 0) AND (same_name_count <= 1000))),
  CONSTRAINT collection_setting_same_name_minutes_check CHECK (((same_name_minutes >= 1) AND (same_name_minutes <= 1440))),
  CONSTRAINT collection_setting_tolerance_check CHECK (((tolerance >= 0) AND (tolerance <= 100000000)))
);
