-- Written from the migrated database by generate-schema; to change it, write a migration.
--
-- 20261121090000_foundation

CREATE TABLE business_clock (
  singleton boolean NOT NULL DEFAULT true,
  offset_us bigint NOT NULL DEFAULT 0,
  CONSTRAINT business_clock_pkey PRIMARY KEY (singleton),
  CONSTRAINT business_clock_singleton_check CHECK (singleton)
);
CREATE TRIGGER business_clock_forward BEFORE UPDATE ON business_clock FOR EACH ROW EXECUTE FUNCTION business_clock_only_moves_forward();
CREATE TRIGGER business_clock_stands BEFORE INSERT OR DELETE OR UPDATE OR TRUNCATE ON business_clock FOR EACH STATEMENT EXECUTE FUNCTION keep_business_clock();
