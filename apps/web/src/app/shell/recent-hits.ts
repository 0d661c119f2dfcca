/** What the search box has led to, or offers to. */
export interface Hit {
  readonly key: string;
  readonly kind: string;
  readonly title: string;
  readonly detail: string;
  readonly href: string;
}

const most = 5;

interface Kept {
  readonly userId: string;
  readonly hits: readonly Hit[];
}

/** In this page's memory alone: a hit is called by the names of people. */
let kept: Kept | null = null;

/** What this user followed since the page was loaded, the last first; of another user's nothing is shown. */
export function recentHits(userId: string): readonly Hit[] {
  return kept?.userId === userId ? kept.hits : [];
}

export function rememberHit(userId: string, hit: Hit): void {
  const others = recentHits(userId).filter((one) => one.key !== hit.key);
  kept = { userId, hits: [hit, ...others].slice(0, most) };
}

export function forgetHits(): void {
  kept = null;
}
