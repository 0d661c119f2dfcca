import type { OutputOf } from '@suanpan/contract/endpoint';
import type { menu } from '@suanpan/contract/endpoints/self';
import type { FlatSearch } from '../../lib/flat-search.ts';

export type MenuGroup = OutputOf<typeof menu>[number];
export type MenuEntry = MenuGroup['children'][number];

/**
 * The entry of the menu that a page belongs to. Two entries may open one screen with other queries; the page is then
 * the one whose query stands in its address, else the first.
 */
export function menuRowOf(
  groups: readonly MenuGroup[],
  name: string,
  search: FlatSearch,
): MenuEntry | undefined {
  const rows = groups.flatMap((group) => group.children.filter((child) => child.name === name));
  const fits = ({ query = {} }: MenuEntry): boolean =>
    Object.entries(query).every(([key, value]) => search[key] === value);
  return rows.find(fits) ?? rows[0];
}
