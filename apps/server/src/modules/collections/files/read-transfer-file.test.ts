import { Buffer } from 'node:buffer';
import { expect, test } from 'vitest';
import { readTransferFile } from './read-transfer-file.ts';
import type { FileOf } from './read-transfer-file.ts';

const of: FileOf = {
  currency: 'TWD',
  destination: '901560501232',
  isIts: (said) => said === '901560501232',
  since: null,
  now: new Date('2026-12-01T00:00:00Z'),
};
const read = (file: string | Buffer) => readTransferFile(Buffer.from(file), of, (column) => column);
const faults = async (file: string | Buffer) => (await read(file)).bad.map(({ line, why }) => [line, why]);
const sums = async (file: string | Buffer) => (await read(file)).lines.map(({ amount }) => amount);
const t = '2026-11-20 09:00';

test('what went out is passed over, however the bank says so, and what is said neither way is a fault', async () => {
  const marked = (title: string, ...marks: readonly string[]) =>
    [`日期,金額,${title}`, ...marks.map((mark, n) => `${t},${n + 1},${mark}`)].join('\n');
  expect(await sums(marked('借貸別', '貸', '借', 'C', 'd', '存入'))).toEqual([10_000n, 30_000n, 50_000n]);
  expect(await sums(marked('收支別', '收入', '支出'))).toEqual([10_000n]);
  expect(await faults(marked('借貸別', '貸', '?', ''))).toEqual([
    [3, 'direction'],
    [4, 'direction'],
  ]);
  expect(await sums(`date,amount,debit,credit\n${t},500,500,\n${t},600,,600\n${t},700,0,700`)).toEqual([
    6_000_000n,
    7_000_000n,
  ]);
  expect(await faults(`日期,存入金額,支出金額\n${t},500,30`)).toEqual([[2, 'direction']]);
});

test('another currency is no payment of this account', async () => {
  const of = (money: string) => `日期,金額,幣別\n${t},1500,${money}`;
  for (const own of ['TWD', 'NTD', '新臺幣', '台幣']) expect(await sums(of(own))).toEqual([15_000_000n]);
  for (const other of ['USD', '美金', 'CNY', '?', ''])
    expect(await faults(of(other))).toEqual([[2, 'currency']]);
});

test('a range’s lines are its own, and those of another range in the same statement are not', async () => {
  const range = { ...of, destination: null, isIts: (said: string) => said.startsWith('98221') };
  const file = `日期,金額,虛擬帳號\n${t},1,98221001\n${t},2,0098221002\n${t},3,98222001\n${t},4,`;
  const { bad, lines } = await readTransferFile(Buffer.from(file), range, (column) => column);
  expect(lines.map(({ destination }) => destination)).toEqual(['98221001', '98221002']);
  expect(bad.map(({ line, why }) => [line, why])).toEqual([
    [4, 'otherAccount'],
    [5, 'destination'],
  ]);
});

test('a day that no calendar has is no time, and days and times without marks are read', async () => {
  const day = async (said: string) =>
    (await read(`日期,時間,金額\n${said},1`)).lines.map(({ at }) => at.toISOString());
  for (const none of ['2026-02-30,09:00', '2026-11-31,09:00', '115/02/29,09:00', '20260230,090000'])
    expect(await faults(`日期,時間,金額\n${none},1`)).toEqual([[2, 'time']]);
  for (const same of [
    '2026-11-20,09:00:15',
    '115/11/20,9:00:15',
    '20261120,090015',
    '1151120,090015',
    '115.11.20,09:00:15',
  ])
    expect(await day(same)).toEqual(['2026-11-20T01:00:15.000Z']);
  expect(await faults('日期,金額\n2026-02-30T09:00:00+08:00,1')).toEqual([[2, 'time']]);
});

test('all sums of a file fit where sums are kept', async () => {
  const lines = Array.from({ length: 1_999 }, (_, n) => `${t},999999999999,${n}`);
  const { badCount, lines: good } = await read(['日期,金額,流水號', ...lines].join('\n'));
  expect(badCount).toBeGreaterThan(0);
  expect(good.reduce((sum, { amount }) => sum + amount, 0n)).toBeLessThan(2n ** 63n);
});

test('what a bank writes above its columns is passed over', async () => {
  const file = `台北銀行存款明細\n帳號:901560501232\n期間,2026-11-01,2026-11-30\n\n日期,存入金額,對方戶名\n${t},12,王小明`;
  const { columns, lines } = await read(file);
  expect(lines).toMatchObject([{ n: 6, amount: 120_000n, payerName: '王小明' }]);
  expect(columns.map(({ column }) => column)).toContain('payer_name');
  await expect(read('a,b\n1,2')).rejects.toMatchObject({ name: 'Refusal' });
});

/** 日期,金額,對方戶名 and a line of 王小明, as banks of Taiwan write them. */
const big5 = Buffer.concat([
  Buffer.from('a4e9b4c12caaf7c3422cb9efa4e8a4e1a6570d0a', 'hex'),
  Buffer.from(`${t},1500,`),
  Buffer.from('a4fda470a9fa0d0a', 'hex'),
]);

test('Big5 is read where the titles say that it is, and what was read is said', async () => {
  expect(await read(big5)).toMatchObject({
    encoding: 'big5',
    lines: [{ amount: 15_000_000n, payerName: '王小明' }],
  });
  expect((await read(`日期,金額\n${t},1`)).encoding).toBe('utf8');
  expect((await read(Buffer.from(`\ufeff日期,金額\n${t},1`, 'utf16le'))).encoding).toBe('utf16');
  // Of titles without a single character of it nothing follows: names would be guessed.
  const nameless = Buffer.concat([Buffer.from(`date,amount,name\n${t},1,`), Buffer.from('a4fda470', 'hex')]);
  await expect(read(nameless)).rejects.toMatchObject({ name: 'Refusal' });
  // Simplified characters of another encoding are no Big5.
  const gbk = Buffer.concat([Buffer.from('c8d5c6da2cbdf0b6ee0a', 'hex'), Buffer.from(`${t},1`)]);
  await expect(read(gbk)).rejects.toMatchObject({ name: 'Refusal' });
});
