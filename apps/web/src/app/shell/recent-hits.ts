import type { KnownHit } from '@suanpan/contract/endpoints/statistics';

/** What the search box has led to: an order or a user by its id alone, or a screen by its name. */
export type RecentHit = KnownHit | { readonly kind: 'screen'; readonly id: string };

const key = 'suanpan.recent';
const most = 5;

interface Kept {
  readonly userId: string;
  readonly hits: readonly RecentHit[];
}

/** What this user followed in this tab, the last first; of another user's nothing is shown. */
export function recentHits(userId: string): readonly RecentHit[] {
  const stored = sessionStorage.getItem(key);
  const kept = stored === null ? null : (JSON.parse(stored) as Kept);
  return kept?.userId === userId ? kept.hits : [];
}

/** Ids alone are kept: a name that was looked for stays in no storage, and is asked for anew. */
export function rememberHit(userId: string, { kind, id }: RecentHit): void {
  const others = recentHits(userId).filter((one) => one.kind !== kind || one.id !== id);
  const kept: Kept = { userId, hits: [{ kind, id }, ...others].slice(0, most) };
  sessionStorage.setItem(key, JSON.stringify(kept));
}

/** Of whoever signs out nothing stays. */
export function forgetHits(): void {
  sessionStorage.removeItem(key);
}
