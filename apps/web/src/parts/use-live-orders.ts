import { liveIdsMax } from '@suanpan/contract/order-fields';
import type { OrderEvent } from '@suanpan/contract/realtime/events';
import { hashKey } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { queryClient } from '../lib/query-client.ts';
import { ordersChanged } from '../lib/socket.ts';

interface LiveRow {
  readonly id: string;
}
interface LiveList<Row> {
  readonly items: readonly Row[];
  readonly paginate: number;
}
/** Whole rows of those that were asked about, and which of all of them the filter shows. */
export interface LiveAnswer<Row> {
  readonly items: readonly Row[];
  readonly shown: readonly string[];
}

export interface LiveOrders {
  /** Rows that changed a moment ago. */
  readonly flashing: ReadonlySet<string>;
  /** Orders that this question shows and its page does not; they wait for a click and never move what is being read. */
  readonly newCount: number;
  readonly clear: () => void;
}

const gatherMs = 300;
const flashMs = 1_500;
const nothing: ReadonlySet<string> = new Set();
/** Of no question. */
const noneUnseen = { of: '', ids: nothing };

/**
 * Keeps the rows of a list as they are at the server: an event paints nothing by itself, it names the orders that
 * are then asked for, whole, in one call each 300 ms. What the page does not show is counted by the server's filter.
 */
export function useLiveOrders<Row extends LiveRow>(
  kind: OrderEvent['kind'],
  key: readonly unknown[],
  ask: (ids: string[]) => Promise<LiveAnswer<Row>>,
): LiveOrders {
  const [flashing, setFlashing] = useState<ReadonlySet<string>>(nothing);
  const [unseen, setUnseen] = useState(noneUnseen);
  const latest = useRef({ key, ask });
  useEffect(() => {
    latest.current = { key, ask };
  });
  useEffect(() => {
    const named = new Set<string>();
    let gathering: ReturnType<typeof setTimeout> | undefined;
    let flash: ReturnType<typeof setTimeout> | undefined;
    let isOver = false;

    const bring = async (): Promise<void> => {
      gathering = undefined;
      const { key: listKey, ask: askFor } = latest.current;
      const ids = [...named].slice(0, liveIdsMax);
      named.clear();
      // A call that fails is made good by the next reading of the whole list, which tells of its own failure.
      const answer = await askFor(ids).catch(() => null);
      const list = queryClient.getQueryData<LiveList<Row>>(listKey);
      if (isOver || answer === null || !list) return;
      const of = hashKey(listKey);
      const fresh = new Map(answer.items.map((row) => [row.id, row]));
      const seen = new Set(list.items.map((row) => row.id));
      const changed = [...seen].filter((id) => fresh.has(id));
      if (changed.length > 0) {
        queryClient.setQueryData<LiveList<Row>>(
          listKey,
          {
            ...list,
            items: list.items.map((row) => fresh.get(row.id) ?? row),
          },
          { updatedAt: queryClient.getQueryState(listKey)?.dataUpdatedAt ?? 0 },
        );
        setFlashing(new Set(changed));
        clearTimeout(flash);
        flash = setTimeout(() => setFlashing(nothing), flashMs);
      }
      const last = list.items.at(-1);
      const isNewer = (id: string): boolean =>
        last === undefined || list.items.length < list.paginate || BigInt(id) > BigInt(last.id);
      const hidden = answer.shown.filter((id) => !seen.has(id) && isNewer(id));
      // What the question before was waiting for is nothing to this one, and an answer to it comes too late.
      if (hidden.length > 0 && of === hashKey(latest.current.key))
        setUnseen((before) => ({
          of,
          ids: new Set([...(before.of === of ? before.ids : nothing), ...hidden]),
        }));
    };
    const stop = ordersChanged.listen((events) => {
      // Too many at once to be named: those on the page are asked for.
      const ids =
        events === null
          ? (queryClient.getQueryData<LiveList<Row>>(latest.current.key)?.items ?? []).map((row) => row.id)
          : events.filter((event) => event.kind === kind).map((event) => event.id);
      for (const id of ids) named.add(id);
      if (named.size > 0) gathering ??= setTimeout(() => void bring(), gatherMs);
    });
    return () => {
      isOver = true;
      stop();
      clearTimeout(gathering);
      clearTimeout(flash);
    };
  }, [kind]);
  return {
    flashing,
    newCount: unseen.of === hashKey(key) ? unseen.ids.size : 0,
    clear: useCallback(() => setUnseen(noneUnseen), []),
  };
}
