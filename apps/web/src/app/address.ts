import { createContext } from 'react';
import { parseFlatSearch, stringifyFlatSearch } from '../lib/flat-search.ts';

/** What stands behind the `#` of the page's address. */
export interface Address {
  /** Begins with `/` and does not end with one, unless it is all of it. */
  readonly path: string;
  /** Begins with `?`, or is empty; without what is empty, so that one place has one spelling. */
  readonly search: string;
}

export function addressNow(): Address {
  const [, path = '', search = ''] = /^#?([^?]*)\??(.*)$/.exec(location.hash) ?? [];
  return { path: path.replace(/\/+$/, '') || '/', search: stringifyFlatSearch(parseFlatSearch(search)) };
}

/** Where the page in front is; it changes once whoever may not be there has been led away. */
export const AddressContext = createContext<Address>({ path: '/', search: '' });
