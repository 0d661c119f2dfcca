import { createContext, useContext } from 'react';
import type { FlatSearch } from './flat-search.ts';

/** What a screen knows of its place: its own name and search, also while another tab is in front. */
export interface ScreenPlace {
  readonly name: string;
  readonly title: string;
  readonly search: FlatSearch;
  /** Replaces the search of this screen in the address; `isStep` makes it a step of the back button. */
  setSearch(next: FlatSearch, isStep?: boolean): void;
  /**
   * Opens this beside the list; null closes what is open. To open the first is a step of the back button, which closes it again, and
   * closing takes that step back; to go on from one to another is none.
   */
  open(id: string | null): void;
}

export const ScreenPlaceContext = createContext<ScreenPlace | null>(null);

export function useScreenPlace(): ScreenPlace {
  const place = useContext(ScreenPlaceContext);
  if (!place) throw new Error('a screen stands outside the shell');
  return place;
}
