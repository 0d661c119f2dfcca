import type { Finding, Rule } from '../rule.ts';

const kebab = /^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9]+(-[a-z0-9]+)*)*$/;
const empty = /^(utils?|helpers?|common|managers?|data|info|misc|shared|lib|types|constants)(\.|$)/;

/** Folders whose files bear the spelling of a route. */
const routes = /^(apps\/web\/src\/screens|packages\/contract\/src\/screens|packages\/messages\/src)\//;

/** Files say what is in them: kebab-case, and none of the names that mean nothing. */
export const fileNames: Rule = {
  name: 'file names',
  check(tree) {
    const findings: Finding[] = [];
    for (const path of tree.paths) {
      if (!/^(packages|apps|e2e|bench|tools)\/.*\.tsx?$/.test(path) || routes.test(path)) continue;
      const name = path.slice(path.lastIndexOf('/') + 1);
      if (!kebab.test(name)) findings.push({ path, line: 1, says: 'is not kebab-case' });
      if (empty.test(name))
        findings.push({ path, line: 1, says: 'says nothing by its name; name what it does' });
    }
    return findings;
  },
};
