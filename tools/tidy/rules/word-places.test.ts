import { expect, test } from 'vitest';
import { found } from '../testing/planted.ts';
import { wordPlaces } from './word-places.ts';

test('a Chinese literal, template or JSX text outside messages is found', () => {
  const path = 'apps/web/src/parts/a.tsx';
  const text = "const a = '代收';\nconst b = `共 ${a} 筆`;\nexport const c = <b>查詢</b>;";
  expect([...new Set(found(wordPlaces, { [path]: text }))]).toEqual([`${path}:1`, `${path}:2`, `${path}:3`]);
});

test('messages, banks, the sandbox bank, comments and tests may speak Chinese', () => {
  const text = "export const a = '代收';";
  const files = {
    'packages/messages/src/zh-TW/orders.ts': text,
    'packages/domain/src/bank-list/tw.ts': text,
    'apps/sandbox/src/page.ts': text,
    'apps/web/src/parts/a.test.tsx': text,
    'packages/domain/src/a.ts': '/** Collection (代收). */\nexport const a = 1;',
  };
  expect(found(wordPlaces, files)).toEqual([]);
});
