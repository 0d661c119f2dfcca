import { useEffect, type RefObject } from 'react';

/** Where the columns of a table lie, in pixels. */
export interface Lie {
  /** Every column in its order, the pinned ones too. */
  readonly widths: readonly number[];
  /** What stands before the first of them. */
  readonly start: number;
  /** The actions, which stay at the end. */
  readonly end: number;
}

/**
 * Shadows at the pinned columns appear only while something lies beneath them; the column that the actions cut in two
 * is covered whole, so that no figure is read by half. Told to the style sheet, without drawing anything.
 */
export function useEdges(scroller: RefObject<HTMLElement | null>, lie: Lie): void {
  useEffect(() => {
    const box = scroller.current;
    if (!box) return undefined;
    const mark = (): void => {
      const { isOffStart, isOffEnd, cover } = edgesOf(lie, box.scrollLeft, box.clientWidth);
      box.toggleAttribute('data-off-start', isOffStart);
      box.toggleAttribute('data-off-end', isOffEnd);
      // All that stands in the box is styled anew where this changes: what covers nothing is not said.
      box.style.setProperty('--cover', cover > 0 ? `${cover}px` : '');
    };
    // It is told at once too, when all is laid out: to read that here would have it laid out twice.
    const watch = new ResizeObserver(mark);
    watch.observe(box);
    box.addEventListener('scroll', mark, { passive: true });
    return () => {
      watch.disconnect();
      box.removeEventListener('scroll', mark);
    };
  }, [scroller, lie]);
}

/** What lies beneath the pinned columns of a table scrolled by so much in a place so wide. */
export function edgesOf(
  { widths, start, end }: Lie,
  scrolled: number,
  room: number,
): { readonly isOffStart: boolean; readonly isOffEnd: boolean; readonly cover: number } {
  const total = widths.reduce((sum, width) => sum + width, start + end);
  const isOffEnd = total - room - scrolled > 1;
  const edge = room - end;
  let left = start - scrolled;
  for (const width of isOffEnd ? widths : []) {
    if (left < edge - 1 && left + width > edge + 1) {
      return { isOffStart: scrolled > 0, isOffEnd, cover: Math.ceil(edge - left) };
    }
    left += width;
  }
  return { isOffStart: scrolled > 0, isOffEnd, cover: 0 };
}
