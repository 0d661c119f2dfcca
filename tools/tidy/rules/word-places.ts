import { Visitor } from 'oxc-parser';
import { isTest } from '../place.ts';
import type { Finding, Rule } from '../rule.ts';

const cjk = /[\u2e80-\u2fdf\u3001-\u303f\u3040-\u30ff\u3105-\u312f\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff]/;

/** The product's own name is the same in all languages. */
const productName = '算盤';

/** Words of the interface live in messages; banks, people of the demo, forms of characters and vectors are data. */
const homes = [
  /^packages\/messages\//,
  /^apps\/sandbox\//,
  /^(e2e|bench|tools)\//,
  /\/bank-list(\.ts|\/)/,
  /\/demo-names\.ts$/,
  /\/han-variants\.ts$/,
  /^packages\/signing\/src\/vectors\.ts$/,
];

/** Chinese text stands in packages/messages, so that no language is left out. */
export const wordPlaces: Rule = {
  name: 'word places',
  check(tree) {
    const findings: Finding[] = [];
    for (const source of tree.sources) {
      const { path, program } = source;
      if (!program || isTest(path) || homes.some((home) => home.test(path))) continue;
      const look = (text: string, start: number) => {
        if (!cjk.test(text.replaceAll(productName, ''))) return;
        const says = `"${text.trim().slice(0, 20)}" is a word of one language; put it into packages/messages`;
        findings.push({ path, line: source.lineAt(start), says });
      };
      new Visitor({
        Literal: (node) => {
          if (typeof node.value === 'string') look(node.value, node.start);
        },
        TemplateElement: (node) => look(node.value.raw, node.start),
        JSXText: (node) => look(node.value, node.start),
      }).visit(program);
    }
    return findings;
  },
};
