/**
 * Compares two strings by the bytes of their UTF-8 form, the order every signature of this package sorts by.
 * JavaScript's own order compares UTF-16 units, which differs for characters outside the basic plane.
 */
export function compareByteOrder(left: string, right: string): number {
  if (left === right) return 0;
  const shared = Math.min(left.length, right.length);
  for (let index = 0; index < shared; index += 1) {
    const a = left.charCodeAt(index);
    const b = right.charCodeAt(index);
    if (a === b) continue;
    // Surrogates encode the highest code points but are not the highest units.
    if (a > 0xd7ff && b > 0xd7ff) return Buffer.compare(Buffer.from(left), Buffer.from(right));
    return a < b ? -1 : 1;
  }
  return left.length < right.length ? -1 : 1;
}
