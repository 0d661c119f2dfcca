/** Where a session was thrown out, so that the same user may go on there; anybody else starts at the front. */
const key = 'suanpan.return';

export function rememberPlace(userId: string): void {
  sessionStorage.setItem(key, JSON.stringify({ userId, href: location.hash }));
}

/** The remembered hash if it belongs to this user; it counts once. */
export function takePlace(userId: string): string | null {
  const stored = sessionStorage.getItem(key);
  sessionStorage.removeItem(key);
  if (!stored) return null;
  const place = JSON.parse(stored) as { userId: string; href: string };
  return place.userId === userId && place.href.startsWith('#/wrap/') ? place.href : null;
}
