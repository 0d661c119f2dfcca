import { useCallback, useState } from 'react';
import { keepPreference, keptPreference } from '../../lib/preferences.ts';
import type { GridColumn } from './grid-column.ts';

export type GridDensity = 'compact' | 'roomy';

/** How a user has arranged one grid; kept at the server by the grid's name. */
export interface GridLayout {
  readonly hidden: readonly string[];
  readonly order: readonly string[];
  readonly widths: Readonly<Record<string, number>>;
  readonly density: GridDensity;
}

export interface GridLayoutControl {
  readonly layout: GridLayout;
  change(part: Partial<GridLayout>): void;
  reset(): void;
}

const rowHeights: Record<GridDensity, number> = { compact: 32, roomy: 44 };

export function rowHeightOf(density: GridDensity): number {
  return rowHeights[density];
}

function keyOf(name: string): string {
  return `grid.${name}`;
}

/** The arrangement of the grid called `name`, and the way to change it. */
export function useGridLayout<Row>(name: string, columns: readonly GridColumn<Row>[]): GridLayoutControl {
  const initial = useCallback(
    (): GridLayout => ({
      hidden: columns.filter((column) => column.isHidden).map((column) => column.key),
      order: columns.map((column) => column.key),
      widths: {},
      density: 'compact',
    }),
    [columns],
  );
  const [layout, setLayout] = useState<GridLayout>(() => {
    const known = keptPreference(keyOf(name)) as GridLayout | undefined;
    if (known === undefined) return initial();
    // A column added since then stands at its own place, hidden or shown as its author wants.
    const added = columns.filter((column) => !known.order.includes(column.key));
    return {
      ...known,
      order: [...known.order, ...added.map((column) => column.key)],
      hidden: [...known.hidden, ...added.filter((column) => column.isHidden).map((column) => column.key)],
    };
  });
  const change = useCallback(
    (part: Partial<GridLayout>) => {
      setLayout((before) => {
        const next = { ...before, ...part };
        keepPreference(keyOf(name), next);
        return next;
      });
    },
    [name],
  );
  const reset = useCallback(() => {
    keepPreference(keyOf(name), null);
    setLayout(initial());
  }, [name, initial]);
  return { layout, change, reset };
}
