import { forgeriesKeptPerMinute } from '@suanpan/domain/limits';
import { wallClock } from '../../platform/clock.ts';
import type { Database } from '../../platform/db/database.ts';
import { standingRuleId } from './firewall.ts';
import { countCall } from './firewall.store.ts';

interface Minute {
  readonly endsAtMs: number;
  kept: number;
}

const minutes = new WeakMap<Database, Map<bigint, Minute>>();

/**
 * Whether one more forged notice for this channel account is kept and reported: so many a minute, over all processes
 * together. Strangers can send as many as they like; whatever comes above the number is refused as the others are, leaves
 * nothing on the disk, and costs no statement once a process has seen so many itself.
 */
export async function isForgeryKept(db: Database, channelAccountId: bigint): Promise<boolean> {
  const nowMs = wallClock.monotonicMs();
  const accounts = minutes.get(db) ?? new Map<bigint, Minute>();
  minutes.set(db, accounts);
  const known = accounts.get(channelAccountId);
  const minute =
    known !== undefined && known.endsAtMs > nowMs ? known : { endsAtMs: nowMs + 60_000, kept: 0 };
  accounts.set(channelAccountId, minute);
  minute.kept += 1;
  if (minute.kept > forgeriesKeptPerMinute) return false;
  const call = { ruleId: standingRuleId, key: `forgery ${channelAccountId}`, windowS: 60 };
  const [counted] = await countCall(db.app, [call]);
  return counted !== undefined && counted.n <= forgeriesKeptPerMinute;
}
