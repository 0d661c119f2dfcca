const utf8 = new TextEncoder();

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
    if (a > 0xd7ff && b > 0xd7ff) return compareBytes(utf8.encode(left), utf8.encode(right));
    return a < b ? -1 : 1;
  }
  return left.length < right.length ? -1 : 1;
}

function compareBytes(left: Uint8Array, right: Uint8Array): number {
  for (const [index, byte] of left.entries()) {
    const other = right[index];
    if (other === undefined) return 1;
    if (byte !== other) return byte < other ? -1 : 1;
  }
  return left.length < right.length ? -1 : 0;
}
