import { Visitor } from 'oxc-parser';
import { isTest } from '../place.ts';
import type { Finding, Rule } from '../rule.ts';

const drawn = /^apps\/web\/src\/(screens|parts|kit|public)\//;
const colour = /#(?:[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})\b|\b(?:rgb|hsl|oklch)a?\(/i;
const unsafe = new Set(['innerHTML', 'outerHTML', 'insertAdjacentHTML', 'dangerouslySetInnerHTML']);

/** Pages draw with the theme's colours, and text reaches the page only as text. */
export const pageSafety: Rule = {
  name: 'colours and markup of pages',
  check(tree) {
    const findings: Finding[] = [];
    for (const source of tree.sources) {
      const { path, program } = source;
      if (!path.startsWith('apps/web/src/') || isTest(path)) continue;
      const add = (start: number, says: string) => findings.push({ path, line: source.lineAt(start), says });
      const lookColour = (text: string, start: number) => {
        const found = drawn.test(path) ? colour.exec(text)?.[0] : undefined;
        if (found)
          add(start, `the raw colour ${found} ignores theme and contrast; use a variable of the theme`);
      };
      const lookName = (name: string, start: number) => {
        if (unsafe.has(name)) add(start, `${name} lets text run as markup; render it as text`);
      };
      if (!program) {
        const bare = source.text.replace(/\/\*[^]*?\*\//g, (comment) => comment.replace(/[^\n]/g, ' '));
        for (const match of bare.matchAll(new RegExp(colour, 'gi'))) lookColour(match[0], match.index);
        continue;
      }
      new Visitor({
        Literal: (node) => {
          if (typeof node.value === 'string' && !node.value.startsWith('#/'))
            lookColour(node.value, node.start);
        },
        TemplateElement: (node) => lookColour(node.value.raw, node.start),
        JSXIdentifier: (node) => lookName(node.name, node.start),
        MemberExpression: (node) => {
          if (node.property.type === 'Identifier') lookName(node.property.name, node.start);
        },
      }).visit(program);
    }
    return findings;
  },
};
