import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { planAdapter } from './new/adapter.ts';
import { planEndpoint } from './new/endpoint.ts';
import { planScreen } from './new/screen.ts';
import type { Plan } from './new/plan.ts';
import { commandOf, printNow, root, runNode } from './run-node.ts';

const [kind, first, second, third] = process.argv.slice(2);
const usage = `npm run new adapter <driver>
npm run new endpoint <module>/<verb>-<noun> <permission> <audit kind>
npm run new screen <route> <contract file>/<list endpoint>
`;

function plan(): Plan {
  if (kind === 'adapter') return planAdapter(first);
  if (kind === 'endpoint') return planEndpoint(first, second, third);
  if (kind === 'screen') return planScreen(first, second);
  throw new Error(`There is no recipe "${kind ?? ''}".\n${usage}`);
}

function write(path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}

async function main(): Promise<void> {
  const { files, changes, remains } = plan();
  const standing = Object.keys(files).filter((path) => existsSync(join(root, path)));
  if (standing.length > 0) throw new Error(`These stand already: ${standing.join(', ')}`);
  for (const [path, text] of Object.entries(files)) write(path, text);
  for (const [path, change] of Object.entries(changes)) {
    const present = existsSync(join(root, path)) ? readFileSync(join(root, path), 'utf8') : undefined;
    write(path, change(present));
  }
  const touched = [...Object.keys(files), ...Object.keys(changes)];
  await runNode([commandOf('oxfmt', 'oxfmt'), ...touched], { print: printNow });
  process.stdout.write(`${touched.map((path) => `wrote  ${path}`).join('\n')}\n`);
  process.stdout.write(`${remains.map((line) => `remains: ${line}`).join('\n')}\n`);
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 2;
});
