/**
 * Looks that overlap, such as one of a loop and one after a change: what is seen is kept in the order in which they began, so that a
 * slow one that began before the change does not take it back.
 */
export function inOrder<Seen>(look: () => Promise<Seen>, keep: (seen: Seen) => void): () => Promise<void> {
  let begun = 0;
  let kept = 0;
  return async () => {
    const own = (begun += 1);
    const seen = await look();
    if (own < kept) return;
    kept = own;
    keep(seen);
  };
}
