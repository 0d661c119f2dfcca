type Rgba = readonly [red: number, green: number, blue: number, alpha: number];

const canvas = document.createElement('canvas');
canvas.width = 1;
canvas.height = 1;

/** Any colour that the browser computes, as it paints it. */
function paint(color: string): Rgba {
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) throw new Error('this browser paints nothing');
  context.clearRect(0, 0, 1, 1);
  context.fillStyle = color;
  context.fillRect(0, 0, 1, 1);
  const [red = 0, green = 0, blue = 0, alpha = 0] = context.getImageData(0, 0, 1, 1).data;
  return [red, green, blue, alpha / 255];
}

const over = (upper: Rgba, lower: Rgba): Rgba => {
  const mix = (n: 0 | 1 | 2): number => upper[n] * upper[3] + lower[n] * (1 - upper[3]);
  return [mix(0), mix(1), mix(2), 1];
};

/** What an element stands on: the grounds of all that it lies in, one over the other. */
export function groundOf(element: Element): Rgba {
  const grounds: Rgba[] = [];
  for (let each: Element | null = element; each; each = each.parentElement) {
    const ground = paint(getComputedStyle(each).backgroundColor);
    grounds.push(ground);
    if (ground[3] === 1) break;
  }
  return grounds.reduceRight<Rgba>((lower, upper) => over(upper, lower), [255, 255, 255, 1]);
}

const luminanceOf = (color: Rgba): number => {
  const [red, green, blue] = color.slice(0, 3).map((channel) => {
    const share = channel / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * (red ?? 0) + 0.7152 * (green ?? 0) + 0.0722 * (blue ?? 0);
};

/** The contrast of a text colour on a ground (WCAG 2), 1 to 21. */
export function contrastBetween(color: string, ground: Rgba): number {
  const [one, other] = [luminanceOf(over(paint(color), ground)), luminanceOf(ground)];
  return (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
}
