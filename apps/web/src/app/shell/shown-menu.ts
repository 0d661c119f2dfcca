import type { OutputOf } from '@suanpan/contract/endpoint';
import type { menu } from '@suanpan/contract/endpoints/self';
import { useMemo } from 'react';
import { useMenu } from '../../lib/own-user.ts';
import { usePreference } from '../../lib/preferences.ts';
import { screenRegistry } from '../screen-registry.tsx';

export type MenuGroup = OutputOf<typeof menu>[number];
export type MenuEntry = MenuGroup['children'][number];

export interface ShownMenu {
  readonly groups: readonly MenuGroup[];
  /** Entries of the server's menu whose screens are not built. */
  readonly planned: number;
  readonly showsPlanned: boolean;
  readonly setShowsPlanned: (shows: boolean) => void;
}

export function isPlanned({ name }: MenuEntry): boolean {
  return !(name in screenRegistry);
}

/** The server's menu; what is only planned stands in it for whoever asks to see it. */
export function useShownMenu(): ShownMenu {
  const all = useMenu();
  const [showsPlanned, setShowsPlanned] = usePreference('menu.planned', false);
  const groups = useMemo(
    () =>
      showsPlanned
        ? all
        : all
            .map((group) => ({ ...group, children: group.children.filter((child) => !isPlanned(child)) }))
            .filter(({ children }) => children.length > 0),
    [all, showsPlanned],
  );
  const planned = all.flatMap(({ children }) => children).filter(isPlanned).length;
  return { groups, planned, showsPlanned, setShowsPlanned };
}
