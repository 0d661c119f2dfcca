import { expect, test } from 'vitest';
import { testDatabase } from '../../../test/database.ts';
import { tellSchema } from './tell-schema.ts';

const { admin } = await testDatabase();

test('a function is told as it is in force, behind what each migration said of it', async () => {
  await admin.query(`CREATE FUNCTION twice(n bigint) RETURNS bigint LANGUAGE sql AS 'SELECT n * 2'`);
  await admin.query(`CREATE FUNCTION twice(t text) RETURNS text LANGUAGE sql AS 'SELECT t || t'`);
  const said = new Map([
    [
      '1_first.sql',
      `-- Of the file.\n\n-- Up Migration\n-- Doubles.\nCREATE FUNCTION twice(n bigint) RETURNS bigint AS 'SELECT n + n';\n`,
    ],
    ['2_other.sql', `CREATE FUNCTION twice_over(n bigint) RETURNS bigint AS 'SELECT 1';\nSELECT twice(1);\n`],
    [
      '3_last.sql',
      `-- As before,\n-- but quicker.\nCREATE OR REPLACE FUNCTION twice(n bigint) RETURNS bigint AS '…';\n`,
    ],
  ]);
  const told = (await tellSchema(admin, said)).get('functions/twice.sql')?.split('\n');
  expect(told?.slice(1, 9)).toEqual([
    '--',
    '-- 1_first',
    '-- Doubles.',
    '--',
    '-- 3_last',
    '-- As before,',
    '-- but quicker.',
    '',
  ]);
  const text = told?.slice(9).join('\n') ?? '';
  expect(text.match(/^CREATE FUNCTION twice\(.*\)$/gm)).toEqual([
    'CREATE FUNCTION twice(n bigint)',
    'CREATE FUNCTION twice(t text)',
  ]);
  expect(text).toContain('SELECT n * 2');
});

test('a table is told with what it guarantees, and a view as it is asked', async () => {
  await admin.query(
    `CREATE TABLE part (id bigint PRIMARY KEY, whole text NOT NULL DEFAULT 'all' CHECK (whole <> ''), at timestamptz)`,
  );
  await admin.query('CREATE INDEX part_at ON part (at) WHERE at IS NOT NULL');
  await admin.query(
    'CREATE TRIGGER part_kept BEFORE DELETE ON part EXECUTE FUNCTION suppress_redundant_updates_trigger()',
  );
  await admin.query('CREATE VIEW parts AS SELECT id FROM part');
  const said = new Map([['1_first.sql', '-- What is part of it.\nCREATE TABLE part (\n']]);
  const told = await tellSchema(admin, said);
  expect(told.get('tables/part.sql')?.split('\n').slice(1, 4)).toEqual([
    '--',
    '-- 1_first',
    '-- What is part of it.',
  ]);
  expect(told.get('tables/part.sql')?.split('\n').slice(5)).toEqual([
    'CREATE TABLE part (',
    '  id bigint NOT NULL,',
    "  whole text NOT NULL DEFAULT 'all'::text,",
    '  at timestamp with time zone,',
    '  CONSTRAINT part_pkey PRIMARY KEY (id),',
    "  CONSTRAINT part_whole_check CHECK ((whole <> ''::text))",
    ');',
    'CREATE INDEX part_at ON part USING btree (at) WHERE (at IS NOT NULL);',
    'CREATE TRIGGER part_kept BEFORE DELETE ON part FOR EACH STATEMENT EXECUTE FUNCTION suppress_redundant_updates_trigger();',
    '',
  ]);
  expect(told.get('tables/parts.sql')).toContain('CREATE VIEW parts AS');
  expect([...told.keys()].filter((path) => /migration/.test(path))).toEqual([]);
});
