import { expect, test } from 'vitest';
import { found } from '../testing/planted.ts';
import { pageSafety } from './page-safety.ts';

const screen = 'apps/web/src/screens/payment/card.tsx';

test.each([
  `export const a = <b style={{ color: '#d00' }} />;`,
  `export const a = <b c="rgba(0, 0, 0, 0.5)" />;`,
  'export const a = `1px solid #ff0000`;',
  'export const a = <b dangerouslySetInnerHTML={{ __html: x }} />;',
  'element.innerHTML = text;',
])('%s is found', (text) => {
  expect(found(pageSafety, { [screen]: text })).toEqual([`${screen}:1`]);
});

test('a raw colour in a stylesheet is found on its line, one in a comment is not', () => {
  const path = 'apps/web/src/parts/a.module.css';
  expect(found(pageSafety, { [path]: '/* not #fff */\n.a {\n  color: #fff;\n}\n' })).toEqual([`${path}:3`]);
});

test('variables of the theme, hash routes and the theme itself are fine', () => {
  const files = {
    [screen]: `export const a = <a href="#/wrap/add" style={{ color: 'var(--red)' }} />;`,
    'apps/web/src/app/theme.ts': `export const red = '#d00';`,
  };
  expect(found(pageSafety, files)).toEqual([]);
});
