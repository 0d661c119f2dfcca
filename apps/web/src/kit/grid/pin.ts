import type { CSSProperties } from 'react';

interface Pin {
  readonly 'data-pin'?: 'start';
  readonly 'data-edge'?: true;
  readonly style?: CSSProperties;
}
const free: Pin = {};
const known = new Map<string, Pin>();

/** What makes a cell stay in view; the table says how far from its edge each pinned column stands. */
export function pinOf(index: number, pinned: number): Pin {
  if (index >= pinned) return free;
  const key = `${index} ${pinned}`;
  const made: Pin = known.get(key) ?? {
    'data-pin': 'start',
    ...(index === pinned - 1 && { 'data-edge': true }),
    style: { left: `var(--left-${index})` },
  };
  known.set(key, made);
  return made;
}
