import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Endpoint } from '@suanpan/contract/endpoint';
import { describeBackOffice } from '@suanpan/contract/openapi/back-office';
import { describeMerchantApi } from '@suanpan/contract/openapi/merchant';
import { root } from './run-node.ts';

// `npm run openapi [-- <folder>]`: writes what a running server answers at /api/openapi.json and /api/v2/openapi.json.
// Nothing of it is committed: the server makes both of the contract, so that they cannot fall behind it.
const folder = resolve(process.argv[2] ?? join(root, 'docs/openapi'));

async function endpoints(): Promise<Endpoint[]> {
  const source = new URL('../packages/contract/src/endpoints/', import.meta.url);
  const files = readdirSync(source).toSorted();
  const exported = await Promise.all(
    files.map((file) => import(new URL(file, source).href) as Promise<object>),
  );
  return exported.flatMap((each) => Object.values(each).filter(isEndpoint));
}

function isEndpoint(each: unknown): each is Endpoint {
  return typeof each === 'object' && each !== null && 'method' in each && 'path' in each && 'access' in each;
}

mkdirSync(folder, { recursive: true });
const documents = {
  'merchant-api': describeMerchantApi(),
  'back-office': describeBackOffice(await endpoints()),
};
for (const [name, document] of Object.entries(documents)) {
  const path = join(folder, `${name}.openapi.json`);
  writeFileSync(path, `${JSON.stringify(document, null, 2)}\n`);
  process.stdout.write(`wrote ${path}: ${Object.keys(document.paths).length} paths\n`);
}
