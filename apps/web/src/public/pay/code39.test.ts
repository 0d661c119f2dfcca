import { expect, test } from 'vitest';
import { code39 } from './code39.ts';

test('a text is its characters between two markers, each of nine parts of which three are wide', () => {
  const made = code39('A1');
  // Four characters of 6 narrow and 3 wide parts, three gaps, and ten of quiet on both sides.
  expect(made?.width).toBe(4 * (6 + 3 * 3) + 3 + 20);
  expect(made?.path.split('M').length).toBe(1 + 4 * 5);
  // The marker: narrow bar, wide gap, narrow bar, narrow gap, wide bar, narrow gap, wide bar, narrow gap, narrow bar.
  expect(made?.path.startsWith('M10 0h1v1h-1zM14 0h1v1h-1zM16 0h3v1h-3zM20 0h3v1h-3zM24 0h1v1h-1z')).toBe(
    true,
  );
});

test('what it cannot write it does not draw', () => {
  for (const text of ['a1', 'A*1', '王']) expect(code39(text), text).toBeNull();
});
