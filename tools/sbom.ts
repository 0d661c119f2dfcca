import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { componentsOf } from './gates/components.ts';
import { readLock } from './gates/lock.ts';
import { root } from './run-node.ts';

// `npm run sbom [-- <file>]`: what this product is made of, as CycloneDX, from the lock alone. Nothing of it is committed:
// every release makes its own, so that it cannot fall behind.
const text = `${JSON.stringify(componentsOf(readLock(root)), null, 2)}\n`;
const file = process.argv[2];
if (file === undefined) process.stdout.write(text);
else writeFileSync(resolve(file), text);
