import type { Finding, Rule } from '../rule.ts';

const promise = /\b(TODO|FIXME|XXX|HACK)\b/;
const code =
  /^\s*(?:(?:const|let|return|await|import|export|if|for)\b.*[;{]|\w+\(.*\);|\}\s*(?:else\b.*)?)\s*$/;

/** Comments say why; promises belong to the tracker and old code to the history. */
export const remarks: Rule = {
  name: 'remarks',
  check(tree) {
    const findings: Finding[] = [];
    for (const source of tree.sources) {
      for (const { type, value, start } of source.comments) {
        const at = { path: source.path, line: source.lineAt(start) };
        if (promise.test(value))
          findings.push({ ...at, says: 'do it, or write it down where work is planned' });
        else if (type === 'Line' && code.test(value)) {
          findings.push({ ...at, says: 'this looks like commented-out code; the history keeps it' });
        }
      }
    }
    return findings;
  },
};
