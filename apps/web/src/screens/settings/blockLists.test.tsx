import { blockEntries } from '@suanpan/contract/endpoints/protection';
import { expect, test } from 'vitest';
import { pageOf } from '../../../test/page-of.ts';
import { renderScreen } from '../../../test/screen.tsx';
import { reply, wire } from '../../../test/wire.ts';
import { BlockLists } from './blockLists.tsx';

test.each([
  ['a card number', '8220 5401 2345 6789', 'No card number found'],
  ['a name', '歐陽不二', 'Nothing matches'],
  ['an address', '203.0.113.7', 'Nothing matches'],
])('where %s is on no list, the sentence says what was looked for', async (_what, value, sentence) => {
  wire(reply(blockEntries, () => pageOf([])));
  const { getByText } = await renderScreen(BlockLists, { search: { value } });
  await expect.element(getByText(sentence, { exact: false })).toBeVisible();
});
