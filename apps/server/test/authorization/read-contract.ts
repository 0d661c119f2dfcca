import { readdirSync } from 'node:fs';
import type { Endpoint } from '@suanpan/contract/endpoint';

/** Every endpoint by method and path, read from the folder, so that a new file cannot be forgotten. */
export async function readContract(): Promise<ReadonlyMap<string, Endpoint>> {
  const folder = new URL('../../../../packages/contract/src/endpoints/', import.meta.url);
  const found = new Map<string, Endpoint>();
  for (const file of readdirSync(folder)) {
    const exported = (await import(new URL(file, folder).href)) as Record<string, unknown>;
    for (const each of Object.values(exported).flatMap(inside))
      found.set(`${each.method} ${each.path}`, each);
  }
  return found;
}

/** An endpoint, or those of a group that exists once for each direction of money. */
function inside(each: unknown): Endpoint[] {
  if (isEndpoint(each)) return [each];
  return typeof each === 'object' && each !== null ? Object.values(each).filter(isEndpoint) : [];
}

function isEndpoint(each: unknown): each is Endpoint {
  return typeof each === 'object' && each !== null && 'method' in each && 'path' in each && 'access' in each;
}
