import { wall } from '@suanpan/contract/endpoints/wall';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { call } from '../../../lib/api.ts';
import { notificationArrived, ordersChanged } from '../../../lib/socket.ts';
import { useReloadKey } from '../../../lib/use-reload-key.ts';

/** Where no news comes, the wall is read anew all the same. */
export const readEveryMs = 15_000;
/** Orders come all the time; the figures follow them at most this often. */
const followMs = 5_000;
/** An alarm is looked at while its bell still rings. */
const alarmMs = 500;

/** The wall as it was read last, following orders and notices as they come. */
export function useWall() {
  const { data, dataUpdatedAt, error, refetch } = useQuery({
    queryKey: [wall.path],
    queryFn: ({ signal }) => call(wall, {}, { signal, background: true }),
    staleTime: followMs,
    refetchInterval: readEveryMs,
  });
  useReloadKey(() => void refetch());
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | null = null;
    let dueAt = Infinity;
    const readIn = (ms: number): void => {
      const at = performance.now() + ms;
      if (at >= dueAt) return;
      if (timer !== null) clearTimeout(timer);
      dueAt = at;
      timer = setTimeout(() => {
        timer = null;
        dueAt = Infinity;
        if (!document.hidden) void refetch();
      }, ms);
    };
    const stops = [
      ordersChanged.listen(() => readIn(followMs)),
      notificationArrived.listen(() => readIn(alarmMs)),
    ];
    return () => {
      for (const stop of stops) stop();
      if (timer !== null) clearTimeout(timer);
    };
  }, [refetch]);
  return { data, error, refetch, readAt: dataUpdatedAt };
}
