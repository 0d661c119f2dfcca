import { randomUUID } from 'node:crypto';
import { transferReport } from '@suanpan/contract/endpoints/transfer-files';
import type { TransferReport } from '@suanpan/contract/endpoints/transfer-files';
import { Refusal } from '@suanpan/domain/errors';
import { formatMerchant } from '@suanpan/money/amount';
import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { openMoneyRooms, pageOf } from '../../../../test/money-rooms.ts';
import { privateCard, startPrivatePeer } from '../../../../test/private-peer.ts';
import { createTenant } from '../../../../test/tenant.ts';
import type { Tenant } from '../../../../test/tenant.ts';
import { openDoor } from '../../identity/testing/open-door.ts';
import type { Person } from '../../identity/testing/open-door.ts';
import { prove } from '../../ledger/index.ts';
import { openTestUsers } from '../../users/testing/open-test-users.ts';
import { readFeed } from '../awaited/read-feeds.ts';
import { bindTransferFiles } from '../index.ts';
import type { OrderRow } from '../index.ts';
import { hearFiles } from './hear-files.ts';
import { readTransferFile } from './read-transfer-file.ts';
import { findFile, findFiledAccount } from './transfer-files.queries.ts';

const door = await openDoor();
const { admin, call, code, person } = door;
const rooms = await openMoneyRooms(door, { startBank: startPrivatePeer });
const { bank, collections } = rooms;
const approvals = openTestUsers(door, door.app, door.identity);
bindTransferFiles(door.app, collections, door.identity, approvals);
const paymentPassword = 'a payment password';

let tenant: Tenant;
let boss: Person;
let second: Person;
let other: Tenant;
const tokens = new Map<bigint, string>();
beforeAll(async () => {
  tenant = await createTenant(door, { provider: bank });
  other = await createTenant(door, { provider: bank });
  boss = await person({ kind: 'admin', paymentPassword });
  second = await person({ kind: 'admin', paymentPassword });
  for (const each of [boss, second]) tokens.set(each.id, await door.tokenOf(each));
});

let cards = 0;
/** A card of its own, which is read since now. */
async function cardOf(realName: string | null = '王小明') {
  const merchantId = await tenant.user('customer');
  const account_no = `9025605${String((cards += 1)).padStart(5, '0')}`;
  const credentials = JSON.stringify({ ...privateCard, account_no });
  const { channelAccountId: id } = await tenant.channel({
    merchants: [merchantId],
    account: { credentials_sealed: door.vault.seal(credentials, 'channel_account.credentials') },
  });
  await readFeed(collections, { channel_account_id: id, read_until: null, begun_at: null });
  return {
    id,
    place: (order: object = {}) => rooms.place(merchantId, { major: '1500', realName, ...order }),
  };
}
const read = (id: bigint): Promise<void> => {
  const at = new Date(Date.now() - 60_000);
  return readFeed(collections, { channel_account_id: id, read_until: at, begun_at: at });
};

const now = (): string => new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ');
const sumOf = ({ pay_amount }: OrderRow): string => formatMerchant(pay_amount, 'TWD');
const csv = (...lines: readonly string[]): string =>
  ['交易時間,存入金額,對方戶名,對方帳號,備註', ...lines].join('\n');
const lineOf = (order: OrderRow, who = '王小明', account = '', memo = '') =>
  `${now()},${sumOf(order)},${who},${account},${memo}`;

interface Answer {
  readonly code: number;
  readonly message: string;
  readonly data: { readonly state: string; readonly approval_id: string };
}
async function upload(of: bigint, file: string | Buffer, who = boss): Promise<Answer> {
  const response = await door.app.inject({
    method: 'POST',
    url: `/api/claimOrder/files?channel_account_id=${of}&name=bank.csv`,
    headers: {
      authorization: `Bearer ${tokens.get(who.id) ?? ''}`,
      'content-type': 'text/csv',
      'x-localization': 'en',
    },
    payload: Buffer.from(file),
  });
  return response.json();
}
async function look(of: bigint, file: string): Promise<TransferReport> {
  const answer = await upload(of, file);
  expect(answer).toMatchObject({ code: 0 });
  return transferReport.parse(answer.data);
}
const take = (id: string | null, who = boss): Promise<Answer> =>
  call('POST', `/claimOrder/files/${id}/take`, {
    token: tokens.get(who.id) ?? '',
    headers: { 'idempotency-key': randomUUID() },
    body: { reason: 'the bank says so', payment_password: paymentPassword, one_code: code(who) },
  }) as unknown as Promise<Answer>;
async function reportOf(id: string | null, who = boss): Promise<TransferReport> {
  const { data } = await call('GET', `/claimOrder/files/${id}`, { token: tokens.get(who.id) ?? '' });
  return transferReport.parse(data);
}
/** Looks at a file, takes it, and has it booked. */
async function bring(of: bigint, file: string): Promise<TransferReport> {
  const { id } = await look(of, file);
  expect(await take(id)).toMatchObject({ code: 0, data: { state: 'done' } });
  await hearFiles(collections);
  return reportOf(id);
}
const outcomes = ({ items }: TransferReport): string[] => items.map(({ outcome }) => outcome);
const failing = async (): Promise<string[]> =>
  (await prove(door.database)).checks.flatMap(({ name, passed }) => (passed ? [] : [name]));
const statusOf = async ({ id }: OrderRow): Promise<string> => (await rooms.order(id)).status;
const receipts = async (id: bigint) =>
  (
    await admin.query<{ order_id: bigint | null; reason: string; amount: bigint }>(
      'SELECT order_id, reason, amount FROM receipt WHERE channel_account_id = $1 ORDER BY id',
      [id],
    )
  ).rows;

test('what came in is its order’s by card, sum and sender, as it is looked at so it is taken, and the rest is unidentified', async () => {
  const card = await cardOf();
  const named = await card.place();
  const byDigits = await card.place({ realName: null, payerLast5: '54321' });
  const other = await card.place();
  const file = csv(
    lineOf(named, ' 王 小明'),
    lineOf(byDigits, '', '822-0001-54321'),
    lineOf(other, '陳大文'),
    `${now()},77,王小明,,`,
  );
  const seen = await look(card.id, file);
  expect(seen).toMatchObject({ lines: 4, bad_count: 0, taken_at: null, sum: '4577.0000' });
  expect(outcomes(seen)).toEqual(['order', 'order', 'unidentified', 'unidentified']);
  expect(await statusOf(named)).toBe('pending');
  await hearFiles(collections);
  expect(await statusOf(named)).toBe('pending');

  expect(await take(seen.id)).toMatchObject({ code: 0, data: { state: 'done' } });
  await hearFiles(collections);
  const taken = await reportOf(seen.id);
  expect(outcomes(taken)).toEqual(outcomes(seen));
  expect(taken.items.map(({ order_no: no }) => no)).toEqual([named.order_no, byDigits.order_no, null, null]);
  expect(await Promise.all([named, byDigits, other].map(statusOf))).toEqual([
    'success',
    'success',
    'pending',
  ]);
  expect(await receipts(card.id)).toMatchObject([{ reason: 'unidentified' }, { reason: 'unidentified' }]);
  const { rows } = await admin.query(
    `SELECT act FROM audit_log WHERE object_kind = 'transferFile' AND object_id = $1 ORDER BY id`,
    [seen.id],
  );
  expect(new Set(rows.map(({ act }) => act))).toEqual(new Set(['claimOrder.import']));
  expect(await failing()).toEqual([]);
});

test('a line that was altered, closed or taken away before it was booked is named by the proof', async () => {
  const card = await cardOf();
  const order = await card.place();
  const { id } = await look(card.id, csv(lineOf(order, ''), `${now()},78,王小明,,`));
  expect(await take(id)).toMatchObject({ code: 0, data: { state: 'done' } });
  const superuser = await admin.connect();
  try {
    await superuser.query("SET session_replication_role = 'replica'");
    await superuser.query('CREATE TEMP TABLE was AS SELECT * FROM told_transfer');
    for (const change of [
      'UPDATE told_transfer SET is_open = false',
      "UPDATE told_transfer SET payer_name = '陳大文'",
      'UPDATE told_transfer SET amount = amount - 1',
      "UPDATE told_transfer SET ref = ref || 'x'",
      'DELETE FROM told_transfer',
    ]) {
      const { rowCount } = await superuser.query(`${change} WHERE file_id = $1 AND amount = 780000`, [id]);
      expect([change, rowCount, await failing()]).toEqual([change, 1, ['U3']]);
      await superuser.query('DELETE FROM told_transfer');
      await superuser.query('INSERT INTO told_transfer OVERRIDING SYSTEM VALUE SELECT * FROM was');
    }
  } finally {
    superuser.release(true);
  }
  await hearFiles(collections);
  expect(await failing()).toEqual([]);
});

test('the same file again is what it was, and one that overlaps adds what it alone says', async () => {
  const card = await cardOf();
  const [one, two] = [await card.place(), await card.place()];
  const [first, next] = [lineOf(one), lineOf(two)];
  const brought = await bring(card.id, csv(first, `${now()},88,林怡君,,`));
  const again = await look(card.id, csv(first, `${now()},88,林怡君,,`));
  const same = await look(card.id, csv(first, first, next));
  expect(same).toMatchObject({ lines: 2, passed_over: 1 });
  expect(outcomes(same)).toEqual(['known', 'order']);
  expect(again.items.map(({ outcome }) => outcome)[0]).not.toBe('unidentified');
  expect(outcomes(await bring(card.id, csv(first, first, next)))).toEqual(['known', 'order']);
  // The same statement with another column: its line has another number, and is the same.
  const numbered = [
    '交易時間,存入金額,對方戶名,流水號',
    `${first.split(',').slice(0, 3).join(',')},B-1`,
  ].join('\n');
  expect(outcomes(await bring(card.id, numbered))).toEqual(['known']);
  expect(await take(brought.id)).not.toMatchObject({ code: 0 });
  expect(await Promise.all([one, two].map(statusOf))).toEqual(['success', 'success']);
  expect(await receipts(card.id)).toMatchObject([{ reason: 'unidentified' }]);
});

test('what the account itself told, before the file or after it, is one payment', async () => {
  const card = await cardOf();
  const [byFeed, byFile] = [await card.place(), await card.place()];
  const send = (order: OrderRow, told: Record<string, string>): void => {
    const ref = randomUUID();
    bank.awaits?.(ref, { ...pageOf(order), memo: '', ...told });
    bank.pay(ref);
  };
  send(byFeed, { payer_name: '王小明' });
  send(byFeed, { payer_name: '陳大文', amount: '66.00' });
  await read(card.id);
  expect(await statusOf(byFeed)).toBe('success');
  const file = csv(lineOf(byFeed), `${now()},66,陳大文,,`, lineOf(byFile), `${now()},55,陳大文,,`);
  expect(outcomes(await bring(card.id, file))).toEqual(['feed', 'feed', 'order', 'unidentified']);
  send(byFile, { payer_name: '王小明' });
  send(byFile, { payer_name: '陳大文', amount: '55.00' });
  await Promise.all([read(card.id), read(card.id)]);
  await read(card.id);
  expect(await statusOf(byFile)).toBe('success');
  expect((await receipts(card.id)).map(({ amount, reason }) => [amount, reason])).toEqual([
    [660_000n, 'unidentified'],
    [550_000n, 'unidentified'],
  ]);
  // Whoever really pays twice is told twice by both.
  send(byFile, { payer_name: '王小明' });
  await read(card.id);
  expect((await receipts(card.id)).at(-1)).toMatchObject({ reason: 'paid_twice', order_id: byFile.id });
});

test('a bank that counts its lines anew in every statement loses none of them, nor does the account itself', async () => {
  const card = await cardOf();
  const [one, two, third] = [await card.place(), await card.place(), await card.place()];
  const numbered = (...lines: readonly string[]) =>
    ['交易時間,存入金額,對方戶名,流水號', ...lines].join('\n');
  const lineNo1 = (order: OrderRow) => `${now()},${sumOf(order)},王小明,1`;
  expect(outcomes(await bring(card.id, numbered(lineNo1(one))))).toEqual(['order']);
  const next = await look(card.id, numbered(lineNo1(two)));
  expect(outcomes(next)).toEqual(['order']);
  expect(await take(next.id)).toMatchObject({ code: 0 });
  await hearFiles(collections);
  expect(outcomes(await reportOf(next.id))).toEqual(['order']);
  expect(outcomes(await bring(card.id, numbered(lineNo1(two), `${now()},33,林怡君,2`)))).toEqual([
    'known',
    'unidentified',
  ]);
  // A number of the file is the account's own of another payment.
  const ref = randomUUID();
  bank.awaits?.(ref, { ...pageOf(third), memo: '', payer_name: '王小明' });
  bank.pay(ref);
  await bring(card.id, numbered(`${now()},22,陳大文,${bank.charge(ref).chargeNo}`));
  await read(card.id);
  await read(card.id);
  expect(await Promise.all([one, two, third].map(statusOf))).toEqual(['success', 'success', 'success']);
  expect((await receipts(card.id)).map(({ amount }) => amount)).toEqual([330_000n, 220_000n]);
});

test('two who sent one sum in one minute are two', async () => {
  const card = await cardOf();
  const t = now();
  const of = (who: string, memo = '') => csv(`${t},77,${who},,${memo}`);
  expect(outcomes(await bring(card.id, of('林怡君')))).toEqual(['unidentified']);
  expect(outcomes(await bring(card.id, of('陳大文')))).toEqual(['unidentified']);
  // One bank hides a part of names, another writes them with blanks or cuts them.
  expect(outcomes(await bring(card.id, of('林*君', 'a')))).toEqual(['known']);
  expect(outcomes(await bring(card.id, of('陳 大文', 'b')))).toEqual(['known']);
  expect(await receipts(card.id)).toHaveLength(2);
});

test('a statement of another account settles nothing of this one, and none tells of a time before it', async () => {
  const card = await cardOf();
  const order = await card.place();
  const of = (account: string) =>
    ['交易時間,存入金額,對方戶名,收款帳號', `${now()},${sumOf(order)},王小明,${account}`].join('\n');
  const own = pageOf(order)['destination'] ?? '';
  for (const foreign of ['902560599999', '***9999', '—'])
    expect((await look(card.id, of(foreign))).bad).toEqual([{ line: 2, why: 'otherAccount' }]);
  await admin.query('DELETE FROM channel_feed WHERE channel_account_id = $1', [card.id]);
  expect((await look(card.id, csv('2001-01-01 09:00,100,王小明,,'))).bad).toEqual([
    { line: 2, why: 'tooEarly' },
  ]);
  for (const written of [own, `822-${own}`, `${own.slice(0, 3)}****${own.slice(-4)}`])
    expect(outcomes(await look(card.id, of(written)))).toEqual(['order']);
});

test('what a second person agrees to is what was looked at, line by line', async () => {
  const card = await cardOf();
  const order = await card.place();
  const { id } = await look(card.id, csv(lineOf(order, '陳大文'), `${now()},"150,000",林怡君,,`));
  const asked = await take(id);
  expect(asked).toMatchObject({ code: 0, data: { state: 'waiting' } });
  // As many lines, and the same sum.
  await admin.query(
    "UPDATE transfer_file SET lines = jsonb_set(lines, '{0,payer_name}', to_jsonb('王小明'::text)) WHERE id = $1",
    [id],
  );
  const path = `/admin/approvals/${asked.data.approval_id}/approve`;
  const body = { payment_password: paymentPassword, one_code: code(second) };
  expect((await call('POST', path, { token: tokens.get(second.id) ?? '', body })).code).not.toBe(0);
  await hearFiles(collections);
  expect(await statusOf(order)).toBe('pending');
});

test('a line that may be several orders’ is no order’s, and one whose sender nobody knows waits while its order does', async () => {
  const card = await cardOf();
  const [one, two, third] = [await card.place(), await card.place(), await card.place()];
  const codes = [one, two].map((order) => pageOf(order)['memo'] ?? '').join(' ');
  const report = await bring(card.id, csv(lineOf(one, '', '', codes), lineOf(third, '')));
  expect(outcomes(report)).toEqual(['unidentified', 'open']);
  expect(await Promise.all([one, two, third].map(statusOf))).toEqual(['pending', 'pending', 'pending']);
  expect(await receipts(card.id)).toMatchObject([{ reason: 'unidentified', order_id: null }]);
  await admin.query("UPDATE collection_order SET status = 'expired', completed_at = now() WHERE id = $1", [
    third.id,
  ]);
  await hearFiles(collections);
  expect(outcomes(await reportOf(report.id))).toEqual(['unidentified', 'unidentified']);
});

test('two who bring one file at the same moment bring it once', async () => {
  const card = await cardOf();
  const order = await card.place();
  const file = csv(lineOf(order), `${now()},44,陳大文,,`);
  const [mine, yours] = await Promise.all([look(card.id, file), look(card.id, file)]);
  expect(mine.id).toBe(yours.id);
  const taken = await Promise.all([take(mine.id), take(yours.id, second)]);
  expect(taken.filter(({ code: each }) => each === 0)).toHaveLength(1);
  await Promise.all([hearFiles(collections), hearFiles(rooms.second()), hearFiles(collections)]);
  expect(outcomes(await reportOf(mine.id))).toEqual(['order', 'unidentified']);
  const { rows } = await admin.query(
    'SELECT count(*)::int AS n FROM provider_confirmation WHERE channel_account_id = $1',
    [card.id],
  );
  expect(rows).toEqual([{ n: 2 }]);
  expect(await receipts(card.id)).toHaveLength(1);
});

test('an account that cannot be opened any more keeps nobody else waiting', async () => {
  const [lost, card] = [await cardOf(), await cardOf()];
  const [waits, order] = [await lost.place(), await card.place()];
  const files = [await look(lost.id, csv(lineOf(waits))), await look(card.id, csv(lineOf(order)))];
  for (const { id } of files) expect(await take(id)).toMatchObject({ code: 0, data: { state: 'done' } });
  await admin.query(
    "UPDATE channel_account SET credentials_sealed = '-', version = version + 1 WHERE id = $1",
    [lost.id],
  );
  await hearFiles(collections, 1);
  expect([await statusOf(waits), await statusOf(order)]).toEqual(['pending', 'success']);
});

test('a large one waits for a second person, and another tree has none of it', async () => {
  const card = await cardOf();
  const order = await card.place();
  const { id } = await look(card.id, csv(lineOf(order), `${now()},"150,000",林怡君,,`));
  const asked = await take(id);
  expect(asked).toMatchObject({ code: 0, data: { state: 'waiting' } });
  await hearFiles(collections);
  expect(await statusOf(order)).toBe('pending');
  const elsewhere = { kind: 'agent', agentId: other.agentId } as const;
  expect(await findFiledAccount(door.database.app, elsewhere, card.id)).toBeUndefined();
  expect(await findFile(door.database.app, elsewhere, BigInt(id ?? ''))).toBeUndefined();
  expect(
    await findFile(door.database.app, { ...elsewhere, agentId: tenant.agentId }, BigInt(id ?? '')),
  ).toBeDefined();
  const body = { payment_password: paymentPassword, one_code: code(second) };
  const path = `/admin/approvals/${asked.data.approval_id}/approve`;
  expect((await call('POST', path, { token: tokens.get(second.id) ?? '', body })).code).toBe(0);
  await hearFiles(collections);
  expect(await statusOf(order)).toBe('success');
});

test('nothing is guessed of a line that is unclear, and nothing of its file is kept', async () => {
  const card = await cardOf();
  const bad = async (...lines: readonly string[]) => {
    const report = await look(card.id, csv(...lines));
    expect(report.id).toBeNull();
    return report.bad.map(({ line, why }) => [line, why]);
  };
  const t = now();
  expect(
    await bad(
      `${t},１２３,王小明,,`,
      `${t},1e5,王小明,,`,
      `${t.slice(0, 10)},100,王小明,,`,
      `2001-01-01 09:00,100,王小明,,`,
      `2999-01-01 09:00,100,王小明,,`,
      `${t},100,=1+1,,`,
      `${t},100,${'x'.repeat(200)},,`,
    ),
  ).toEqual([
    [3, 'amount'],
    [4, 'time'],
    [5, 'tooEarly'],
    [6, 'future'],
    [7, 'formula'],
    [8, 'tooLong'],
  ]);
  const { rows } = await admin.query('SELECT FROM transfer_file WHERE channel_account_id = $1', [card.id]);
  expect(rows).toEqual([]);
  const big5 = Buffer.concat([Buffer.from('at,amount\n'), Buffer.from([0xa4, 0xfd, 0xa4, 0x70])]);
  expect((await upload(card.id, big5)).code).not.toBe(0);
  expect((await upload(card.id, 'name\n王小明')).code).not.toBe(0);
  // What went out is nobody's payment, and the years of the Republic are years.
  const [year, rest] = [Number(t.slice(0, 4)) - 1911, t.slice(5)];
  const report = await look(
    card.id,
    csv(`${year}/${rest.replace('-', '/')},12,王小明,,`, `${t},-500,,,`, `${t},,,,`),
  );
  expect(report).toMatchObject({ lines: 1, passed_over: 2, bad_count: 0 });
});

test('a file of any bytes is read or refused, and nothing else happens', async () => {
  const of = {
    currency: 'TWD' as const,
    destination: '901',
    isIts: () => true,
    since: null,
    now: new Date(),
  };
  const cell = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 12 }),
    fc.constantFrom(
      '2026-11-20 09:00',
      '115/11/20 09:00',
      '1,500',
      '-5',
      '=A1',
      '１２',
      '"',
      '\r\n',
      '王小明',
    ),
  );
  const text = fc
    .array(fc.array(cell, { minLength: 1, maxLength: 6 }), { maxLength: 6 })
    .map((rows) => Buffer.from(['at,amount,name', ...rows.map((row) => row.join(','))].join('\n')));
  await fc.assert(
    fc.asyncProperty(fc.oneof(text, fc.uint8Array({ maxLength: 300 })), async (bytes) => {
      try {
        const found = await readTransferFile(bytes, of, (column) => column);
        expect(new Set(found.lines.map(({ ref }) => ref)).size).toBe(found.lines.length);
        for (const line of found.lines) expect(line.amount > 0n && line.at <= new Date()).toBe(true);
      } catch (error) {
        expect(error).toBeInstanceOf(Refusal);
      }
    }),
    { numRuns: 40 },
  );
}, 120_000);
