import type { Permission } from '@suanpan/domain/access/permissions';
import { useLayoutEffect, useState, type ReactNode } from 'react';
import { onTestFinished } from 'vitest';
import { page } from 'vitest/browser';
import type { FlatSearch } from '../src/lib/flat-search.ts';
import { withOpen } from '../src/lib/list-paging.ts';
import { ownQueries } from '../src/lib/own-user.ts';
import { dropWaitingPreferences, preferencesQuery } from '../src/lib/preferences.ts';
import { queryClient } from '../src/lib/query-client.ts';
import { ScreenPlaceContext } from '../src/lib/screen-search.ts';
import { renderDressed } from './render.tsx';

interface ScreenOptions {
  readonly search?: FlatSearch;
  readonly width?: number;
  readonly height?: number;
  readonly preferences?: Record<string, never>;
  /** Who is at the screen, as far as it matters. */
  readonly self?: object;
  /** What he may do. */
  readonly permissions?: readonly Permission[];
}

/** Whoever is of the platform, at the screen. */
export const platform = { id: '1', currency: 'TWD' };

/** What the shell leaves of a window: beside the menu, below the bar and the tabs, within the panel's padding. */
const shell = {
  menu: 220,
  rail: 56,
  railBelow: 1280,
  bars: 48 + 36,
  padding: 30,
  drawerBelow: 992,
  phoneBelow: 768,
};

function sideOf(width: number): number {
  if (width < shell.drawerBelow) return 0;
  return width < shell.railBelow ? shell.rail : shell.menu;
}

/** A screen at its place, with a search that it may change, as large as the shell leaves it in such a window. */
export async function renderScreen(Screen: () => ReactNode, options: ScreenOptions = {}) {
  const { search: first = {}, width = 1440, height = 900, preferences = {}, permissions = [] } = options;
  await page.viewport(width, height);
  queryClient.clear();
  queryClient.setQueryData(preferencesQuery.queryKey, preferences);
  onTestFinished(dropWaitingPreferences);
  if (options.self) queryClient.setQueryData(ownQueries.self.queryKey, options.self as never);
  queryClient.setQueryData(ownQueries.permissions.queryKey, [...permissions]);
  const seen: { search: FlatSearch } = { search: first };
  function Place() {
    const [search, put] = useState(first);
    useLayoutEffect(() => void Object.assign(seen, { search }), [search]);
    const place = {
      name: 'screen',
      title: 'Screen',
      search,
      setSearch: (next: FlatSearch) => put(next),
      open: (id: string | null) => put(withOpen(search, id)),
    };
    return (
      <ScreenPlaceContext value={place}>
        <Screen />
      </ScreenPlaceContext>
    );
  }
  const isPhone = width < shell.phoneBelow;
  const room = {
    width: isPhone ? width - 20 : width - sideOf(width) - 32,
    height: height - shell.bars - shell.padding,
  };
  const screen = await renderDressed(
    <div style={isPhone ? { width: room.width } : room}>
      <Place />
    </div>,
  );
  return { ...screen, seen, room };
}

export type Shown = Awaited<ReturnType<typeof renderScreen>>;
