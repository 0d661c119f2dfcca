import { useLayoutEffect, useState, type RefObject } from 'react';

/** Where a table is scrolled to and how large its place is, in pixels. */
export interface GridView {
  readonly left: number;
  readonly top: number;
  /** 0 until it has been measured. */
  readonly width: number;
  readonly height: number;
  /** How far it was to the window's lower edge when it was measured first: what lies below is not read at first. */
  readonly fold: number;
  readonly font: string;
}

const unknown: GridView = { left: 0, top: 0, width: 0, height: 0, fold: 0, font: 'sans-serif' };

/** A table that is scrolled is drawn again after so many pixels and not at each of them. */
export const scrollStep = { left: 120, top: 240 } as const;

const stepped = (at: number, step: number): number => Math.floor(Math.max(0, at) / step) * step;

/** What is seen of the table in `scroller`; `left` and `top` are where the last step began. */
export function useGridView(scroller: RefObject<HTMLElement | null>): GridView {
  const [view, setView] = useState(unknown);
  useLayoutEffect(() => {
    const box = scroller.current;
    if (!box) return undefined;
    const look = (font: string | null): void => {
      const { scrollLeft, scrollTop, clientWidth: width, clientHeight } = box;
      // A line that comes below the table draws nothing anew: some rows more are drawn from the beginning.
      const height = stepped(clientHeight, scrollStep.top) + scrollStep.top;
      const left = stepped(scrollLeft, scrollStep.left);
      const top = stepped(scrollTop, scrollStep.top);
      const below = Math.ceil(innerHeight - box.getBoundingClientRect().top);
      setView((before) => {
        const fold = before.fold || below;
        const next = { left, top, width, height, fold, font: font ?? before.font };
        const isSame = (Object.keys(next) as (keyof GridView)[]).every((key) => next[key] === before[key]);
        return isSame ? before : next;
      });
    };
    const lookAnew = (): void => look(getComputedStyle(box).fontFamily);
    const lookAgain = (): void => look(null);
    lookAnew();
    const watch = new ResizeObserver(lookAnew);
    watch.observe(box);
    box.addEventListener('scroll', lookAgain, { passive: true });
    return () => {
      watch.disconnect();
      box.removeEventListener('scroll', lookAgain);
    };
  }, [scroller]);
  return view;
}
