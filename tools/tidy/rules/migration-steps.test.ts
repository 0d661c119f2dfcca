import { expect, test } from 'vitest';
import { found } from '../testing/planted.ts';
import { migrationSteps } from './migration-steps.ts';

const path = 'apps/server/migrations/20261201000000_next.sql';
const head = '-- Up Migration\n-- Why.\n';

test.each([
  'DROP TABLE payer;',
  'ALTER TABLE payer DROP COLUMN name;',
  'drop function pay(bigint);',
  'ALTER TABLE payer RENAME COLUMN name TO title;',
  'ALTER TABLE payer RENAME TO payers;',
  'ALTER TABLE payer ALTER COLUMN amount TYPE numeric;',
  'ALTER TABLE payer ALTER amount SET DATA TYPE numeric;',
  'ALTER TABLE payer ALTER COLUMN name SET NOT NULL;',
  'ALTER TABLE payer ALTER COLUMN name DROP DEFAULT;',
  'ALTER TABLE payer ADD COLUMN name text NOT NULL;',
  'ALTER TABLE payer ADD COLUMN name text NOT NULL, ADD COLUMN at timestamptz DEFAULT now();',
  "ALTER TABLE payer ADD CONSTRAINT known CHECK (name <> '');",
  'REVOKE SELECT ON payer FROM suanpan_report;',
  // The word COLUMN may be left out.
  'ALTER TABLE payer DROP name;',
  'ALTER TABLE payer ADD name text NOT NULL;',
  'ALTER TABLE "payer" ALTER COLUMN "amount" TYPE numeric;',
  'ALTER TABLE payer ADD COLUMN name text NOT NULL, ALTER COLUMN at SET DEFAULT now();',
  'ALTER TABLE payer ADD COLUMN sum numeric(12, 2) CHECK (sum > 0) NOT NULL;',
  'ALTER TABLE payer ADD CONSTRAINT one UNIQUE (name);',
  'ALTER TABLE payer ADD FOREIGN KEY (name) REFERENCES person;',
  'ALTER TABLE payer SET SCHEMA old;',
  'ALTER TABLE payer ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY;',
  'CREATE UNIQUE INDEX payer_name ON payer (name);',
  'CREATE TRIGGER looked_at BEFORE INSERT ON payer FOR EACH ROW EXECUTE FUNCTION look();',
  'ALTER TABLE payer DROP CONSTRAINT payer_name_key;',
  'DROP INDEX payer_name;',
  'DROP MATERIALIZED VIEW payer_day;',
  'DROP PROCEDURE pay;',
  'TRUNCATE payer;',
  'DO $$ BEGIN ALTER TABLE payer DROP COLUMN name; END $$;',
  "DO LANGUAGE plpgsql $run$ BEGIN EXECUTE 'DROP TABLE payer'; END $run$;",
])('%s is found', (statement) => {
  expect(found(migrationSteps, { [path]: `${head}${statement}\n` })).toEqual([`${path}:3`]);
});

test.each([
  'CREATE TABLE payer (name text NOT NULL CHECK (length(name) > 0));',
  'ALTER TABLE payer ADD COLUMN name text;',
  "ALTER TABLE payer ADD COLUMN name text NOT NULL DEFAULT '';",
  "ALTER TABLE payer ADD COLUMN name text DEFAULT '' NOT NULL, ADD COLUMN at timestamptz;",
  'CREATE INDEX payer_name ON payer (name);',
  'CREATE OR REPLACE FUNCTION pay() RETURNS void LANGUAGE sql AS $$ DROP TABLE payer $$;',
  "COMMENT ON TABLE payer IS 'DROP TABLE payer'; -- DROP TABLE payer",
  '/* DROP TABLE payer; */ SELECT 1;',
  'ALTER TABLE payer ALTER COLUMN name DROP NOT NULL;',
  'ALTER TABLE payer ADD id bigserial NOT NULL;',
  'CREATE TABLE guest (name text); CREATE UNIQUE INDEX guest_name ON guest (name); ALTER TABLE guest ADD UNIQUE (name);',
  'CREATE TEMP TABLE moved ON COMMIT DROP AS SELECT 1;',
  'DO $$ BEGIN -- DROP TABLE payer\nPERFORM 1; END $$;',
])('%s serves the version before as well', (statement) => {
  expect(found(migrationSteps, { [path]: `${head}${statement}\n` })).toEqual([]);
});

test('whoever says why the version before does not mind may, and what was written before the first release stays', () => {
  const drop = 'DROP TABLE payer;\n';
  const said = `${head}-- The version before: has not read it since 2.3.\n${drop}`;
  expect(found(migrationSteps, { [path]: said })).toEqual([]);
  const early = 'apps/server/migrations/20261127000000_early.sql';
  expect(found(migrationSteps, { [early]: `${head}${drop}`, 'docs/drop.sql': drop })).toEqual([]);
});
