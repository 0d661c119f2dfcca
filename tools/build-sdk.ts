import { execFileSync } from 'node:child_process';
import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = fileURLToPath(new URL('../packages/merchant-sdk', import.meta.url));
const out = join(here, 'dist');
/** Declarations keep the ends that the source has. */
const relativeTs = /(['"])(\.{1,2}\/[^'"]+)\.ts\1/g;
const own = /(['"])@suanpan\/signing\/([a-z0-9-]+)\1/g;

/**
 * Makes the form that is published, in `dist`: JavaScript with its declarations, the signatures of `packages/signing`
 * inside, so that nothing else is installed with it; answers where. `npm pack` there gives the file.
 */
export function buildSdk(): string {
  rmSync(out, { recursive: true, force: true });
  const tsc = fileURLToPath(import.meta.resolve('typescript/package.json'));
  execFileSync(process.execPath, [join(dirname(tsc), 'bin/tsc'), '-p', join(here, 'tsconfig.build.json')], {
    stdio: 'inherit',
  });
  for (const entry of readdirSync(out, { recursive: true, encoding: 'utf8' })) {
    if (!/\.(js|d\.ts)$/.test(entry)) continue;
    const file = join(out, entry);
    const signing = relative(dirname(file), join(out, 'signing/src'));
    const text = readFileSync(file, 'utf8')
      .replace(own, (_, quote: string, name: string) => `${quote}${signing}/${name}.js${quote}`)
      .replace(relativeTs, '$1$2.js$1');
    writeFileSync(file, text);
  }
  const { name, version, license, description, type, engines } = JSON.parse(
    readFileSync(join(here, 'package.json'), 'utf8'),
  ) as Record<string, unknown>;
  const entry = './merchant-sdk/src/merchant';
  const published = {
    name,
    version,
    description,
    license,
    type,
    engines,
    exports: { '.': { types: `${entry}.d.ts`, default: `${entry}.js` } },
    files: ['merchant-sdk', 'signing', 'examples', 'README.md'],
  };
  writeFileSync(join(out, 'package.json'), `${JSON.stringify(published, null, 2)}\n`);
  cpSync(join(here, 'README.md'), join(out, 'README.md'));
  cpSync(join(here, 'examples'), join(out, 'examples'), { recursive: true });
  return out;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) buildSdk();
