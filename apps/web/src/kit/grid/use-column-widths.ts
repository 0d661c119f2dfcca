import { useMemo } from 'react';
import type { GridColumn } from './grid-column.ts';

/** The padding of a cell, both sides. */
const padding = 16;
const leastText = 64;
/** Longer words than this are cut, whatever the room. */
const mostText = 280;
/** Up to here words are kept whole before headers are and figures have air. */
const keptText = 160;
const leastHeld = 56;
const fontSize = '13px';
/** How heavy a header is set: see grid.module.css. */
const headWeight = 500;

let pen: CanvasRenderingContext2D | null = null;
let penFont = '';

/** Every digit is as wide as the widest, so that figures of one form are measured once. */
const formOf = (text: string): string => text.replace(/\d/g, '0');

/** How wide a text is in the table's font. */
function widthOfText(text: string, font: string, weight = 400): number {
  pen ??= document.createElement('canvas').getContext('2d');
  if (!pen) return text.length * 8;
  const wanted = `${weight} ${fontSize} ${font}`;
  if (penFont !== wanted) {
    pen.font = wanted;
    penFont = wanted;
  }
  return Math.ceil(pen.measureText(formOf(text)).width);
}

const heads = new Map<string, number>();

/** How wide a column is whose header says this, with the sign of its order; headers are few and measured once. */
export function widthOfHead(said: string, isSortable: boolean, font: string): number {
  if (said === '') return 0;
  const title = isSortable ? `${said} ↕` : said;
  const key = `${font} ${title}`;
  const width = heads.get(key) ?? widthOfText(title, font, headWeight) + padding;
  heads.set(key, width);
  return width;
}

/** The widest of the longest texts: measuring all of a long page would cost more than drawing it. */
function widestOf(texts: readonly string[], font: string): number {
  const longest = [...new Set(texts.map(formOf))].sort((one, other) => other.length - one.length).slice(0, 6);
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
  /** For the whole title in place of the short one. */
  readonly title: number;
  /** Words that can be cut. */
  readonly words: number;
  /** Round figures. */
  readonly air: number;
  /** Beside what it holds, for its header. */
  readonly head: number;
  /** More, for the longest words. */
  readonly more: number;
}

type Part = Exclude<keyof Wish, 'key'>;

/**
 * Widths of which so much was taken, from each at most what it can give: all of them in proportion, or the widest first, so that
 * short words stay whole beside long ones.
 */
function lessened(
  widths: readonly number[],
  parts: readonly number[],
  amount: number,
  isWidestFirst: boolean,
): number[] {
  const most = parts.reduce((total, part) => total + part, 0);
  if (most <= amount || !isWidestFirst) {
    const share = Math.min(1, amount / Math.max(1, most));
    return widths.map((width, index) => width - (parts[index] ?? 0) * share);
  }
  const downTo = (level: number): number[] =>
    widths.map((width, index) => width - Math.min(parts[index] ?? 0, Math.max(0, width - level)));
  const all = widths.reduce((total, width) => total + width, 0);
  let [low, high] = [0, Math.max(...widths)];
  while (high - low > 0.5) {
    const level = (low + high) / 2;
    const given = all - downTo(level).reduce((total, width) => total + width, 0);
    if (given >= amount) low = level;
    else high = level;
  }
  return downTo(low);
}

/**
 * The width of each column: what it holds is never cut, and where the table is wider than its place the columns of
 * words give way, headers last; where it has room they are as wide as their words. A width that somebody dragged stays,
 * unless a figure needs more.
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
      const { besideText: beside = 0 } = column;
      const width = widestOf(texts, font) + padding + (typeof beside === 'number' ? beside : beside(rows));
      known.set(column, { rows, font, isWhole: hasWholeTimes, width });
      return width;
    };
    const wishes = columns.map((column): Wish => {
      const { key, holds, title, shortTitle = title } = column;
      const needed = measure(column);
      const isSortable = column.sort !== undefined;
      const titled = widthOfHead(shortTitle, isSortable, font);
      const whole = widthOfHead(title, isSortable, font);
      const given = dragged[key];
      const isFigure = holds !== undefined;
      if (given !== undefined) {
        // A header that sorts is read as a whole, its arrow too.
        const least = isFigure ? Math.max(needed, isSortable ? titled : 0) : 0;
        return { key, width: Math.max(given, least), idle: 0, title: 0, words: 0, air: 0, head: 0, more: 0 };
      }
      const base = Math.max(column.width, titled, isFigure ? needed : 0);
      const kept = isFigure ? base : Math.max(base, Math.min(keptText, needed));
      const width = Math.max(kept, whole);
      const least = Math.min(base, isFigure ? Math.max(needed, leastHeld) : (column.least ?? leastText));
      const head = Math.max(0, titled - least);
      const spare = base - least - head;
      const idle =
        isFigure || needed === 0 ? 0 : Math.min(spare, Math.max(0, base - Math.max(needed, titled, least)));
      return {
        key,
        width,
        idle,
        title: width - kept,
        words: isFigure ? 0 : spare - idle + kept - base,
        air: isFigure ? spare : 0,
        head,
        more: isFigure ? 0 : Math.max(0, Math.min(mostText, needed) - width),
      };
    });
    const sum = (part: Part): number => wishes.reduce((total, one) => total + one[part], 0);
    const lacking = sum('width') + sum('more') + besides - room;
    // What is empty gives way first, to long words too; then what these had of it, titles that have a short form, the air
    // round figures, words, and short titles last. Where all of it is not enough the table scrolls, and nobody has to.
    const giving = ['idle', 'more', 'title', 'air', 'words', 'head'] as const;
    const isEnough = room > 0 && giving.reduce((total, part) => total + sum(part), 0) >= lacking;
    let widths = wishes.map((wish) => wish.width + (isEnough ? wish.more : 0));
    let left = isEnough ? lacking : 0;
    for (const part of giving) {
      if (left <= 0) break;
      widths = lessened(
        widths,
        wishes.map((wish) => wish[part]),
        left,
        part === 'more' || part === 'words',
      );
      left -= sum(part);
    }
    widths = widths.map(Math.floor);
    // A table that is narrower than its place fills it.
    const taking = widths.reduce((total, width) => total + width, 0);
    const stretch = Math.max(1, (room - besides) / Math.max(1, taking));
    return new Map(wishes.map(({ key }, index) => [key, Math.floor((widths[index] ?? 0) * stretch)]));
  }, [columns, rows, dragged, room, font, hasWholeTimes, besides]);
}
