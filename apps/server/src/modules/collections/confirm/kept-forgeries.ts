import { forgeriesKeptPerMinute } from '@suanpan/domain/limits';
import { wallClock } from '../../../platform/clock.ts';
import type { Collections } from '../service.ts';

interface Minute {
  readonly endsAtMs: number;
  kept: number;
}

const minutes = new WeakMap<Collections, Map<bigint, Minute>>();

/**
 * Whether one more forged notice for this channel account is kept and reported by this process. Strangers can send as many
 * as they like; whatever comes above the number of a minute is refused as the others are and leaves nothing on the disk.
 */
export function isForgeryKept(collections: Collections, channelAccountId: bigint): boolean {
  const nowMs = wallClock.monotonicMs();
  const accounts = minutes.get(collections) ?? new Map<bigint, Minute>();
  minutes.set(collections, accounts);
  const known = accounts.get(channelAccountId);
  const minute =
    known !== undefined && known.endsAtMs > nowMs ? known : { endsAtMs: nowMs + 60_000, kept: 0 };
  accounts.set(channelAccountId, minute);
  minute.kept += 1;
  return minute.kept <= forgeriesKeptPerMinute;
}
