/** Relative luminance of `#rrggbb` (WCAG 2); null for anything else. */
function luminanceOf(hex: string): number | null {
  const match = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(hex.trim());
  if (!match) return null;
  const [red = 0, green = 0, blue = 0] = match.slice(1).map((pair) => {
    const channel = Number.parseInt(pair, 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** The contrast of two colours, 1 to 21; null where one of them is no colour. */
export function contrastOf(one: string, other: string): number | null {
  const [left, right] = [luminanceOf(one), luminanceOf(other)];
  if (left === null || right === null) return null;
  return (Math.max(left, right) + 0.05) / (Math.min(left, right) + 0.05);
}
