import { useEffect, useRef } from 'react';
import { isTyping, keysAreOn } from '../../lib/keys.ts';

interface GridKeys<Row> {
  readonly rows: readonly Row[];
  readonly rowKey: (row: Row) => string;
  readonly activeKey: string | null;
  readonly setActiveKey: (key: string) => void;
  readonly open: ((row: Row) => void) | undefined;
  readonly copy: ((row: Row) => void) | undefined;
  /** Ticks a row; with `isRange` all from the last one that was ticked. */
  readonly tick: ((key: string, isRange: boolean) => void) | undefined;
  /** Brings the row at this place into view. */
  readonly reveal: (index: number) => void;
}

/** j and k move, Enter opens, c copies the number, x and Space tick; silent while somebody types or a dialog is open. */
export function useGridKeys<Row>(keys: GridKeys<Row>): void {
  const latest = useRef(keys);
  useEffect(() => {
    latest.current = keys;
  });
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      if (!keysAreOn() || isTyping(event) || event.ctrlKey || event.metaKey || event.altKey) return;
      const { rows, rowKey, activeKey, setActiveKey, open, copy, tick, reveal } = latest.current;
      const index = rows.findIndex((row) => rowKey(row) === activeKey);
      const step = event.key === 'j' ? 1 : event.key === 'k' ? -1 : 0;
      if (step !== 0) {
        const next = Math.min(rows.length - 1, Math.max(0, index + step));
        const row = rows[next];
        if (row === undefined) return;
        setActiveKey(rowKey(row));
        reveal(next);
        return;
      }
      const row = rows[index];
      if (row === undefined) return;
      const isOnControl = (event.target as HTMLElement).closest('button, a, [role="button"]') !== null;
      if (event.key === 'Enter' && !isOnControl) open?.(row);
      if (event.key === 'c') copy?.(row);
      if (event.key === 'x' || event.key === 'X') tick?.(rowKey(row), event.shiftKey);
      if (event.key === ' ' && tick && !isOnControl) {
        event.preventDefault();
        tick(rowKey(row), event.shiftKey);
      }
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, []);
}
