import { useEffect, useRef } from 'react';
import { ring } from '../../../lib/sound.ts';
import type { WallAnswer } from './wall-answer.ts';

/** What somebody has to see to at once, each by a name that stays while it lasts. */
export function alarmsOf({ alarms, alerts, channels }: WallAnswer): ReadonlySet<string> {
  return new Set([
    ...alarms.map(({ label, rule_id: id }) => `rule ${id} ${label}`),
    ...alerts.filter(({ level }) => level === 'danger').map(({ kind }) => `alert ${kind}`),
    ...channels.filter(({ state }) => state === 'tripped').map(({ id }) => `channel ${id}`),
  ]);
}

/** Rings once for whatever has become true since the wall was opened; what was true before does not ring. */
export function useAlarm(data: WallAnswer | undefined): void {
  const known = useRef<ReadonlySet<string> | null>(null);
  useEffect(() => {
    if (data === undefined) return;
    const now = alarmsOf(data);
    const before = known.current;
    known.current = now;
    if (before !== null && [...now].some((name) => !before.has(name))) ring();
  }, [data]);
}
