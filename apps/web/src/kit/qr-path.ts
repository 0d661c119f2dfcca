import { encode } from 'uqr';

/** A QR code with its quiet zone as one path, and how many modules wide it is. */
export function qrPath(content: string): { readonly path: string; readonly modules: number } {
  const { data, size } = encode(content, { border: 2 });
  const path = data
    .flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')))
    .join('');
  return { path, modules: size };
}
