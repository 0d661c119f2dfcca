import { useEffect, useMemo } from 'react';
import { stringifyFlatSearch, type FlatSearch } from '../../lib/flat-search.ts';
import { holdsPrivate, keepPrivate, usePrivateSearch, withoutPrivate } from '../../lib/private-search.ts';
import type { ScreenPlace } from '../../lib/screen-search.ts';

/**
 * The place of a screen: its search stands in the address, but for the names and cards in it, which this page alone
 * remembers. A link that carries some is taken at its word and then loses them.
 */
export function useOwnPlace(name: string, title: string, inAddress: FlatSearch): ScreenPlace {
  const remembered = usePrivateSearch(name);
  const place = useMemo<ScreenPlace>(
    () => ({
      name,
      title,
      search: holdsPrivate(inAddress) ? inAddress : { ...inAddress, ...remembered },
      setSearch: (next, isStep) => {
        keepPrivate(name, next);
        const href = `#/wrap/${name}${stringifyFlatSearch(withoutPrivate(next))}`;
        if (isStep) location.hash = href;
        else location.replace(href);
      },
    }),
    [name, title, inAddress, remembered],
  );
  useEffect(() => {
    if (holdsPrivate(inAddress)) place.setSearch(inAddress);
  }, [inAddress, place]);
  return place;
}
