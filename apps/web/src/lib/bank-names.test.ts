import { afterEach, beforeEach, expect, test } from 'vitest';
import { bankNames } from './bank-names.ts';
import { ownQueries } from './own-user.ts';
import { queryClient } from './query-client.ts';

const banks = [
  { code: '004', name: '臺灣銀行', name_en: 'Bank of Taiwan' },
  { code: '013', name: '國泰世華商業銀行', name_en: 'Cathay United Bank' },
  { code: '037', name: '法國興業銀行台北分行', name_en: 'Société Générale, Taipei Branch' },
  { code: '822', name: '中國信託商業銀行', name_en: 'CTBC Bank' },
];
beforeEach(() => void queryClient.setQueryData(ownQueries.banks.queryKey, banks));
afterEach(() => queryClient.clear());

const found = async (search: string): Promise<string[]> =>
  (await bankNames.find({ search })).map(({ id }) => id);

test.each([
  ['its code', '822', ['822']],
  ['a part of its code', '0', ['004', '013', '037']],
  ['a part of its name', '國泰', ['013']],
  ['the other way to write a sign', '台灣', ['004']],
  ['its name in simplified writing', '国泰世华', ['013']],
  ['its short name', '中信', ['822']],
  ['its English name', 'ctbc', ['822']],
  ['its English name without blanks and accents', 'societe generale', ['037']],
  ['nothing', '', ['004', '013', '037', '822']],
  ['what no bank is called', '火星', []],
])('a bank is found by %s', async (_what, search, codes) => {
  expect(await found(search)).toEqual(codes);
});

test('whole parts stand before signs in their order, and of these names that begin so before others', async () => {
  const more = [{ code: '001', name: '台中市信用合作社', name_en: 'Central' }, ...banks];
  queryClient.setQueryData(ownQueries.banks.queryKey, [
    ...more,
    { code: '900', name: '中信', name_en: 'Zhongxin' },
  ]);
  expect(await found('中信')).toEqual(['900', '822', '001']);
});

test('one is looked up by its whole code alone', async () => {
  expect(await bankNames.find({ id: '822' })).toMatchObject([{ id: '822' }]);
  expect(await bankNames.find({ id: '82' })).toEqual([]);
});
