import type { RouteName } from '@suanpan/domain/access/permissions';
import { parseFlatSearch, stringifyFlatSearch, type FlatSearch } from '../../lib/flat-search.ts';

/** A page that is open as a tab: which screen, and the search it was left with. */
export interface OpenTab {
  readonly name: RouteName;
  readonly search: FlatSearch;
  /** Counts up with every visit: the least recently seen tabs are put to sleep first. */
  readonly seen: number;
}

const key = 'suanpan.tabs';
const keptAlive = 6;
const most = 12;

export function readTabs(): readonly OpenTab[] {
  const stored = sessionStorage.getItem(key);
  return stored ? (JSON.parse(stored) as OpenTab[]) : [];
}
export function writeTabs(tabs: readonly OpenTab[]): void {
  sessionStorage.setItem(key, JSON.stringify(tabs));
}

export function forgetTabs(): void {
  sessionStorage.removeItem(key);
}

/**
 * Brings a screen to the front: a known tab takes the new search, an unknown one is added at the end. The very same tabs
 * where it stands there already, so that nothing is drawn anew.
 */
export function visit(tabs: readonly OpenTab[], name: RouteName, searchText: string): readonly OpenTab[] {
  const search = parseFlatSearch(searchText.replace(/^\?/, ''));
  const last = Math.max(0, ...tabs.map((tab) => tab.seen));
  const isThere = (tab: OpenTab): boolean =>
    tab.name === name && tab.seen === last && stringifyFlatSearch(tab.search) === stringifyFlatSearch(search);
  if (tabs.some(isThere)) return tabs;
  const seen = last + 1;
  if (tabs.some((tab) => tab.name === name)) {
    return tabs.map((tab) => (tab.name === name ? { name, search, seen } : tab));
  }
  const oldest = Math.min(...tabs.map((tab) => tab.seen));
  const kept = tabs.length >= most ? tabs.filter((tab) => tab.seen !== oldest) : tabs;
  return [...kept, { name, search, seen }];
}

/** Tabs whose screens stay mounted with all their state; the others keep their search alone. */
export function awakeOf(tabs: readonly OpenTab[]): ReadonlySet<RouteName> {
  const recent = [...tabs].sort((one, other) => other.seen - one.seen).slice(0, keptAlive);
  return new Set(recent.map((tab) => tab.name));
}

/** Where to go when a tab is closed: its neighbour, or nowhere if it was not in front. */
export function neighbourOf(tabs: readonly OpenTab[], name: RouteName): OpenTab | null {
  const index = tabs.findIndex((tab) => tab.name === name);
  return tabs[index + 1] ?? tabs[index - 1] ?? null;
}
