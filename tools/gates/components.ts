import { licenceOf } from './licences.ts';
import type { Lock } from './lock.ts';

interface Component {
  readonly type: 'library';
  readonly 'bom-ref': string;
  readonly name: string;
  readonly version: string;
  readonly purl: string;
  /** `excluded` is of no product that is delivered: it builds and tests. */
  readonly scope: 'required' | 'optional' | 'excluded';
  readonly hashes: readonly { readonly alg: string; readonly content: string }[];
  readonly licenses: readonly { readonly expression: string }[];
}

export interface Components {
  readonly bomFormat: 'CycloneDX';
  readonly specVersion: '1.6';
  readonly version: 1;
  readonly metadata: {
    readonly component: { readonly type: 'application'; readonly name: string; readonly version: string };
  };
  readonly components: readonly Component[];
}

/** Every package of the lock, once for each name and version, in their order: the same lock gives the same list. */
export function componentsOf(lock: Lock): Components {
  const product = lock[''];
  const found = new Map<string, Component>();
  for (const [path, entry] of Object.entries(lock)) {
    if (!path.includes('node_modules/') || entry.link) continue;
    const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
    const version = entry.version ?? '';
    // The scope's sign is written out in a package URL.
    const purl = `pkg:npm/${name.replace(/^@/, '%40')}@${version}`;
    const licence = licenceOf(path, entry);
    const component: Component = {
      type: 'library',
      'bom-ref': purl,
      name,
      version,
      purl,
      scope: entry.dev === true ? 'excluded' : entry.optional === true ? 'optional' : 'required',
      hashes: hashesOf(entry.integrity ?? ''),
      licenses: licence === undefined ? [] : [{ expression: licence }],
    };
    // One that stands twice is needed as much as where it is needed most.
    const known = found.get(purl);
    if (known === undefined || rank(component) < rank(known)) found.set(purl, component);
  }
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: {
      component: { type: 'application', name: product?.name ?? '', version: product?.version ?? '' },
    },
    components: [...found.values()].toSorted((a, b) => (a.purl < b.purl ? -1 : 1)),
  };
}

const rank = ({ scope }: Component): number => ['required', 'optional', 'excluded'].indexOf(scope);

/** `sha512-<base64>` of the lock, as CycloneDX writes it. */
function hashesOf(integrity: string): Component['hashes'] {
  return integrity.split(' ').flatMap((each) => {
    const [, bits, base64 = ''] = /^sha(256|384|512)-(.+)$/.exec(each) ?? [];
    return bits === undefined
      ? []
      : [{ alg: `SHA-${bits}`, content: Buffer.from(base64, 'base64').toString('hex') }];
  });
}
