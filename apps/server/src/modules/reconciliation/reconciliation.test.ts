import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';
import { importReport, reconciliationDays } from '@suanpan/contract/endpoints/reconciliation';
import type { DifferenceRow, ImportReport } from '@suanpan/contract/endpoints/reconciliation';
import { regionDayOf, regionDayText, startOfRegionDay } from '@suanpan/domain/region-day';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { moveBusinessClock } from '../../../test/database.ts';
import { openMoneyRooms } from '../../../test/money-rooms.ts';
import { createTenant } from '../../../test/tenant.ts';
import type { Tenant } from '../../../test/tenant.ts';
import { businessNow } from '../../platform/clock.ts';
import { transact } from '../../platform/db/transact.ts';
import { bindRefunds, releaseWork } from '../collections/index.ts';
import { openDoor } from '../identity/testing/open-door.ts';
import type { Person } from '../identity/testing/open-door.ts';
import { prove } from '../ledger/index.ts';
import { openTestUsers } from '../users/testing/open-test-users.ts';
import { openReconciliation } from './index.ts';
import { lookWork } from './look-work.ts';
import { beginImport, insertImport, lockDay } from './reconciliation.store.ts';

const door = await openDoor();
const { admin, call, code, database, person } = door;
const rooms = await openMoneyRooms(door);
const approvals = openTestUsers(door, door.app, door.identity);
bindRefunds(door.app, rooms.collections, door.identity, approvals);
openReconciliation({ db: database, identity: door.identity, approvals }).bind(door.app);
const paymentPassword = 'a payment password';
const dayMs = 24 * 3_600_000;

let boss: Person;
let checker: Person;
let tenant: Tenant;
let day: string;
beforeAll(async () => {
  boss = await person({ kind: 'admin', paymentPassword });
  checker = await person({ kind: 'admin', paymentPassword });
});
/** Each test has an account and a day of its own, and it is noon there. */
beforeEach(async () => {
  tokens.clear();
  tenant = await createTenant(door, { provider: rooms.bank });
  // Days go by here, and nobody releases what comes due on them.
  await admin.query("UPDATE app_user SET settle_rule = 'manual' WHERE id = $1", [tenant.merchantId]);
  const now = await businessNow(database.app);
  const next = regionDayOf(now) + 1;
  await moveBusinessClock(database, startOfRegionDay(next).getTime() + dayMs / 2 - now.getTime());
  day = regionDayText(next);
});

interface Answer {
  readonly code: number;
  readonly message: string;
  readonly errors?: Readonly<Record<string, readonly string[]>>;
  // Whatever the endpoint says; each test knows what it asked for.
  // oxlint-disable-next-line no-explicit-any
  readonly data: any;
}
const tokens = new Map<bigint, string>();
/** One session a test: the clock goes on with every code. */
async function tokenOf(who: Person): Promise<string> {
  const known = tokens.get(who.id);
  if (known !== undefined) return known;
  const token = await door.tokenOf(who);
  tokens.set(who.id, token);
  return token;
}

async function upload(
  file: string | Buffer,
  { of = tenant.channelAccountId, on = day, preview = false, who = boss } = {},
): Promise<Answer> {
  const response = await door.app.inject({
    method: 'POST',
    url: `/api/reconciliation/imports?channel_account_id=${of}&day=${on}&name=bank.csv&preview=${preview ? '1' : '0'}`,
    headers: {
      authorization: `Bearer ${await tokenOf(who)}`,
      'content-type': 'text/csv',
      'x-localization': 'en',
    },
    payload: Buffer.from(file),
  });
  return response.json();
}
async function take(file: string, options?: Parameters<typeof upload>[1]): Promise<ImportReport> {
  const answer = await upload(file, options);
  expect(answer).toMatchObject({ code: 0 });
  return importReport.parse(answer.data);
}
const get = async (path: string, who = boss): Promise<Answer> =>
  await call('GET', path, { token: await tokenOf(who) });
async function ask(who: Person, path: string, body: object = {}): Promise<Answer> {
  return call('POST', path, {
    token: await tokenOf(who),
    headers: { 'idempotency-key': randomUUID() },
    body,
  });
}
const proven = (who: Person) => ({
  reason: 'the bank wrote to us',
  payment_password: paymentPassword,
  one_code: code(who),
});
async function listed(more = ''): Promise<readonly DifferenceRow[]> {
  const query = `channel_account_id=${tenant.channelAccountId}&paginate=200${more}`;
  return (await get(`/reconciliation/differences?${query}`)).data.items;
}
async function resolve(row: DifferenceRow, act: string, who = boss): Promise<Answer> {
  const shown = await ask(who, `/reconciliation/differences/${row.id}/resolve/effect`, { act });
  if (shown.code !== 0) return shown;
  return ask(who, `/reconciliation/differences/${row.id}/resolve`, {
    act,
    effect_hash: shown.data.hash,
    ...proven(who),
  });
}
const approve = async ({ data }: Answer, who = checker): Promise<number> =>
  (
    await ask(who, `/admin/approvals/${data.approval_id}/approve`, {
      payment_password: paymentPassword,
      one_code: code(who),
    })
  ).code;
const close = (who = boss, on = day): Promise<Answer> =>
  ask(who, `/reconciliation/days/${tenant.channelAccountId}/${on}/close`, proven(who));
const failing = async (): Promise<string[]> =>
  (await prove(database)).checks.flatMap(({ name, passed }) => (passed ? [] : [name]));
const nextDay = (): Promise<void> => moveBusinessClock(database, dayMs);

interface Line {
  readonly ref?: string;
  readonly own?: string;
  readonly kind?: string;
  readonly amount?: string;
  readonly fee?: string;
  readonly status?: string;
  readonly at?: string;
}
const csv = (lines: readonly Line[]): string =>
  [
    'charge_no,merchant_order_no,type,amount,fee,status,booked_at',
    ...lines.map((line) =>
      [
        line.ref ?? '',
        line.own ?? '',
        line.kind ?? 'payment',
        line.amount ?? '10000.00',
        line.fee ?? '152.00',
        line.status ?? 'paid',
        line.at ?? `${day} 12:00:00`,
      ].join(','),
    ),
  ].join('\n');

/** An order that was paid and settled, as its bank's statement should say it. */
async function paid(): Promise<Line & { readonly ref: string; readonly orderNo: string }> {
  const order = await rooms.place(tenant.merchantId);
  rooms.bank.pay(order.order_no);
  await rooms.tell(order);
  expect((await rooms.order(order.id)).status).toBe('success');
  return { ref: rooms.bank.charge(order.order_no).chargeNo, own: order.order_no, orderNo: order.order_no };
}

describe('a statement of a day', () => {
  test('with one difference of every type: each is found, and only those', async () => {
    const [same, less, dear, lost, failed] = [
      await paid(),
      await paid(),
      await paid(),
      await paid(),
      await paid(),
    ];
    const open = await rooms.place(tenant.merchantId);
    const report = await take(
      csv([
        same,
        { ...less, amount: '9990.00' },
        { ...dear, fee: '160.00' },
        { ...failed, status: 'failed' },
        { ref: rooms.bank.charge(open.order_no).chargeNo, own: open.order_no },
        { ref: 'UNKNOWN-1', amount: '77.00' },
        { ref: 'UNKNOWN-2', status: 'failed' },
      ]),
    );
    expect(report).toMatchObject({ lines: 7, known: 0, matched: 4, open: 6, state: 'open', bad: [] });
    const found = await listed();
    expect(
      found
        .map(({ difference, order, type }) => [type, order?.no ?? null, difference])
        .toSorted((a, b) => String(a).localeCompare(String(b))),
    ).toEqual(
      [
        ['amount', less.orderNo, '-10.0000'],
        ['fee', dear.orderNo, '8.0000'],
        ['ours_only', lost.orderNo, '-10000.0000'],
        ['state', failed.orderNo, '-10000.0000'],
        ['state', open.order_no, '10000.0000'],
        ['theirs_only', null, '77.0000'],
      ].toSorted((a, b) => String(a).localeCompare(String(b))),
    );
    expect(found.every(({ day: on, state }) => on === day && state === 'open')).toBe(true);
    expect(report.totals).toEqual({ ours: '50000.0000', theirs: '40067.0000' });
    // Nothing was posted by it.
    expect(await failing()).toEqual([]);
  });

  test('that agrees leaves nothing, and its day closes once it is over', async () => {
    const lines = [await paid(), await paid()];
    expect(await take(csv(lines))).toMatchObject({ lines: 2, matched: 2, open: 0 });
    expect(await listed()).toEqual([]);
    expect((await close()).code).toBe(21_904);
    // Nor in the first minutes after it: what began before midnight may not stand there yet.
    const now = await businessNow(database.app);
    const midnight = startOfRegionDay(regionDayOf(now) + 1).getTime();
    await moveBusinessClock(database, midnight + 60_000 - now.getTime());
    expect((await close()).code).toBe(21_904);
    await nextDay();
    expect((await close()).code).toBe(0);
    expect((await close()).code).toBe(21_903);
    expect((await upload(csv([...lines, { ref: 'LATE', at: `${day} 23:00` }]))).code).toBe(21_903);
    const answer = await get(`/reconciliation/days?channel_account_id=${tenant.channelAccountId}`);
    expect(reconciliationDays.output.parse(answer.data).items).toMatchObject([
      {
        day,
        state: 'closed',
        lines: 2,
        matched: 2,
        open: 0,
        difference: '0.0000',
        closed_by: expect.any(String),
      },
    ]);
  });

  test('counts once, file by file and line by line', async () => {
    const [one, two] = [await paid(), await paid()];
    const first = await take(csv([one]));
    expect(await take(csv([one]))).toEqual(first);
    expect(await take(csv([one, two]))).toMatchObject({ lines: 2, known: 1, matched: 2, open: 0 });
    expect(await get(`/reconciliation/imports/${first.id}`)).toMatchObject({
      data: { id: first.id, lines: 1 },
    });
  });

  test('is matched by our number where it has none of its own, and by amount and time where it has neither', async () => {
    const [named, timed] = [await paid(), await paid()];
    const { rows } = await admin.query<{ at: Date }>(
      'SELECT confirmed_at AS at FROM provider_confirmation WHERE channel_account_id = $1 AND provider_ref = $2',
      [tenant.channelAccountId, timed.ref],
    );
    const at = new Date((rows[0]?.at.getTime() ?? 0) + 10 * 60_000).toISOString();
    expect(await take(csv([{ own: named.own ?? '' }, { at }]))).toMatchObject({ matched: 2, open: 0 });
  });

  test('finds what was booked on the other side of midnight, and the day that missed it hears of it', async () => {
    const [here, late] = [await paid(), await paid()];
    await take(csv([here]));
    expect(await listed()).toMatchObject([{ type: 'ours_only', order: { no: late.orderNo } }]);
    const yesterday = day;
    await nextDay();
    day = regionDayText(regionDayOf(await businessNow(database.app)));
    expect(await take(csv([{ ...late, at: `${day} 00:00:04` }]))).toMatchObject({ matched: 1, open: 0 });
    expect(await listed()).toMatchObject([{ state: 'resolved', resolution: { act: 'matched' } }]);
    expect((await close(boss, yesterday)).code).toBe(0);
  });

  test('that says later that a payment was done after all agrees from then on', async () => {
    const [numbered, named] = [await paid(), await paid()];
    const later = [numbered, { own: named.own ?? '' }];
    await take(csv(later.map((line) => ({ ...line, status: 'processing' }))));
    expect(await listed()).toMatchObject([{ type: 'state' }, { type: 'state' }]);
    expect(await take(csv(later))).toMatchObject({ lines: 2, known: 0, matched: 2, open: 0 });
    expect((await listed()).map(({ resolution }) => resolution?.act)).toEqual(['matched', 'matched']);
    expect(await failing()).toEqual([]);
  });

  test('that is being read keeps nobody from its day, and is refused where that was closed meanwhile', async () => {
    const one = await paid();
    await take(csv([one]));
    const match = () => ask(boss, `/reconciliation/days/${tenant.channelAccountId}/${day}/match`);
    await nextDay();
    const reading = transact(database.imports, async (tx) => {
      const dayId = await beginImport(tx, tenant.channelAccountId, day);
      const file = { dayId, hash: Buffer.alloc(32, 7), fileName: 'late.csv', madeBy: boss.id };
      expect(await insertImport(tx, file)).not.toBe(undefined);
      // Whoever waited here would be waited for below.
      expect([(await match()).code, (await close()).code]).toEqual([0, 0]);
      await lockDay(tx, tenant.channelAccountId, day);
    });
    await expect(reading).rejects.toMatchObject({ refusal: 'dayClosed' });
    expect(await failing()).toEqual([]);
  });

  test('of a day whose orders are archived since is held against them all the same', async () => {
    await admin.query("UPDATE app_user SET settle_rule = 'T1' WHERE id = $1", [tenant.merchantId]);
    const [dear, named] = [await paid(), await paid()];
    await moveBusinessClock(database, 10 * dayMs);
    while ((await transact(database.app, (tx) => releaseWork.run(tx, new Date()))) === 'more');
    while ((await admin.query('SELECT WHERE fold_collections(10000) > 0')).rowCount === 1);
    await moveBusinessClock(database, 401 * dayMs);
    await admin.query("UPDATE archive_progress SET month = '-infinity', begins_at = '-infinity'");
    const { rows } = await admin.query('SELECT moved FROM archive_collections(1000)');
    expect(rows[0]?.moved).toBeGreaterThanOrEqual(2);
    const file = csv([{ ...dear, fee: '160.00' }, { own: named.orderNo }]);
    expect(await take(file)).toMatchObject({ matched: 2, open: 1 });
    expect(await listed()).toMatchObject([
      { type: 'fee', difference: '8.0000', order: { no: dear.orderNo } },
    ]);
    expect(await failing()).toEqual([]);
  });

  test('twice the same payment: the second is only theirs', async () => {
    const one = await paid();
    expect(await take(csv([one, { ...one, at: `${day} 12:00:01` }]))).toMatchObject({ matched: 1, open: 1 });
    expect(await listed()).toMatchObject([
      { type: 'theirs_only', order: { no: one.orderNo }, line: { ref: one.ref } },
    ]);
  });

  test('with lines that cannot be read is not taken, and each is named by its line', async () => {
    const one = await paid();
    const file = csv([
      one,
      { ref: 'A', amount: 'ten' },
      { ref: 'B', amount: '=1+1' },
      { ref: 'C', amount: '1.23456' },
      { ref: 'D', status: 'perhaps' },
      { ref: 'E', kind: 'gift' },
      { ref: 'F', at: '2001-01-01 00:00' },
      { ref: 'G', amount: '0' },
      one,
      { ref: 'H', amount: '-5' },
      { at: '' },
    ]);
    const preview = importReport.parse((await upload(file, { preview: true })).data);
    expect(preview).toMatchObject({ id: null, state: 'preview', lines: 11, bad_count: 10 });
    expect(preview.bad).toEqual([
      { line: 3, why: 'amount' },
      { line: 4, why: 'formula' },
      { line: 5, why: 'amount' },
      { line: 6, why: 'status' },
      { line: 7, why: 'kind' },
      { line: 8, why: 'otherDay' },
      { line: 9, why: 'zero' },
      { line: 10, why: 'duplicate' },
      { line: 11, why: 'sign' },
      { line: 12, why: 'unnamed' },
    ]);
    const answer = await upload(file);
    expect(answer.code).toBe(21_902);
    expect(answer.errors?.['file']?.[0]).toBe('3: the amount cannot be read');
    const kept = await admin.query('SELECT 1 FROM reconciliation_day WHERE channel_account_id = $1', [
      tenant.channelAccountId,
    ]);
    expect(kept.rows).toEqual([]);
  });

  test.each([
    ['of nothing', '', 21_900],
    ['of a title alone', 'charge_no,amount', 21_900],
    ['without amounts', 'charge_no,sum\nA,1', 21_420],
    ['without a number', 'amount,what\n1,A', 21_420],
    ['in Big5', Buffer.from('charge_no,amount\n\xa4\xfd,1', 'latin1'), 21_418],
    ['of noughts', Buffer.concat([Buffer.from('charge_no,amount\nA'), Buffer.alloc(10)]), 21_417],
    ['of another program', Buffer.from('d0cf11e0a1b11ae100000000', 'hex'), 21_417],
    ['with a quote that never ends', 'charge_no,amount\n"A,1\nB,2', 21_417],
  ])('%s is refused with a sentence', async (_what, file, refusal) => {
    const answer = await upload(file);
    expect(answer.code).toBe(refusal);
    expect(answer.message).not.toMatch(/\{\{|errors\./);
  });

  test('is the platform’s and its senior agent’s own; nobody else finds its account', async () => {
    await take(csv([{ ref: `FOREIGN-${day}` }]));
    const [row] = await listed();
    const stranger = await person({ kind: 'agent', paymentPassword });
    expect((await upload(csv([{ ref: 'X' }]), { who: stranger })).code).toBe(404);
    expect((await get('/reconciliation/differences', stranger)).data.items).toEqual([]);
    expect((await resolve(row as DifferenceRow, 'dismiss', stranger)).code).toBe(404);
    expect((await close(stranger)).code).toBe(404);
    const titles = `/reconciliation/accounts/${tenant.channelAccountId}/mapping`;
    expect((await get(titles, stranger)).code).toBe(404);
    expect((await get(titles)).data).toMatchObject({ titles: {}, version: 0, actions: ['set'] });
    const merchant = await person({ kind: 'customer', parentId: stranger.id, paymentPassword });
    expect((await upload(csv([{ ref: 'X' }]), { who: merchant })).code).toBe(20_403);
  });
});

test('of a file nothing is read for whoever may not import it', async () => {
  const url = new URL(await door.app.listen({ host: '127.0.0.1', port: 0 }));
  const path = `/api/reconciliation/imports?channel_account_id=${tenant.channelAccountId}&day=${day}&name=x.csv`;
  const answered = async (authorization: string): Promise<string> => {
    const socket = connect(Number(url.port), url.hostname);
    try {
      // So many bytes are promised, and none is sent.
      socket.write(
        `POST ${path} HTTP/1.1\r\nHost: ${url.host}\r\n${authorization}Content-Type: text/csv\r\nContent-Length: 50000000\r\n\r\n`,
      );
      const [bytes] = (await once(socket, 'data', { signal: AbortSignal.timeout(10_000) })) as [Buffer];
      return bytes.toString().split('\r\n', 1)[0] ?? '';
    } finally {
      socket.destroy();
    }
  };
  expect(await answered('')).toMatch(/^HTTP\/1\.1 /);
  expect(await answered('Authorization: Bearer nobody\r\n')).toMatch(/^HTTP\/1\.1 /);
  expect((await upload(csv([{ ref: `ADMITTED-${day}` }]))).code).toBe(0);
});

const byWords = (one: unknown, other: unknown): number => String(one).localeCompare(String(other));

describe('a difference', () => {
  test('is written off by two persons, with a journal of its own, once', async () => {
    const [less, dear, lost] = [await paid(), await paid(), await paid()];
    await take(
      csv([
        { ...less, amount: '9990.00' },
        { ...dear, fee: '150.00' },
      ]),
    );
    for (const row of await listed()) {
      const waiting = await resolve(row, 'writeOff');
      expect(waiting.data).toMatchObject({ state: 'waiting' });
      expect(await approve(waiting, boss)).not.toBe(0);
      expect(await approve(waiting)).toBe(0);
      expect(await approve(waiting)).not.toBe(0);
    }
    const { rows } = await admin.query<{ leg: string }>(
      `SELECT a.kind || ' ' || trim_scale(p.amount / 10000.0) AS leg FROM posting p JOIN account a ON a.id = p.account_id
       JOIN reconciliation_write_off w ON w.id = p.ref_id
       WHERE p.event = 'reconciliation.writeOff' AND w.channel_account_id = $1 `,
      [tenant.channelAccountId],
    );
    expect(rows.map(({ leg }) => leg).toSorted()).toEqual(
      ['A100 10', 'A100 10000', 'E510 -10', 'E510 -10000', 'E510 2', 'L260 -2'].toSorted(),
    );
    expect(await listed('&state=open')).toEqual([]);
    const done = await listed('&state=resolved');
    expect(done.map(({ resolution }) => [resolution?.act, resolution?.journal_id === null])).toEqual(
      Array.from({ length: 3 }, () => ['writeOff', false]),
    );
    // A line that comes after all is money that is theirs alone.
    await take(csv([lost]));
    expect(await listed('&state=open')).toMatchObject([{ type: 'theirs_only', difference: '10000.0000' }]);
    expect(await failing()).toEqual([]);
  });

  test('whose money the platform took upon itself finds no booking that comes afterwards', async () => {
    const open = await rooms.place(tenant.merchantId);
    const ref = rooms.bank.charge(open.order_no).chargeNo;
    await take(csv([{ ref, own: open.order_no }]));
    const [row] = await listed();
    expect(row).toMatchObject({ type: 'state', difference: '10000.0000' });
    expect(await approve(await resolve(row as DifferenceRow, 'writeOff'))).toBe(0);
    // The same money is booked a second time.
    rooms.bank.pay(open.order_no);
    await rooms.tell(open);
    await ask(boss, `/reconciliation/days/${tenant.channelAccountId}/${day}/match`);
    expect(await listed('&state=open')).toMatchObject([
      { type: 'ours_only', difference: '-10000.0000', order: { no: open.order_no } },
    ]);
    expect(await failing()).toEqual([]);
  });

  test('whose write-off was altered behind the books is named by the proof', async () => {
    await take(csv([{ ref: `ALTERED-${day}` }, { ref: `CLAIMED-${day}` }]));
    const [altered, claimed] = await listed();
    expect(await approve(await resolve(altered as DifferenceRow, 'writeOff'))).toBe(0);
    expect(await failing()).toEqual([]);
    const superuser = await admin.connect();
    try {
      await superuser.query("SET session_replication_role = 'replica'");
      const alter = async (
        change: string,
        id: string | undefined,
        back: string,
        seenBy = ['I6', 'I7', 'I9'],
      ): Promise<void> => {
        expect((await superuser.query(change, [id])).rowCount).toBe(1);
        expect(await failing()).toEqual(seenBy);
        await superuser.query(back, [id]);
      };
      const written = 'UPDATE reconciliation_write_off SET amount = amount';
      await alter(
        `${written} + 1 WHERE difference_id = $1`,
        altered?.id,
        `${written} - 1 WHERE difference_id = $1`,
        ['I6'],
      );
      const ended = 'UPDATE reconciliation_difference SET';
      await alter(
        `${ended} theirs = theirs + 1 WHERE id = $1`,
        altered?.id,
        `${ended} theirs = theirs - 1 WHERE id = $1`,
      );
      // It is said to be written off, and nothing was posted.
      await alter(
        `${ended} act = 'writeOff', resolved_at = now() WHERE id = $1`,
        claimed?.id,
        `${ended} act = NULL, resolved_at = NULL WHERE id = $1`,
      );
    } finally {
      superuser.release(true);
    }
    expect(await failing()).toEqual([]);
  });

  test('that was made to agree behind the books is named by the proof', async () => {
    const [same, other] = [await paid(), await paid()];
    await take(csv([same]));
    const itemOf = ({ ref }: { readonly ref: string }): string => `in:${tenant.channelAccountId}:${ref}`;
    const superuser = await admin.connect();
    /** What was changed in one transaction is undone after the proof has seen it. */
    const unseen = async (...changes: readonly (readonly [string, ...unknown[]])[]): Promise<void> => {
      const before = await admin.query(
        `SELECT (SELECT jsonb_agg(to_jsonb(l)) FROM reconciliation_line l JOIN reconciliation_day d ON d.id = l.day_id
                 WHERE d.channel_account_id = $1) AS lines,
                (SELECT jsonb_agg(to_jsonb(k)) FROM reconciliation_difference k JOIN reconciliation_day d ON d.id = k.day_id
                 WHERE d.channel_account_id = $1) AS differences,
                (SELECT jsonb_agg(to_jsonb(d)) FROM reconciliation_day d WHERE d.channel_account_id = $1) AS days`,
        [tenant.channelAccountId],
      );
      for (const [change, ...values] of changes)
        expect((await superuser.query(change, values)).rowCount, change).toBe(1);
      expect(await failing()).toContain('I7');
      const { days, differences, lines } = before.rows[0] as Readonly<Record<string, object>>;
      await superuser.query(
        `UPDATE reconciliation_line l SET item = b.item, amount = b.amount
         FROM jsonb_populate_recordset(NULL::reconciliation_line, $1) b WHERE b.id = l.id`,
        [JSON.stringify(lines)],
      );
      await superuser.query(
        `UPDATE reconciliation_difference k SET act = b.act, resolved_at = b.resolved_at
         FROM jsonb_populate_recordset(NULL::reconciliation_difference, $1) b WHERE b.id = k.id`,
        [JSON.stringify(differences)],
      );
      await superuser.query(
        `UPDATE reconciliation_day d SET open = b.open, theirs = b.theirs, closed_at = b.closed_at, closed_by = b.closed_by
         FROM jsonb_populate_recordset(NULL::reconciliation_day, $1) b WHERE b.id = d.id`,
        [JSON.stringify(days)],
      );
      expect(await failing()).toEqual([]);
    };
    const matched = `UPDATE reconciliation_difference k SET act = 'matched', resolved_at = now()
      FROM reconciliation_day d WHERE d.id = k.day_id AND d.channel_account_id = $1 AND k.type = $2`;
    const fewer = 'UPDATE reconciliation_day SET open = open - 1 WHERE channel_account_id = $1';
    try {
      await superuser.query("SET session_replication_role = 'replica'");
      // A day is closed over what is missing.
      await unseen(
        [matched, tenant.channelAccountId, 'ours_only'],
        [fewer, tenant.channelAccountId],
        [
          'UPDATE reconciliation_day SET closed_at = now(), closed_by = $2 WHERE channel_account_id = $1',
          tenant.channelAccountId,
          boss.id,
        ],
      );
      const less = await paid();
      await take(csv([same, { ...less, amount: '9990.00' }, { ref: `HIDDEN-${day}` }]));
      // A payment stands for another of the same amount.
      await unseen(['UPDATE reconciliation_line SET item = $2 WHERE item = $1', itemOf(same), itemOf(other)]);
      // What differs is hidden, be it between both or known to one side alone.
      for (const type of ['amount', 'theirs_only'])
        await unseen([matched, tenant.channelAccountId, type], [fewer, tenant.channelAccountId]);
      // A line is made to say what was booked, or is said of another account.
      await unseen(['UPDATE reconciliation_line SET amount = amount + 100000 WHERE item = $1', itemOf(less)]);
      await unseen(['UPDATE reconciliation_line SET item = $2 WHERE item = $1', itemOf(same), 'in:0:x']);
    } finally {
      superuser.release(true);
    }
  });

  test('that was hidden with everything that told of it is named by the proof, which has the sealed log', async () => {
    const [same, less, dear, missed] = [await paid(), await paid(), await paid(), await paid()];
    expect(missed.ref).not.toBe('');
    const file = csv([
      same,
      { ...less, amount: '9990.00' },
      { ...dear, fee: '160.00' },
      { ref: `HID-${day}` },
    ]);
    await take(file);
    const superuser = await admin.connect();
    const tables = ['line', 'difference', 'day', 'import'].map((name) => `reconciliation_${name}`);
    const id = `(SELECT id FROM reconciliation_day WHERE channel_account_id = ${tenant.channelAccountId})`;
    const ofDay = `WHERE day_id = ${id}`;
    const theirs = `${ofDay} AND type = 'theirs_only'`;
    const end = (act: string, which: string): string =>
      `UPDATE reconciliation_difference SET act = '${act}', reason = 'x', resolved_at = now(), resolved_by = ${boss.id} ${which}`;
    const setDay = (values: string): string => `UPDATE reconciliation_day SET ${values} WHERE id = ${id}`;
    const fewer = setDay('open = open - 1');
    /** What was changed in one transaction is undone after the proof has seen it. */
    const seen = async (name: string, check: string, ...changes: readonly string[]): Promise<void> => {
      for (const change of changes)
        expect((await superuser.query(change)).rowCount, change).toBeGreaterThan(0);
      expect([name, await failing()]).toEqual([name, expect.arrayContaining([check])]);
      for (const table of [...tables, 'paid_proof']) {
        await superuser.query(`DELETE FROM ${table}`);
        await superuser.query(`INSERT INTO ${table} OVERRIDING SYSTEM VALUE SELECT * FROM was_${table}`);
      }
    };
    try {
      await superuser.query("SET session_replication_role = 'replica'");
      for (const table of [...tables, 'paid_proof'])
        await superuser.query(`CREATE TEMP TABLE was_${table} AS SELECT * FROM ${table}`);
      await seen('what they say alone is explained by nobody', 'I9', end('dismiss', theirs), fewer);
      const ours = `${ofDay} AND type = 'ours_only'`;
      await seen('so is what we say alone', 'I9', end('dismiss', ours), fewer);
      await seen('a receipt is said that nobody booked', 'I7', end('receipt', theirs), fewer);
      const fee = `${ofDay} AND type = 'fee'`;
      await seen('a fee is said to agree', 'I7', end('matched', fee), fewer);
      await seen('a fee differs no more', 'I7', `DELETE FROM reconciliation_difference ${fee}`, fewer);
      const line = 'UPDATE reconciliation_line SET';
      await seen('a line costs less', 'I9', `${line} fee = 1520000 ${ofDay} AND fee = 1600000`);
      await seen(
        'a line says what was booked',
        'I9',
        `${line} amount = 100000000 ${ofDay} AND amount = 99900000`,
        `DELETE FROM reconciliation_difference ${ofDay} AND type = 'amount'`,
        setDay('open = open - 1, theirs = theirs + 100000'),
      );
      await seen(
        'a line is said to have failed',
        'I9',
        `${line} status = 'failed' ${ofDay} AND ref LIKE 'HID-%'`,
        `DELETE FROM reconciliation_difference ${theirs}`,
        setDay('open = open - 1, theirs = theirs - 100000000'),
      );
      await seen(
        'a line is gone',
        'I9',
        `DELETE FROM reconciliation_difference ${theirs}`,
        `DELETE FROM reconciliation_line ${ofDay} AND ref LIKE 'HID-%'`,
        setDay('open = open - 1, lines = lines - 1, theirs = theirs - 100000000'),
      );
      await seen(
        'all of the day is gone',
        'I9',
        ...['difference', 'line', 'import'].map((table) => `DELETE FROM reconciliation_${table} ${ofDay}`),
        `DELETE FROM reconciliation_day WHERE channel_account_id = ${tenant.channelAccountId}`,
      );
      await seen(
        'a day was closed by nobody',
        'I9',
        end('dismiss', ofDay),
        setDay(`open = 0, closed_at = now(), closed_by = ${boss.id}`),
      );
      for (const kind of ['refund', 'charge_back', 'charge_back_won', 'receipt'])
        await seen(
          `${kind} that never was`,
          'G6',
          `INSERT INTO paid_proof (channel_account_id, provider_ref, kind, order_id, amount, proven_at)
           VALUES (${tenant.channelAccountId}, 'STOLEN', '${kind}', 1, 100000000, now())`,
        );
      // What a person explained is other than what he saw, or is open again; and a closed day says of itself what it is not.
      for (const row of await listed('&state=open')) await resolve(row, 'dismiss');
      await nextDay();
      expect((await close()).code).toBe(0);
      expect(await failing()).toEqual([]);
      for (const table of tables) {
        await superuser.query(`DELETE FROM was_${table}`);
        await superuser.query(`INSERT INTO was_${table} SELECT * FROM ${table}`);
      }
      const of = `UPDATE reconciliation_difference SET theirs = theirs + 1 ${ours}`;
      await seen('another sum was explained', 'I9', of);
      await seen('a closed day is open', 'I9', setDay('closed_at = NULL, closed_by = NULL'));
      await seen('a closed day had less', 'I7', setDay('ours = ours - 1'));
    } finally {
      superuser.release(true);
    }
    expect(await failing()).toEqual([]);
  });

  test('that is money of nobody is booked as unidentified by two persons, and agrees from then on', async () => {
    const ref = `NOBODY-${day}`;
    await take(csv([{ ref, amount: '77.00', fee: '' }]));
    const [row] = await listed();
    const waiting = await resolve(row as DifferenceRow, 'receipt');
    expect(waiting.data).toMatchObject({ state: 'waiting' });
    // It is booked on another day than the statement's.
    await moveBusinessClock(database, 13 * 3_600_000);
    expect(await approve(waiting)).toBe(0);
    const { rows } = await admin.query(
      'SELECT amount FROM receipt WHERE channel_account_id = $1 AND provider_ref = $2',
      [tenant.channelAccountId, ref],
    );
    expect(rows).toEqual([{ amount: 770_000n }]);
    expect(await listed('&state=resolved')).toMatchObject([{ resolution: { act: 'receipt' } }]);
    expect((await close()).code).toBe(0);
    expect(await failing()).toEqual([]);
  });

  test('is explained by one person below the threshold and by two from there on; nothing is posted', async () => {
    await take(
      csv([
        { ref: `SMALL-${day}`, amount: '77.00' },
        { ref: `LARGE-${day}`, amount: '90000000.00' },
      ]),
    );
    const rows = await listed();
    const of = (ref: string): DifferenceRow => {
      const found = rows.find(({ line }) => line?.ref === `${ref}-${day}`);
      if (found === undefined) throw new Error(`Nothing differs about ${ref}`);
      return found;
    };
    expect((await resolve(of('SMALL'), 'dismiss')).data).toEqual({ state: 'done' });
    expect((await resolve(of('SMALL'), 'dismiss')).code).not.toBe(0);
    expect((await resolve(of('LARGE'), 'dismiss')).data).toMatchObject({ state: 'waiting' });
    await nextDay();
    expect((await close()).code).toBe(21_905);
    expect(await failing()).toEqual([]);
  });

  test('goes by itself once both sides agree, and nothing is done that was not shown', async () => {
    const less = await paid();
    const open = await rooms.place(tenant.merchantId);
    const line = { ref: rooms.bank.charge(open.order_no).chargeNo, own: open.order_no };
    await take(csv([{ ...less, amount: '9990.00' }, line]));
    const [amount] = await listed('&type=amount');
    const wrong = await ask(boss, `/reconciliation/differences/${amount?.id}/resolve`, {
      act: 'writeOff',
      effect_hash: 'another',
      ...proven(boss),
    });
    expect(wrong.code).toBe(20_412);
    // The payment of the open order is told after all.
    rooms.bank.pay(open.order_no);
    await rooms.tell(open);
    const anew = await ask(boss, `/reconciliation/days/${tenant.channelAccountId}/${day}/match`);
    expect(anew).toMatchObject({ code: 0, data: { open: 1 } });
    await nextDay();
    await transact(database.workers, async (tx) => void (await lookWork.run(tx, new Date())));
    expect((await listed('&state=resolved')).filter(({ type }) => type === 'state')).toMatchObject([
      { order: { no: open.order_no }, resolution: { act: 'matched' } },
    ]);
    const told = await admin.query<{ open: number }>(
      `SELECT (payload ->> 'open')::int AS open FROM outbox WHERE kind = 'reconciliation.differs' AND subject = $1
       ORDER BY id DESC LIMIT 1`,
      [`channelAccount:${tenant.channelAccountId}`],
    );
    expect(told.rows).toEqual([{ open: 1 }]);
  });

  test('that waits for its second person says so, and nobody ends it another way meanwhile', async () => {
    await take(csv([{ ref: `WAITS-${day}`, amount: '77.00' }]));
    const [row] = await listed();
    if (row === undefined) throw new Error('Nothing differs');
    expect(row.waiting_acts).toBeUndefined();
    const waiting = await resolve(row, 'writeOff');
    expect(waiting.data).toMatchObject({ state: 'waiting' });
    expect(await listed()).toMatchObject([
      {
        waiting_acts: [
          {
            act: 'reconciliation.writeOff',
            approval_id: waiting.data.approval_id,
            blocks: ['receipt', 'writeOff', 'dismiss'],
          },
        ],
      },
    ]);
    for (const act of ['receipt', 'writeOff', 'dismiss'] as const) {
      // Small enough to be explained by one person, but for what waits.
      expect([act, (await resolve(row, act)).code]).toEqual([act, 21_704]);
      expect([act, (await resolve(row, act, checker)).code]).toEqual([act, 21_704]);
    }
    expect(await approve(waiting)).toBe(0);
    expect(await listed('&state=open')).toEqual([]);
    expect((await listed('&state=resolved'))[0]?.waiting_acts).toBeUndefined();
  });

  test('that went by itself leaves nothing that somebody could still agree to', async () => {
    const open = await rooms.place(tenant.merchantId);
    await take(csv([{ ref: rooms.bank.charge(open.order_no).chargeNo, own: open.order_no }]));
    const [row] = await listed();
    if (row === undefined) throw new Error('Nothing differs');
    const waiting = await resolve(row, 'writeOff');
    rooms.bank.pay(open.order_no);
    await rooms.tell(open);
    await ask(boss, `/reconciliation/days/${tenant.channelAccountId}/${day}/match`);
    expect(await listed('&state=open')).toEqual([]);
    expect(await approve(waiting)).toBe(20_412);
    const { rows } = await admin.query('SELECT state FROM approval WHERE id = $1', [
      waiting.data.approval_id,
    ]);
    expect(rows).toEqual([{ state: 'stale' }]);
  });

  test('of a fee stands in a sum of its own, so that the others add up to the day', async () => {
    const [less, dear] = [await paid(), await paid()];
    await take(
      csv([
        { ...less, amount: '9990.00' },
        { ...dear, fee: '160.00' },
      ]),
    );
    const of = `channel_account_id=${tenant.channelAccountId}`;
    const [differences, days] = [
      await get(`/reconciliation/differences?${of}`),
      await get(`/reconciliation/days?${of}`),
    ];
    expect(days.data.summary.by_currency).toMatchObject([{ difference: '-10.0000' }]);
    expect(differences.data.summary.by_currency).toMatchObject([
      {
        count: 2,
        ours: '10000.0000',
        theirs: '9990.0000',
        difference: '-10.0000',
        fee_difference: '8.0000',
      },
    ]);
  });

  test('of states says both of them', async () => {
    const failed = await paid();
    const open = await rooms.place(tenant.merchantId);
    await take(
      csv([
        { ...failed, status: 'failed' },
        { ref: rooms.bank.charge(open.order_no).chargeNo, own: open.order_no },
      ]),
    );
    const said = (await listed()).map(({ line, order }) => [order?.no, order?.status, line?.status]);
    expect(said.toSorted(byWords)).toEqual(
      [
        [failed.orderNo, 'success', 'failed'],
        [open.order_no, 'pending', 'done'],
      ].toSorted(byWords),
    );
  });

  test('is taken on, spoken about, and found by its number', async () => {
    const ref = `TALK-${day}`;
    await take(csv([{ ref }]));
    const [row] = await listed();
    expect((await ask(boss, `/reconciliation/differences/${row?.id}/assign`, { mine: true })).code).toBe(0);
    expect(
      (await ask(boss, `/reconciliation/differences/${row?.id}/comment`, { text: 'asked the bank' })).code,
    ).toBe(0);
    expect(await listed(`&search=${ref}`)).toMatchObject([
      { assignee: { id: String(boss.id) }, comments: [{ text: 'asked the bank' }] },
    ]);
    expect(await listed('&search=NONE')).toEqual([]);
  });

  test('cannot be written off through the door without whoever agreed to exactly this', async () => {
    await take(csv([{ ref: `DOOR-${day}`, amount: '77.00' }]));
    const [row] = await listed();
    const off = (was: number, maker: bigint) =>
      admin.query("SELECT write_off_difference($1, 0, $2, $3, NULL, 'x', NULL)", [row?.id, was, maker]);
    await expect(off(770_000, tenant.agentId)).rejects.toMatchObject({ code: 'LG403' });
    await expect(off(1, boss.id)).rejects.toMatchObject({ code: 'LG404' });
  });
});
