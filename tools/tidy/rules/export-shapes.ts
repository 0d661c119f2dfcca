import { isTest, serverPlace } from '../place.ts';
import type { Finding, Rule } from '../rule.ts';

const configuration = /(^|\/)[a-z.-]+\.config\.ts$/;

/** Names are exported one by one, under their own name; index.ts stands only at the edge of a module or adapter. */
export const exportShapes: Rule = {
  name: 'export shapes',
  check(tree) {
    const findings: Finding[] = [];
    for (const source of tree.sources) {
      const { path } = source;
      for (const line of source.exportsEverything) {
        findings.push({ path, line, says: '`export *` hides what is public; export the names' });
      }
      if (!configuration.test(path) && !path.endsWith('.d.ts')) {
        for (const line of source.exportsDefault) {
          findings.push({ path, line, says: 'no default exports outside configurations; export the name' });
        }
      }
      if (/(^|\/)index\.tsx?$/.test(path) && !isTest(path)) {
        const place = serverPlace(path);
        const isEdge = (place?.layer === 'module' || place?.layer === 'adapter') && place.isEdge;
        if (!isEdge)
          findings.push({ path, line: 1, says: 'index.ts stands only at the edge of a module or adapter' });
      }
    }
    return findings;
  },
};
