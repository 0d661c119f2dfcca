import type { ColumnPreset } from '@suanpan/contract/endpoints/preferences';
import { useCallback, useMemo, useState } from 'react';
import { keepPreference, keptPreference, usePreference } from '../../lib/preferences.ts';
import { useShared } from '../../lib/shared-preferences.ts';
import { useIsNarrow } from '../../lib/use-is-narrow.ts';
import type { GridColumn, GridPreset } from './grid-column.ts';

export type GridDensity = 'compact' | 'roomy';

/** How a user has arranged one grid; kept at the server by the grid's name. */
export interface GridLayout {
  readonly hidden: readonly string[];
  readonly order: readonly string[];
  readonly widths: Readonly<Record<string, number>>;
  readonly density: GridDensity;
  readonly pinned: readonly string[];
  /** The preset that it stands at; absent once a column was shown, hidden, moved or pinned by hand. */
  readonly preset?: string | undefined;
}

/** A preset as the column menu offers it. */
export interface OfferedPreset {
  readonly key: string;
  readonly label: string;
  /** Whose it is, where it is a colleague's. */
  readonly by?: string;
  /** Made by this user: he may share or delete it. */
  readonly own?: ColumnPreset;
  readonly arrangement: Pick<GridLayout, 'hidden' | 'order' | 'widths' | 'pinned'>;
}

export interface GridLayoutControl {
  readonly layout: GridLayout;
  /** In their order, the pinned ones first, without what is hidden or has no room. */
  readonly shown: readonly string[];
  readonly hasWholeTimes: boolean;
  readonly presets: readonly OfferedPreset[];
  change(part: Partial<GridLayout>): void;
  choose(preset: OfferedPreset): void;
  /** Keeps the columns as they stand under a name; an own preset of the name is replaced. */
  saveAs(name: string, isShared: boolean): void;
  forget(name: string): void;
  reset(): void;
}

const rowHeights: Record<GridDensity, number> = { compact: 30, roomy: 44 };

export function rowHeightOf(density: GridDensity): number {
  return rowHeights[density];
}

const noPresets: readonly GridPreset[] = [];
const noneKept: ColumnPreset[] = [];

/** The arrangement of the grid called `name`, and the ways to change it. The first preset is the one to begin with. */
export function useGridLayout<Row>(
  name: string,
  columns: readonly GridColumn<Row>[],
  presets: readonly GridPreset[] = noPresets,
): GridLayoutControl {
  const [kept, keep] = usePreference<ColumnPreset[]>(`presets.${name}`, noneKept);
  const shared = useShared<ColumnPreset>(`presets.${name}`);
  const isSmall = useIsNarrow('laptop');
  const offered = useMemo<readonly OfferedPreset[]>(
    () => [
      ...presets.map((preset) => ({
        key: preset.key,
        label: preset.label,
        arrangement: arrangementOf(preset, columns),
      })),
      ...kept.map((own) => ({ key: `own ${own.name}`, label: own.name, own, arrangement: own })),
      ...shared.map(({ by, item }) => ({
        key: `shared ${item.name}`,
        label: item.name,
        by,
        arrangement: item,
      })),
    ],
    [presets, columns, kept, shared],
  );
  const initial = useCallback((): GridLayout => {
    const [first] = presets;
    const arrangement = first
      ? arrangementOf(first, columns)
      : {
          hidden: columns.filter((column) => column.isHidden).map((column) => column.key),
          order: columns.map((column) => column.key),
          widths: {},
          pinned: columns.slice(0, 1).map((column) => column.key),
        };
    return { ...arrangement, density: 'compact', ...(first && { preset: first.key }) };
  }, [presets, columns]);
  const [layout, setLayout] = useState<GridLayout>(() => {
    const known = keptPreference(`grid.${name}`) as GridLayout | undefined;
    return known === undefined ? initial() : withNewColumns(known, initial(), columns);
  });
  const put = useCallback(
    (next: GridLayout) => {
      keepPreference(`grid.${name}`, next);
      setLayout(next);
    },
    [name],
  );
  const atPreset = presets.find((preset) => preset.key === layout.preset);
  const leaving = isSmall ? atPreset?.leaving : undefined;
  const shown = useMemo(() => shownOf(layout, columns, leaving), [layout, columns, leaving]);
  return {
    layout,
    shown,
    hasWholeTimes: presets.length === 0 || atPreset?.hasWholeTimes === true,
    presets: offered,
    change: (part) => {
      const isStillPreset = Object.keys(part).every((key) => key === 'widths' || key === 'density');
      const { preset, ...rest } = layout;
      put({ ...rest, ...part, ...(isStillPreset && preset !== undefined && { preset }) });
    },
    choose: ({ key, arrangement: { hidden, order, widths, pinned } }) =>
      put(
        withNewColumns(
          { hidden, order, widths, pinned, density: layout.density, preset: key },
          initial(),
          columns,
        ),
      ),
    saveAs: (label, isShared) => {
      const { hidden, order, widths, pinned } = layout;
      const made = { name: label, hidden: [...hidden], order: [...order], widths, pinned: [...pinned] };
      keep([...kept.filter((one) => one.name !== label), { ...made, ...(isShared && { isShared }) }]);
      put({ ...layout, preset: `own ${label}` });
    },
    forget: (label) => keep(kept.filter((one) => one.name !== label)),
    reset: () => {
      keepPreference(`grid.${name}`, null);
      setLayout(initial());
    },
  };
}

function arrangementOf<Row>(
  preset: GridPreset,
  columns: readonly GridColumn<Row>[],
): OfferedPreset['arrangement'] {
  const others = columns.map((column) => column.key).filter((key) => !preset.columns.includes(key));
  return { hidden: others, order: [...preset.columns, ...others], widths: {}, pinned: preset.pinned };
}

/** A column that was added since stands at the end, hidden or shown as its author wants. */
function withNewColumns<Row>(
  known: GridLayout,
  initial: GridLayout,
  columns: readonly GridColumn<Row>[],
): GridLayout {
  const added = columns.map((column) => column.key).filter((key) => !known.order.includes(key));
  return {
    ...known,
    pinned: known.pinned ?? initial.pinned,
    order: [...known.order, ...added],
    hidden: [...known.hidden, ...added.filter((key) => initial.hidden.includes(key))],
  };
}

function shownOf<Row>(
  { order, hidden, pinned }: GridLayout,
  columns: readonly GridColumn<Row>[],
  leaving: readonly string[] = [],
): readonly string[] {
  const known = new Set(columns.map((column) => column.key));
  const seen = order.filter((key) => known.has(key) && !hidden.includes(key) && !leaving.includes(key));
  return [...seen.filter((key) => pinned.includes(key)), ...seen.filter((key) => !pinned.includes(key))];
}
