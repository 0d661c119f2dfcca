/** What the search box has led to, or offers to. */
export interface Hit {
  readonly key: string;
  readonly kind: string;
  readonly title: string;
  readonly detail: string;
  readonly href: string;
}

const key = 'suanpan.recent';
const most = 5;

interface Kept {
  readonly userId: string;
  readonly hits: readonly Hit[];
}

/** What this user followed in this tab, the last first; of another user's nothing is shown. */
export function recentHits(userId: string): readonly Hit[] {
  const stored = sessionStorage.getItem(key);
  const kept = stored === null ? null : (JSON.parse(stored) as Kept);
  return kept?.userId === userId ? kept.hits : [];
}

export function rememberHit(userId: string, hit: Hit): void {
  const others = recentHits(userId).filter((one) => one.key !== hit.key);
  const kept: Kept = { userId, hits: [hit, ...others].slice(0, most) };
  sessionStorage.setItem(key, JSON.stringify(kept));
}
