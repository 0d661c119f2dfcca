import type { OrderEvent } from '@suanpan/contract/realtime/events';
import { useCallback, useEffect, useRef, useState } from 'react';
import { queryClient } from '../lib/query-client.ts';
import { ordersChanged } from '../lib/socket.ts';

interface LiveRow {
  readonly id: string;
}
interface LiveList<Row> {
  readonly items: readonly Row[];
}

export interface LiveOrders {
  /** Rows that changed a moment ago. */
  readonly flashing: ReadonlySet<string>;
  /** Orders that have come since the list was read; they wait for a click and never move what is being read. */
  readonly newCount: number;
  readonly clear: () => void;
}

const flashMs = 1_500;
const nothing: ReadonlySet<string> = new Set();

/** Patches the visible rows of a list from the socket and counts what is not on the page. */
export function useLiveOrders<Row extends LiveRow>(
  kind: OrderEvent['kind'],
  key: readonly unknown[],
  patch: (row: Row, event: OrderEvent) => Row,
): LiveOrders {
  const [flashing, setFlashing] = useState<ReadonlySet<string>>(nothing);
  const [unseen, setUnseen] = useState<ReadonlySet<string>>(nothing);
  const latest = useRef({ key, patch });
  useEffect(() => {
    latest.current = { key, patch };
  });
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = ordersChanged.listen((events) => {
      // Too many at once: only a new reading tells what has changed.
      if (events === null) return;
      const mine = new Map(events.filter((event) => event.kind === kind).map((event) => [event.id, event]));
      const { key: listKey, patch: patchRow } = latest.current;
      const list = queryClient.getQueryData<LiveList<Row>>(listKey);
      if (mine.size === 0 || !list) return;
      const seen = new Set(list.items.map((row) => row.id));
      const changed = [...mine.keys()].filter((id) => seen.has(id));
      if (changed.length > 0) {
        queryClient.setQueryData<LiveList<Row>>(listKey, {
          ...list,
          items: list.items.map((row) => {
            const event = mine.get(row.id);
            return event ? patchRow(row, event) : row;
          }),
        });
        setFlashing(new Set(changed));
        clearTimeout(timer);
        timer = setTimeout(() => setFlashing(nothing), flashMs);
      }
      const fresh = [...mine.values()].filter((event) => !seen.has(event.id) && event.status === 'pending');
      if (fresh.length > 0) setUnseen((before) => new Set([...before, ...fresh.map((event) => event.id)]));
    });
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, [kind]);
  return { flashing, newCount: unseen.size, clear: useCallback(() => setUnseen(nothing), []) };
}
