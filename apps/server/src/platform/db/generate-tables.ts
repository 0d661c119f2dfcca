import type pg from 'pg';

interface Column {
  readonly table: string;
  readonly isView: boolean;
  readonly column: string;
  readonly type: string;
  readonly notNull: boolean;
  readonly identity: '' | 'a' | 'd';
  readonly generated: boolean;
  readonly hasDefault: boolean;
  readonly enumLabels: string[] | null;
}

const typeOf: Record<string, string> = {
  int8: 'bigint',
  int2: 'number',
  int4: 'number',
  float4: 'number',
  float8: 'number',
  bool: 'boolean',
  numeric: 'string',
  timestamptz: 'Date',
  timestamp: 'Date',
  bytea: 'Buffer',
  json: 'Json',
  jsonb: 'Json',
};

/**
 * Reads the catalog of a migrated database and writes the row types for Kysely: bigint for int8, strings for
 * numeric and dates, unions for columns whose CHECK lists their words, `Generated` for what the database fills.
 */
export async function generateTables(client: pg.Client | pg.Pool): Promise<string> {
  const { rows: columns } = await client.query<Column>(`
    SELECT c.relname AS "table", c.relkind IN ('v', 'm') AS "isView", a.attname AS "column",
           COALESCE(base.typname, t.typname) AS type, a.attnotnull OR t.typnotnull AS "notNull",
           a.attidentity AS identity, a.attgenerated <> '' AS generated, a.atthasdef AS "hasDefault",
           (SELECT array_agg(e.enumlabel::text ORDER BY e.enumsortorder) FROM pg_enum e WHERE e.enumtypid = t.oid) AS "enumLabels"
    FROM pg_class c
    JOIN pg_namespace n ON n.oid = c.relnamespace AND n.nspname = 'public'
    JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
    JOIN pg_type t ON t.oid = a.atttypid
    LEFT JOIN pg_type base ON base.oid = t.typbasetype AND t.typtype = 'd'
    WHERE c.relkind IN ('r', 'p', 'v', 'm') AND NOT c.relispartition AND c.relname NOT IN ('migration', 'migration_text')
      AND NOT EXISTS (SELECT 1 FROM pg_depend d WHERE d.objid = c.oid AND d.deptype = 'e')
    ORDER BY c.relname, a.attnum`);
  const unions = await wordUnions(client);

  const tables = Map.groupBy(columns, ({ table }) => table);
  const lines = [
    '// Generated from the migrated database by `node apps/server/src/tools/generate-schema.ts`; do not edit.',
    "import type { ColumnType } from 'kysely';",
    '',
    'type Generated<T> =',
    '  T extends ColumnType<infer S, infer I, infer U> ? ColumnType<S, I | undefined, U> : ColumnType<T, T | undefined, T>;',
    'type GeneratedAlways<T> = ColumnType<T, never, never>;',
    '/** Any JSON; written as text or as a value the driver turns into text. */',
    'type Json = ColumnType<unknown, unknown, unknown>;',
    '',
  ];
  for (const [table, rows] of tables) {
    lines.push(`export interface ${pascal(table)}Table {`);
    for (const row of rows)
      lines.push(`  ${row.column}: ${columnType(row, unions.get(`${table}.${row.column}`))};`);
    lines.push('}', '');
  }
  lines.push('export interface Tables {');
  for (const table of tables.keys()) lines.push(`  ${table}: ${pascal(table)}Table;`);
  lines.push('}', '');
  return lines.join('\n');
}

function columnType(row: Column, words: string[] | undefined): string {
  const isArray = row.type.startsWith('_');
  const plain = isArray ? row.type.slice(1) : row.type;
  const union = row.enumLabels ?? words;
  let type =
    union?.map((word) => `'${word.replaceAll("'", "\\'")}'`).join(' | ') ?? typeOf[plain] ?? 'string';
  if (isArray) type = type.includes('|') ? `(${type})[]` : `${type}[]`;
  // A view's columns never say NOT NULL; whoever reads a view knows from its text what may be absent.
  if (!row.notNull && !row.isView && type !== 'Json') type = `${type} | null`;
  if (row.generated || row.identity === 'a') return `GeneratedAlways<${type}>`;
  return row.identity === 'd' || row.hasDefault ? `Generated<${type}>` : type;
}

/** `CHECK (status IN ('a', 'b'))` on one column becomes the union of its words. */
async function wordUnions(client: pg.Client | pg.Pool): Promise<Map<string, string[]>> {
  const { rows } = await client.query<{ table: string; column: string; definition: string }>(`
    SELECT c.relname AS "table", a.attname AS "column", pg_get_constraintdef(k.oid) AS definition
    FROM pg_constraint k
    JOIN pg_class c ON c.oid = k.conrelid
    JOIN pg_namespace n ON n.oid = c.relnamespace AND n.nspname = 'public'
    JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = k.conkey[1]
    WHERE k.contype = 'c' AND array_length(k.conkey, 1) = 1`);
  const unions = new Map<string, string[]>();
  for (const { table, column, definition } of rows) {
    const listed =
      /^CHECK \(\(\(?"?\w+"?\)?(?:::text)? = ANY \(\(?ARRAY\[(.*?)\]\)?(?:::text\[\])?\)\)\)$/.exec(
        definition,
      )?.[1];
    if (listed === undefined) continue;
    const words = [...listed.matchAll(/'((?:[^']|'')*)'::/g)].map((match) =>
      (match[1] ?? '').replaceAll("''", "'"),
    );
    if (words.length > 0) unions.set(`${table}.${column}`, words);
  }
  return unions;
}

function pascal(name: string): string {
  return name
    .split('_')
    .map((part) => part.slice(0, 1).toUpperCase() + part.slice(1))
    .join('');
}
