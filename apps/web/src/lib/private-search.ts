import { useSyncExternalStore } from 'react';
import type { FlatSearch } from './flat-search.ts';
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

const kept = new Map<string, FlatSearch>();
const changed = createSignal<void>();
const none: FlatSearch = {};

function pick(search: FlatSearch, isWanted: (key: string) => boolean): FlatSearch {
  return Object.fromEntries(Object.entries(search).filter(([key]) => isWanted(key)));
}

/** What may stand in the address, be kept under a name, be shared. */
export function withoutPrivate(search: FlatSearch): FlatSearch {
  return pick(search, (key) => !privateKeys.includes(key));
}

export function holdsPrivate(search: FlatSearch): boolean {
  return privateKeys.some((key) => key in search);
}

/** Takes what is private of a screen's search into this page's memory, in place of what was there. */
export function keepPrivate(screen: string, search: FlatSearch): void {
  const next = pick(search, (key) => privateKeys.includes(key));
  if (JSON.stringify(next) === JSON.stringify(kept.get(screen) ?? none)) return;
  kept.set(screen, next);
  changed.emit();
}

/** At the end of a session nobody's name stays behind. */
export function forgetPrivate(): void {
  kept.clear();
  changed.emit();
}

export function usePrivateSearch(screen: string): FlatSearch {
  return useSyncExternalStore(changed.listen, () => kept.get(screen) ?? none);
}
