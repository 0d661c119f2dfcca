import { useMemo } from 'react';
import type { GridColumn } from './grid-column.ts';

/** The padding of a cell, both sides. */
const padding = 16;
const leastText = 64;
/** Longer words than this are cut, whatever the room. */
const mostText = 280;
const leastHeld = 56;
const fontSize = '13px';

let pen: CanvasRenderingContext2D | null = null;
let penFont = '';

/** How wide a text is in the table's font, where every digit is as wide as the widest. */
function widthOfText(text: string, font: string): number {
  pen ??= document.createElement('canvas').getContext('2d');
  if (!pen) return text.length * 8;
  if (penFont !== font) {
    pen.font = `${fontSize} ${font}`;
    penFont = font;
  }
  return Math.ceil(pen.measureText(text.replace(/\d/g, '0')).width);
}

/** The widest of the longest texts: measuring all of a long page would cost more than drawing it. */
function widestOf(texts: readonly string[], font: string): number {
  const longest = [...new Set(texts)].sort((one, other) => other.length - one.length).slice(0, 6);
  return Math.max(0, ...longest.map((text) => widthOfText(text, font)));
}

/** What was measured of one column, and of which rows. */
interface Measured {
  readonly rows: readonly unknown[];
  readonly font: string;
  readonly isWhole: boolean;
  readonly width: number;
}

interface Place {
  /** 0 until it has been measured. */
  readonly width: number;
  readonly font: string;
}

/** A column is measured once for its rows, whichever columns come or go beside it. */
const known = new WeakMap<object, Measured>();

/** How wide a column would be, and what of it can be taken away or would be welcome. Pixels. */
interface Wish {
  readonly key: string;
  readonly width: number;
  /** Beside words that end before the column does. */
  readonly idle: number;
  /** Words that can be cut. */
  readonly words: number;
  /** Round figures. */
  readonly air: number;
  /** More, for words or a header that are longer than the column. */
  readonly more: number;
}

/**
 * The width of each column: what it holds is never cut, and where the table is wider than its place the columns of
 * words give way; where it has room they are as wide as their words. A width that somebody dragged stays, unless a
 * figure needs more.
 */
export function useColumnWidths<Row>(
  columns: readonly GridColumn<Row>[],
  rows: readonly Row[],
  dragged: Readonly<Record<string, number>>,
  { width: room, font }: Place,
  hasWholeTimes: boolean,
  /** Taken by what stands beside the columns. */
  besides: number,
): ReadonlyMap<string, number> {
  return useMemo(() => {
    const measure = (column: GridColumn<Row>): number => {
      const textOf = column.holds ?? column.words;
      if (textOf === undefined) return 0;
      const before = known.get(column);
      if (before?.rows === rows && before.font === font && before.isWhole === hasWholeTimes)
        return before.width;
      const texts = rows.map((row) => textOf(row, hasWholeTimes));
      const width = widestOf(texts, font) + padding + (column.besideText ?? 0);
      known.set(column, { rows, font, isWhole: hasWholeTimes, width });
      return width;
    };
    const wishes = columns.map((column): Wish => {
      const { key, holds } = column;
      const needed = measure(column);
      const titled =
        widthOfText(column.sort === undefined ? column.title : `${column.title} ↕`, font) + padding;
      const given = dragged[key];
      if (holds === undefined) {
        const width = given ?? column.width;
        const least = column.least ?? leastText;
        const spare = given === undefined ? Math.max(0, width - least) : 0;
        const idle = needed === 0 ? 0 : Math.min(spare, Math.max(0, width - Math.max(needed, least)));
        const more =
          given === undefined ? Math.max(0, Math.min(mostText, Math.max(needed, titled)) - width) : 0;
        return { key, width, idle, words: spare - idle, air: 0, more };
      }
      // A header that sorts is read as a whole, its arrow too.
      const width = Math.max(given ?? column.width, needed, column.sort === undefined ? 0 : titled);
      const air = given === undefined ? Math.max(0, width - Math.max(needed, leastHeld)) : 0;
      return {
        key,
        width,
        idle: 0,
        words: 0,
        air,
        more: given === undefined ? Math.max(0, titled - width) : 0,
      };
    });
    const sum = (part: Exclude<keyof Wish, 'key'>): number =>
      wishes.reduce((total, one) => total + one[part], 0);
    const share = (of: number, part: Exclude<keyof Wish, 'key'>): number =>
      Math.min(1, Math.max(0, of) / Math.max(1, sum(part)));
    const lacking = room === 0 ? 0 : sum('width') + besides - room;
    // What is empty gives way first, then words, then the air round figures. Where all of it is not enough the table
    // scrolls, and nobody has to.
    const isEnough = sum('idle') + sum('words') + sum('air') >= lacking;
    const taken = isEnough ? lacking : 0;
    const ofIdle = share(taken, 'idle');
    const ofWords = share(taken - sum('idle'), 'words');
    const ofAir = share(taken - sum('idle') - sum('words'), 'air');
    const ofMore = room === 0 ? 0 : share(-lacking, 'more');
    const widths = wishes.map(({ width, idle, words, air, more }) =>
      Math.floor(width - idle * ofIdle - words * ofWords - air * ofAir + more * ofMore),
    );
    // A table that is narrower than its place fills it.
    const taking = widths.reduce((total, width) => total + width, 0);
    const stretch = Math.max(1, (room - besides) / Math.max(1, taking));
    return new Map(wishes.map(({ key }, index) => [key, Math.floor((widths[index] ?? 0) * stretch)]));
  }, [columns, rows, dragged, room, font, hasWholeTimes, besides]);
}
