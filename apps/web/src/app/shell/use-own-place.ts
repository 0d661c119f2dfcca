import { useEffect, useMemo } from 'react';
import { stringifyFlatSearch, type FlatSearch } from '../../lib/flat-search.ts';
import { holdsPrivate, keepPrivate, usePrivateSearch, withoutPrivate } from '../../lib/private-search.ts';
import type { ScreenPlace } from '../../lib/screen-search.ts';

/**
 * The place of a screen: its search stands in the address, but for the names and cards in it, which this page alone
 * remembers. A link that carries some is taken at its word and then loses them.
 */
export function useOwnPlace(name: string, title: string, address: FlatSearch): ScreenPlace {
  const remembered = usePrivateSearch(name, address);
  const place = useMemo<ScreenPlace>(
    () => ({
      name,
      title,
      search: holdsPrivate(address) ? address : { ...withoutPrivate(address), ...remembered },
      setSearch: (next, isStep) => {
        const href = `#/wrap/${name}${stringifyFlatSearch(keepPrivate(name, next))}`;
        if (isStep) location.hash = href;
        else location.replace(href);
      },
    }),
    [name, title, address, remembered],
  );
  useEffect(() => {
    if (holdsPrivate(address)) place.setSearch(address);
  }, [address, place]);
  return place;
}
