import { useLayoutEffect, useMemo, useState, type RefObject } from 'react';
import type { GridColumn } from './grid-column.ts';

/** The padding of a cell, both sides. */
const padding = 16;
const leastText = 64;
const leastHeld = 56;
const fontSize = '13px';

let pen: CanvasRenderingContext2D | null = null;

/** How wide a text is in the table's font, where every digit is as wide as the widest. */
function widthOfText(text: string, font: string): number {
  pen ??= document.createElement('canvas').getContext('2d');
  if (!pen) return text.length * 8;
  pen.font = `${fontSize} ${font}`;
  return Math.ceil(pen.measureText(text.replace(/\d/g, '0')).width);
}

/** The widest of the longest texts: measuring all of a long page would cost more than drawing it. */
function widestOf(texts: readonly string[], font: string): number {
  const longest = [...new Set(texts)].sort((one, other) => other.length - one.length).slice(0, 6);
  return Math.max(0, ...longest.map((text) => widthOfText(text, font)));
}

/**
 * The width of each column: what it holds is never cut, and where the table is wider than its place the columns of
 * words give way. A width that somebody dragged stays, unless a figure needs more.
 */
export function useColumnWidths<Row>(
  columns: readonly GridColumn<Row>[],
  rows: readonly Row[],
  dragged: Readonly<Record<string, number>>,
  scroller: RefObject<HTMLElement | null>,
  hasWholeTimes: boolean,
  /** Taken by what stands beside the columns. */
  besides: number,
): ReadonlyMap<string, number> {
  const [place, setPlace] = useState({ width: 0, font: 'sans-serif' });
  useLayoutEffect(() => {
    const box = scroller.current;
    if (!box) return undefined;
    const measure = (): void => {
      const width = box.clientWidth;
      const font = getComputedStyle(box).fontFamily;
      setPlace((before) => (before.width === width && before.font === font ? before : { width, font }));
    };
    measure();
    const watch = new ResizeObserver(measure);
    watch.observe(box);
    return () => watch.disconnect();
  }, [scroller]);

  return useMemo(() => {
    const wanted = columns.map((column) => {
      const { holds } = column;
      // A header that sorts is read as a whole, its arrow too.
      const titled = column.sort === undefined ? 0 : widthOfText(`${column.title} ↕`, place.font) + padding;
      const held =
        holds === undefined
          ? 0
          : widestOf(
              rows.map((row) => holds(row, hasWholeTimes)),
              place.font,
            ) +
            padding +
            (column.besideText ?? 0);
      const given = dragged[column.key];
      const width = Math.max(given ?? column.width, held, holds === undefined ? 0 : titled);
      const least = holds === undefined ? (column.least ?? leastText) : Math.max(held, leastHeld);
      const spare = given === undefined ? Math.max(0, width - least) : 0;
      return { key: column.key, width, words: holds === undefined ? spare : 0, air: holds ? spare : 0 };
    });
    const sum = (part: 'width' | 'words' | 'air'): number =>
      wanted.reduce((total, one) => total + one[part], 0);
    const lacking = place.width === 0 ? 0 : Math.max(0, sum('width') + besides - place.width);
    // Words give way first, then the air round figures. Where both are not enough the table scrolls, and nobody has to.
    const isEnough = sum('words') + sum('air') >= lacking;
    const ofWords = isEnough ? Math.min(1, lacking / Math.max(1, sum('words'))) : 0;
    const ofAir = isEnough ? Math.max(0, lacking - sum('words')) / Math.max(1, sum('air')) : 0;
    return new Map(
      wanted.map(
        ({ key, width, words, air }) => [key, Math.floor(width - words * ofWords - air * ofAir)] as const,
      ),
    );
  }, [columns, rows, dragged, place, hasWholeTimes, besides]);
}
