import { exportKindNames } from '@suanpan/domain/exports/kinds';
import { errorNames } from '@suanpan/domain/errors';
import { allWords } from '@suanpan/messages/all-words';
import { leavesOf } from '@suanpan/messages/translate';
import { beforeAll, expect, test } from 'vitest';
import { openPayoutRooms } from '../../../test/payout-rooms.ts';
import { openBench, lastDays, readCsv } from './testing/export-bench.ts';

/*
 * A file is read by whoever reads its screen, in his language. Names of the program are what our words are kept under, so whatever
 * stands in a cell and is one of these was not told in words.
 */
const bench = await openBench();
const { house } = bench;
const { admin } = house.base;

const keys = leavesOf(allWords['zh-TW'], '').map(([path]) => path.split('.').at(-1) ?? '');
/** Not what is an abbreviation everywhere: a currency, a network. */
const names: ReadonlySet<string> = new Set([...errorNames, ...keys].filter((name) => /^[a-z]/.test(name)));
/** People of the cast are called by what they are, and a provider is known by what drives it. */
const calledSo: readonly string[] = ['操作', '帳號', '名稱', '操作人', '建立人', '三方協議'];
/** Nothing of these is among the cast's. */
const bare: ReadonlySet<string> = new Set([
  'admin.reconciliation',
  'settings.currency_rate',
  'collectionMethod.c_m',
  'collectionMethod.customer_c_m_change',
  'accounting.systemIncomewithdraws',
  'accounting.systemIncome.exchanges',
  'accounting.report',
  'index.stats4',
  'index.encryption',
  'cashManagement3',
  'users.unList',
  'admin.failedQueue',
  'admin.loginlogs',
]);

/** Of each of these there is one, so that the files are not bare. */
const abouts = [
  'order',
  'payout',
  'deposit',
  'withdrawal',
  'withdrawFee',
  'refund',
  'receipt',
  'callback',
  'privateTransfer',
  'blockEntry',
  'role',
  'manager',
] as const;

beforeAll(async () => {
  await bench.enter();
  for (const about of abouts) await bench.cast.find(about, 'admin', 'below');
  const payouts = await openPayoutRooms(house.base, house.rooms);
  const merchant = bench.cast.person('A.merchant');
  await payouts.earn(merchant);
  const { id } = await payouts.place(merchant);
  await admin.query("SELECT payout_reject($1, 'rejected', 'payout.reject', 'channelError', NULL, NULL)", [
    String(id),
  ]);
  await admin.query(
    `INSERT INTO provider_log (channel_account_id, order_id, order_kind, at, direction, operation, outcome, request, response)
     SELECT channel_account_id, order_id, order_kind, clock_timestamp(), 'out', 'queryPayout', outcome, '', ''
     FROM (SELECT channel_account_id, order_id, order_kind FROM provider_log ORDER BY id LIMIT 1) one,
          unnest('{accepted,unanswered,forbiddenAddress}'::text[]) AS outcome`,
  );
});

/** The file as a reader of Traditional Chinese has it. */
async function fileOf(kind: string, filter: object = {}): Promise<string[][]> {
  const { id, file } = await bench.order('admin', kind, { filter: { ...lastDays(kind), ...filter } });
  await admin.query("UPDATE export_job SET locale = 'zh-TW' WHERE id = $1", [id]);
  await house.exports.write(BigInt(id));
  const { bytes } = await bench.fetch('admin', `/api/download/${file}`);
  return readCsv(bytes);
}

/** Other groups of rows than a screen begins with. */
const grouped = [
  ['index.payment', { group: 'failure' }],
  ['index.payment', { group: 'bank' }],
  ['index.payment', { group: 'channel' }],
  ['index.stats3', { group: 'state' }],
] as const;

test.each([...exportKindNames.map((kind) => [kind, {}] as const), ...grouped])(
  'a file of %s %j says in words whatever is a name of the program',
  async (kind, filter) => {
    const [titles = [], ...rows] = await fileOf(kind, filter);
    const raw = rows.flatMap((row) =>
      row.flatMap((cell, place) =>
        names.has(cell) && !calledSo.includes(titles[place] ?? '') ? [`${titles[place]}: ${cell}`] : [],
      ),
    );
    expect([...new Set(raw)]).toEqual([]);
    expect(rows.flat().filter((cell) => cell.includes('{{'))).toEqual([]);
    expect(rows.length > 0, 'rows that show it').toBe(!bare.has(kind));
  },
);

test('why a payout failed and at which bank is told as its screens tell it', async () => {
  const [, ...failures] = await fileOf('index.payment', { group: 'failure' });
  expect(failures.flat()).toContain('三方回覆錯誤');
  const [, ...banks] = await fileOf('index.payment', { group: 'bank' });
  expect(banks.flat().filter((cell) => /^\d{3} \S/.test(cell))).not.toEqual([]);
  const [, ...turnover] = await fileOf('accounting.changelogs');
  expect(turnover.flat()).toContain('三方回覆錯誤');
  const [, ...exchanges] = await fileOf('admin.log');
  expect(exchanges.flat()).toContain('三方未回覆查證');
});
