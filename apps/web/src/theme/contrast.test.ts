import { describe, expect, test } from 'vitest';
import { brandScale } from './colors.ts';
import { contrastOf } from './contrast.ts';
import { hexToOklch, oklchToHex } from './oklch.ts';
import tokens from './tokens.css?raw';

/** WCAG AA for text of any size. */
const least = 4.5;

/** The plain colours of a block of tokens.css, as `#rrggbb` by name. */
function colorsOf(selector: string): Map<string, string> {
  const from = tokens.indexOf(`${selector} {`);
  const block = tokens.slice(from, tokens.indexOf('\n}', from));
  const found = block.matchAll(/--sp-([\w-]+): oklch\(([\d.]+) ([\d.]+) ([\d.]+)\);/g);
  return new Map(
    [...found].map(([, name = '', l, c, h]) => [
      name,
      oklchToHex({ l: Number(l), c: Number(c), h: Number(h) }),
    ]),
  );
}

const light = colorsOf(':root');
const schemes = {
  light,
  dark: new Map([...light, ...colorsOf(":root[data-mantine-color-scheme='dark']")]),
} as const;

const grounds = ['surface', 'canvas', 'sunken', 'hover'];
const meanings = ['ok', 'wait', 'attention', 'fail', 'test', 'reversed'];
const pairs = [
  ...['text', 'soft', 'ink'].flatMap((words) => grounds.map((ground) => [words, ground] as const)),
  ['ink', 'ink-tint'] as const,
  ...meanings.flatMap((words) => [...grounds, `${words}-tint`].map((ground) => [words, ground] as const)),
  ['bar-text', 'bar-bg'] as const,
  ['bar-soft', 'bar-bg'] as const,
];

describe.each(['light', 'dark'] as const)('in %s', (scheme) => {
  const color = (name: string): string => schemes[scheme].get(name) ?? `there is no --sp-${name}`;

  test('words are told from every ground that they stand on', () => {
    const faint = pairs.filter(
      ([words, ground]) => !((contrastOf(color(words), color(ground)) ?? 0) >= least),
    );
    expect(faint).toEqual([]);
  });

  test('a brand of any hue keeps its links, buttons and bar legible', () => {
    const faint: string[] = [];
    for (let hue = 0; hue < 360; hue += 10) {
      const ink = brandScale(oklchToHex({ l: 0.6, c: 0.15, h: hue }));
      if (ink === null) throw new Error('It is no colour');
      const [, , , pale, , , buttonDark, strong, , bar] = ink;
      const isDark = scheme === 'dark';
      for (const [what, words, ground] of [
        ['link', isDark ? pale : strong, color('surface')],
        ['button', '#ffffff', isDark ? buttonDark : strong],
        ['bar', color('bar-soft'), bar],
      ] as const)
        if (!((contrastOf(words ?? '', ground ?? '') ?? 0) >= least)) faint.push(`${what} of hue ${hue}`);
    }
    expect(faint).toEqual([]);
  });
});

test('a colour survives the way to OKLCH and back', () => {
  for (const hex of ['#1d4f91', '#e0a030', '#161a21', '#ffffff']) {
    const color = hexToOklch(hex);
    expect(color && oklchToHex(color)).toBe(hex);
  }
  expect(hexToOklch('blue')).toBe(null);
});
