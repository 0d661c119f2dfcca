import { useSyncExternalStore } from 'react';
import { stringifyFlatSearch, type FlatSearch } from './flat-search.ts';
import { createSignal } from './signal.ts';

/**
 * The filters by which people and their cards are looked for. An address is copied, kept by the browser and written into
 * logs along the way: they never stand in it, nor in anything else that outlives the page.
 */
export const privateKeys: readonly string[] = [
  'real_name',
  'account_name',
  'payer',
  'card_no',
  'last5',
  'search',
  'value',
];

/** In the address in their place, so that a list with them and the same list without are two addresses. */
const mark = 'private';
const none: FlatSearch = {};

/** By screen and address, so that a link to the same screen brings nobody along and the back button brings him back. */
const kept = new Map<string, FlatSearch>();
const changed = createSignal<void>();

function pick(search: FlatSearch, isWanted: (key: string) => boolean): FlatSearch {
  return Object.fromEntries(Object.entries(search).filter(([key]) => isWanted(key)));
}

const placeOf = (screen: string, address: FlatSearch): string => `${screen}${stringifyFlatSearch(address)}`;

/** What may be kept under a name and shared. */
export function withoutPrivate(search: FlatSearch): FlatSearch {
  return pick(search, (key) => !privateKeys.includes(key) && key !== mark);
}

export function holdsPrivate(search: FlatSearch): boolean {
  return privateKeys.some((key) => key in search);
}

/** Takes what is private of a screen's search into this page's memory, and answers what stands in the address. */
export function keepPrivate(screen: string, search: FlatSearch): FlatSearch {
  const open = withoutPrivate(search);
  if (!holdsPrivate(search)) return open;
  const address = { ...open, [mark]: '1' };
  kept.set(
    placeOf(screen, address),
    pick(search, (key) => privateKeys.includes(key)),
  );
  changed.emit();
  return address;
}

/** At the end of a session nobody's name stays behind. */
export function forgetPrivate(): void {
  kept.clear();
  changed.emit();
}

/** What is remembered for this address of a screen. */
export function usePrivateSearch(screen: string, address: FlatSearch): FlatSearch {
  const place = placeOf(screen, address);
  return useSyncExternalStore(changed.listen, () => kept.get(place) ?? none);
}
