import { expect, test } from 'vitest';
import { said } from '../testing/planted.ts';
import { unreadNamesBut } from './unread-names.ts';

const packs = 'packages/messages/src/zh-TW';
const tree = {
  'packages/domain/src/errors.ts': 'const catalogue = {};\n',
  [`${packs}/areas.ts`]: "export const areas = {\n  orders: () => import('./orders.ts'),\n};\n",
};
/** The words without a reader, when the product consists of these files. */
const unread = (pack: string, files: Record<string, string>): string[] =>
  said(unreadNamesBut({}, 0), { ...tree, [`${packs}/orders.ts`]: pack, ...files })
    .map((says) => /^words\.(\S+) has no reader/.exec(says)?.[1])
    .filter((key) => key !== undefined);

const columns = "export const orders = { columns: { fee: '手續費', status: '狀態' } } satisfies object;\n";

test('a word is read where its path stands with its area, or without it in a file that names the area', () => {
  expect(unread(columns, {})).toEqual(['orders.columns.fee', 'orders.columns.status']);
  const whole = { 'apps/server/src/a.ts': "translate(locale, 'orders.columns.fee');\n" };
  expect(unread(columns, whole)).toEqual(['orders.columns.status']);
  const short = { 'apps/web/src/a.tsx': "const t = useWords('orders');\nt('columns.fee');\n" };
  expect(unread(columns, short)).toEqual(['orders.columns.status']);
  const elsewhere = { 'apps/web/src/a.tsx': "const t = useWords('users');\nt('columns.fee');\n" };
  expect(unread(columns, elsewhere)).toEqual(['orders.columns.fee', 'orders.columns.status']);
});

test('neither a remark nor a test reads a word', () => {
  const files = {
    'apps/web/src/a.tsx': "// t('columns.fee')\nconst t = useWords('orders');\n",
    'apps/web/src/a.test.tsx': "const t = useWords('orders');\nt('columns.status');\n",
  };
  expect(unread(columns, files)).toEqual(['orders.columns.fee', 'orders.columns.status']);
});

test('a part of the path that the run alone knows is a name that the product says', () => {
  const form = "const t = useWords('orders');\nt(`columns.${name}`);\n";
  expect(unread(columns, { 'apps/web/src/a.tsx': form })).toEqual([
    'orders.columns.fee',
    'orders.columns.status',
  ]);
  const named = { 'apps/web/src/a.tsx': form, 'packages/contract/src/row.ts': 'const row = { fee: 1 };\n' };
  expect(unread(columns, named)).toEqual(['orders.columns.status']);
});

test('the payer pages read words as members of what they loaded', () => {
  const files = {
    'apps/web/src/public/words.ts': "export const useIt = () => loadWords(locale, 'orders');\n",
    'apps/web/src/public/page.tsx':
      "import { useIt } from './words.ts';\nconst words = useIt();\nwords.columns.fee;\n",
  };
  expect(unread(columns, files)).toEqual(['orders.columns.status']);
});

test('words that an area takes from another object are its own', () => {
  const pack = "import { terms } from './terms.ts';\nexport const orders = { terms };\n";
  const files = { [`${packs}/terms.ts`]: "export const terms = { fee: '手續費' };\n" };
  expect(unread(pack, files)).toEqual(['orders.terms.fee']);
});
