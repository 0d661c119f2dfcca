import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const page = readFileSync(new URL('../docs/security-checklist.md', import.meta.url), 'utf8');
const lines = page.split('\n').flatMap((line) => {
  const [, name, , state, proof] = line.split('|').map((cell) => cell.trim());
  return name !== undefined && /^C\d+$/.test(name) ? [{ name, state: state ?? '', proof: proof ?? '' }] : [];
});

test('all sixty promises stand in the list, in order', () => {
  expect(lines.map(({ name }) => name)).toEqual(Array.from({ length: 60 }, (_, index) => `C${index + 1}`));
});

test.each(lines)('$name names tests that exist, by what they say', ({ state, proof }) => {
  expect(state).toMatch(/^(done|partly: .+|open: .+)$/);
  // Every file with a part of the name of its test.
  const named = [...proof.matchAll(/`([^`]+)`(?: “([^”]+)”)/g)];
  if (state.startsWith('open')) return;
  expect(named.length).toBeGreaterThan(0);
  expect(proof.split('·')).toHaveLength(named.length);
  for (const [, file = '', says = ''] of named) {
    const place = new URL(`../${file}`, import.meta.url);
    expect(existsSync(place), file).toBe(true);
    expect(readFileSync(place, 'utf8'), file).toContain(says);
  }
});
