import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, type ReactNode, type RefObject } from 'react';

interface VirtualRowsProps<Row> {
  readonly rows: readonly Row[];
  readonly rowHeight: number;
  readonly scroller: RefObject<HTMLDivElement | null>;
  readonly draw: (row: Row, index: number) => ReactNode;
  /** Where the grid finds the way to a row that is not drawn. */
  readonly reveal: RefObject<((index: number) => void) | null>;
}

const overscan = 12;

/** Only the rows in view, between two empty ones that keep the height of the rest. */
export function VirtualRows<Row>({ rows, rowHeight, scroller, draw, reveal }: VirtualRowsProps<Row>) {
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan,
  });
  useEffect(() => virtualizer.measure(), [virtualizer, rowHeight]);
  useEffect(() => {
    reveal.current = (index) => virtualizer.scrollToIndex(index);
    return () => {
      reveal.current = null;
    };
  }, [virtualizer, reveal]);
  const items = virtualizer.getVirtualItems();
  const first = items[0]?.index ?? 0;
  const last = (items.at(-1)?.index ?? 0) + 1;
  return (
    <>
      {first > 0 && <tr style={{ height: first * rowHeight }} aria-hidden />}
      {rows.slice(first, last).map((row, offset) => draw(row, first + offset))}
      {last < rows.length && <tr style={{ height: (rows.length - last) * rowHeight }} aria-hidden />}
    </>
  );
}
