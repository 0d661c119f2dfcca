import { isTest, serverPlace } from '../place.ts';
import type { Finding, Rule } from '../rule.ts';
import type { Source } from '../source.ts';
import { reachedPastTheirOwner, tablesOf } from '../tables.ts';

const generated = 'apps/server/src/platform/db/tables.generated.ts';
const list = 'tools/tidy/tables.ts';
const inSql = /\b(?:FROM|JOIN|INTO|UPDATE)\s+(?:ONLY\s+)?(?:(?:whole|archive|public)\.)?([a-z_]+)/g;
const inBuilder =
  /\b(?:selectFrom|insertInto|updateTable|deleteFrom|innerJoin|leftJoin)\('([a-z_]+)(?: as \w+)?'/g;

const ownerOf = new Map(
  Object.entries(tablesOf).flatMap(([owner, tables]) => tables.map((table) => [table, owner] as const)),
);

/** Each table named in a file, with the offset of the name's statement. */
const named = ({ text }: Source): { readonly table: string; readonly at: number }[] =>
  [inSql, inBuilder].flatMap((form) =>
    [...text.matchAll(form)].map((match) => ({ table: match[1] ?? '', at: match.index })),
  );

/** A table is reached by SQL in the module that owns it, and where the list of exceptions still says so. */
export const tableOwners: Rule = {
  name: 'table owners',
  check(tree) {
    const findings: Finding[] = [];
    const needed = new Set<string>();
    for (const source of tree.sources) {
      const place = serverPlace(source.path);
      if (place?.layer !== 'module' || isTest(source.path)) continue;
      for (const { table, at } of named(source)) {
        const owner = ownerOf.get(table);
        if (owner === undefined || owner === 'platform' || owner === place.name) continue;
        needed.add(`${place.name} ${table}`);
        if (reachedPastTheirOwner[place.name]?.includes(table) === true) continue;
        const says = `${table} belongs to ${owner}; ask modules/${owner}/index.ts`;
        findings.push({ path: source.path, line: source.lineAt(at), says });
      }
    }
    const tables = tree.sources.find(({ path }) => path === generated);
    // Where nothing but a planted file is looked at, nothing can be said of the whole.
    if (tables === undefined) return findings;
    for (const [, table = ''] of tables.text.matchAll(/^ {2}(?:readonly )?(\w+): \w+Table;/gm)) {
      if (!ownerOf.has(table))
        findings.push({ path: list, line: 1, says: `${table} has no owner; name one` });
    }
    for (const [module, exceptions] of Object.entries(reachedPastTheirOwner)) {
      for (const table of exceptions.filter((each) => !needed.has(`${module} ${each}`)))
        findings.push({
          path: list,
          line: 1,
          says: `${module} reaches ${table} no more; take it off the list`,
        });
    }
    return findings;
  },
};
