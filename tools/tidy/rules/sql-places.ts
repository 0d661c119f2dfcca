import { Visitor } from 'oxc-parser';
import { isTest } from '../place.ts';
import type { Finding, Rule } from '../rule.ts';

const allowed = /^apps\/server\/(migrations\/|src\/platform\/|.*\.(queries|store)\.ts$)/;
const verbs = [
  'select\\s+[^;]*\\s+from',
  'insert\\s+into',
  'update\\s+\\w+\\s+set',
  'delete\\s+from',
  'with\\s+\\w+\\s+as',
];
// All lower or all upper case: prose that begins with "Select" is no SQL.
const either = verbs.flatMap((verb) => [verb, verb.replace(/[a-z]{2,}/g, (word) => word.toUpperCase())]);
const statement = new RegExp(`^\\s*(${either.join('|')})\\s`);
const builders = new Set([
  'selectFrom',
  'insertInto',
  'updateTable',
  'deleteFrom',
  'mergeInto',
  'withRecursive',
]);

/** In the server SQL stands only in *.queries.ts (reads), *.store.ts (writes and locks), migrations and platform. */
export const sqlPlaces: Rule = {
  name: 'SQL places',
  check(tree) {
    const findings: Finding[] = [];
    for (const source of tree.sources) {
      const { path, program } = source;
      if (!program || !path.startsWith('apps/server/') || allowed.test(path) || isTest(path)) continue;
      const add = (start: number, what: string) => {
        const says = `${what} stands here; move it to a .queries.ts (reads) or .store.ts (writes) file`;
        findings.push({ path, line: source.lineAt(start), says });
      };
      new Visitor({
        MemberExpression(node) {
          if (node.property.type === 'Identifier' && builders.has(node.property.name)) {
            add(node.start, node.property.name);
          }
        },
        TaggedTemplateExpression(node) {
          if (node.tag.type === 'Identifier' && node.tag.name === 'sql') add(node.start, 'an SQL template');
        },
        TemplateElement(node) {
          if (statement.test(node.value.raw)) add(node.start, 'an SQL statement');
        },
        Literal(node) {
          if (typeof node.value === 'string' && statement.test(node.value))
            add(node.start, 'an SQL statement');
        },
      }).visit(program);
    }
    return findings;
  },
};
