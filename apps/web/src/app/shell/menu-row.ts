import type { OutputOf } from '@suanpan/contract/endpoint';
import type { menu } from '@suanpan/contract/endpoints/self';
import type { RouteName } from '@suanpan/domain/access/permissions';
import type { FlatSearch } from '../../lib/flat-search.ts';
import { isRouteName } from './is-route-name.ts';

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

const landing = 'index.statistics';

/** Where the user comes out after the login and goes home to: the landing page, or without it his menu's first screen. */
export function homeOf(groups: readonly MenuGroup[]): RouteName {
  const names = groups.flatMap((group) => group.children.map(({ name }) => name)).filter(isRouteName);
  return names.includes(landing) ? landing : (names[0] ?? landing);
}
