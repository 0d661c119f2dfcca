import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Plugin } from 'vite';

const require = createRequire(import.meta.url);

/** Where each exported name of a barrel lives: name → [file, name inside that file]. */
function readBarrel(entry: string): Map<string, readonly [file: string, name: string]> {
  const source = readFileSync(entry, 'utf8');
  const folder = dirname(entry);
  const locals = new Map<string, readonly [string, string]>();
  const exported = new Map<string, readonly [string, string]>();
  for (const [, kind, names = '', from = ''] of source.matchAll(
    /(import|export)\s*\{([^}]*)\}\s*from\s*["']([^"']+)["']/g,
  )) {
    for (const part of names.split(',')) {
      const [name, alias] = part.trim().split(/\s+as\s+/);
      if (!name) continue;
      const target = [join(folder, from), name] as const;
      (kind === 'import' ? locals : exported).set(alias ?? name, target);
    }
  }
  for (const [, names = ''] of source.matchAll(/export\s*\{([^}]*)\}\s*;/g)) {
    for (const part of names.split(',')) {
      const [local, alias] = part.trim().split(/\s+as\s+/);
      const target = local && locals.get(local);
      if (target) exported.set(alias ?? local, target);
    }
  }
  return exported;
}

/**
 * Rewrites named imports of barrel packages to their leaf files. A barrel would put the component set of the
 * whole product into the first chunk; with leaves the login page carries only what it shows.
 */
export function leafImports(packages: Readonly<Record<string, string>>): Plugin {
  const barrels = new Map(
    Object.entries(packages).map(([name, entry]) => {
      // Not every package exports its package.json, so its folder is read off its main file.
      const main = require.resolve(name);
      const root = main.slice(
        0,
        main.lastIndexOf(join('node_modules', name)) + join('node_modules', name).length,
      );
      return [name, readBarrel(join(root, entry))];
    }),
  );
  const statement = new RegExp(
    `import\\s*\\{([^}]*)\\}\\s*from\\s*["'](${Object.keys(packages).join('|')})["'];?`,
    'g',
  );
  return {
    name: 'suanpan:leaf-imports',
    enforce: 'post',
    transform: {
      filter: { code: new RegExp(`["'](${Object.keys(packages).join('|')})["']`) },
      handler(code) {
        let changed = false;
        const result = code.replace(statement, (whole, names: string, source: string) => {
          const barrel = barrels.get(source);
          const lines: string[] = [];
          for (const part of names.split(',')) {
            const [name, alias] = part.trim().split(/\s+as\s+/);
            if (!name) continue;
            const leaf = barrel?.get(name);
            if (!leaf) return whole;
            lines.push(`import { ${leaf[1]} as ${alias ?? name} } from ${JSON.stringify(leaf[0])};`);
          }
          changed = true;
          return lines.join(' ');
        });
        return changed ? { code: result, map: null } : null;
      },
    },
  };
}
