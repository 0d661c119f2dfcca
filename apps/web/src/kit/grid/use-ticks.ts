import { useRef } from 'react';

export interface Ticks {
  /** One row; with `isRange` all from the last one that was ticked. */
  readonly toggle: (key: string, isRange: boolean) => void;
  readonly isAll: boolean;
  readonly toggleAll: (isOn: boolean) => void;
}

/** Ticking the rows of a page; those of other pages stay ticked beside them. */
export function useTicks(
  keys: readonly string[],
  selected: ReadonlySet<string>,
  onSelect: ((selected: ReadonlySet<string>) => void) | undefined,
): Ticks {
  const lastTicked = useRef<string | null>(null);
  const put = (some: readonly string[], isOn: boolean): void => {
    const next = new Set(selected);
    for (const key of some) {
      if (isOn) next.add(key);
      else next.delete(key);
    }
    onSelect?.(next);
  };
  return {
    toggle: (key, isRange) => {
      const ends = [keys.indexOf(lastTicked.current ?? key), keys.indexOf(key)];
      const [from, to] = [Math.min(...ends), Math.max(...ends)];
      lastTicked.current = key;
      put(isRange && from >= 0 ? keys.slice(from, to + 1) : [key], !selected.has(key));
    },
    isAll: keys.length > 0 && keys.every((key) => selected.has(key)),
    toggleAll: (isOn) => put(keys, isOn),
  };
}
