import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from './run-node.ts';

const page = readFileSync(join(root, 'docs/keys-and-data.md'), 'utf8');
const tables = readFileSync(join(root, 'apps/server/src/platform/db/tables.generated.ts'), 'utf8');

/** `table.column` of every table of the database; views only show what stands elsewhere. */
function columns(): string[] {
  const names = new Map(
    [...tables.matchAll(/^ {2}(\w+): (\w+)Table;$/gm)].map(([, table = '', shape = '']) => [shape, table]),
  );
  return [...tables.matchAll(/^export interface (\w+)Table \{\n([^}]*)\}/gm)].flatMap(
    ([, shape = '', body = '']) => {
      const table = names.get(shape) ?? '';
      const found = [...body.matchAll(/^ {2}(\w+)\??:/gm)].map(([, column = '']) => `${table}.${column}`);
      return table === 'audit_entry' ? [] : found;
    },
  );
}

test('every column that holds a secret, a hash of one, or a person stands in the inventory', () => {
  const all = columns();
  expect(all.length).toBeGreaterThan(300);
  const wanted = all.filter((column) =>
    /(_sealed|_hash|_mark|\.ip|_ip|\.user_agent|\.phone|\.email|\.real_name|\.account_name|\.payer|\.payer_last5|\.card_shown)$/.test(
      column,
    ),
  );
  expect(wanted.length).toBeGreaterThan(40);
  expect(wanted.filter((column) => !page.includes(`\`${column}\``))).toEqual([]);
});

test('every column that it names is there', () => {
  const all = new Set(columns());
  const named = [...page.matchAll(/`([a-z_]+\.[a-z_0-9]+)`/g)].map(([, name = '']) => name);
  expect(named.filter((name) => !all.has(name) && name !== 'payout_order.card')).toEqual([]);
});

test('every use of the keys stands in it', () => {
  const source = join(root, 'apps/server/src');
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.ts') && !/\.test\.ts$|(^|\/)(testing|demo)\//.test(file),
  );
  const uses = files.flatMap((file) => {
    const text = readFileSync(join(source, file), 'utf8');
    return [...text.matchAll(/(?:deriveKey\(|keyedHash\([^;]*?, )['`]([a-z_. ]+)/g)].map(([, use = '']) =>
      use.trim(),
    );
  });
  expect(uses.length).toBeGreaterThan(4);
  expect(uses.filter((use) => !page.includes(use))).toEqual([]);
});
