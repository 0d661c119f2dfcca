import type { OutputOf } from '@suanpan/contract/endpoint';
import type { menu } from '@suanpan/contract/endpoints/self';
import type { FlatSearch } from '../../lib/flat-search.ts';

type Groups = Readonly<OutputOf<typeof menu>>;
type MenuRow = Groups[number]['children'][number];

/**
 * The entry of the menu that a page belongs to. Two entries may open one screen with other queries; the page is then
 * the one whose query stands in its address, else the first.
 */
export function menuRowOf(groups: Groups, name: string, search: FlatSearch): MenuRow | undefined {
  const rows = groups.flatMap((group) => group.children.filter((child) => child.name === name));
  const fits = ({ query = {} }: MenuRow): boolean =>
    Object.entries(query).every(([key, value]) => search[key] === value);
  return rows.find(fits) ?? rows[0];
}
