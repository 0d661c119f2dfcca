import { fileURLToPath } from 'node:url';
import { rules } from './rules/all.ts';
import { describeSizes } from './sizes.ts';
import { readTree } from './tree.ts';

const tree = readTree(fileURLToPath(new URL('../..', import.meta.url)));
const findings = rules.flatMap((rule) =>
  rule.check(tree).map(({ path, line, says }) => `${path}:${line} [${rule.name}] ${says}`),
);
const sum = `tidy: ${rules.length} rules, ${tree.sources.length} files, ${findings.length} breaches`;
process.stdout.write([...findings, describeSizes(tree), sum, ''].join('\n'));
process.exitCode = findings.length === 0 ? 0 : 1;
