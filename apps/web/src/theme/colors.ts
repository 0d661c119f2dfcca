import type { MantineColorsTuple } from '@mantine/core';
import { hexToOklch, oklchToHex } from './oklch.ts';

/**
 * One ladder of lightness for every hue, so that contrast is a property of the step and not of the colour:
 * step 7 carries white text at 4.5 : 1 or better, steps 0–1 carry step 8 text, steps 3–4 are text on dark.
 */
const ladder = [0.975, 0.945, 0.89, 0.815, 0.735, 0.62, 0.53, 0.45, 0.385, 0.315] as const;

/** Builds ten steps of one hue; chroma fades toward white, where a full tint would look dirty. */
function scale(hue: number, chroma: number): MantineColorsTuple {
  return ladder.map((l) => {
    const fade = l > 0.6 ? Math.max(0.12, (1 - l) / 0.4) : 1;
    return oklchToHex({ l, c: chroma * fade, h: hue });
  }) as unknown as MantineColorsTuple;
}

/** The steps of a brand colour given by a senior agent: his hue, our lightness, so contrast holds by itself. */
export function brandScale(hex: string): MantineColorsTuple | null {
  const color = hexToOklch(hex);
  return color && scale(color.h, Math.min(color.c, 0.15));
}

const slate = 257;

export const colors = {
  ink: scale(255, 0.12),
  amber: scale(72, 0.13),
  green: scale(155, 0.125),
  blue: scale(245, 0.12),
  red: scale(25, 0.17),
  violet: scale(300, 0.14),
  gray: [0.984, 0.968, 0.93, 0.885, 0.81, 0.66, 0.52, 0.43, 0.33, 0.24].map((l) =>
    oklchToHex({ l, c: 0.012, h: slate }),
  ) as unknown as MantineColorsTuple,
  dark: [0.9, 0.81, 0.7, 0.6, 0.4, 0.34, 0.27, 0.215, 0.185, 0.155].map((l) =>
    oklchToHex({ l, c: 0.016, h: slate }),
  ) as unknown as MantineColorsTuple,
};
