import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { exportKindNames, exportedList } from '@suanpan/domain/exports/kinds';
import { leavesOf } from '@suanpan/messages/translate';
import { allWords } from '@suanpan/messages/all-words';
import { formatLedger } from '@suanpan/money/amount';
import { sql } from 'kysely';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { moveBusinessClock } from '../../../test/database.ts';
import { openExports } from './index.ts';
import { lastDays, openBench, readCsv, readXlsx } from './testing/export-bench.ts';

const bench = await openBench();
const { house, cast } = bench;
const { database: db, admin } = house.base;
const hour = 3_600_000;
const day = 24 * hour;

beforeEach(async () => {
  // What one test left at work another must not miss.
  await admin.query(
    "UPDATE export_job SET status = 'failed', lease_until = NULL, removed_at = now() WHERE status IN ('queued', 'running')",
  );
  await bench.enter();
});

const auditOf = async (id: string): Promise<string[]> => {
  const { rows } = await sql<{ act: string; outcome: string }>`
    SELECT act, outcome FROM audit_log WHERE object_kind = 'export' AND object_id = ${id} ORDER BY id`.execute(
    db.app,
  );
  return rows.map(({ act, outcome }) => (outcome === 'done' ? act : `${act} ${outcome}`));
};

describe('every kind', () => {
  test('is exported by some module, and its columns have words in the list’s own area', async () => {
    const words = new Map(leavesOf(allWords.en, ''));
    for (const kind of exportKindNames) {
      const { area, columns } = exportedList(kind);
      for (const path of Object.values(columns)) expect(words.has(`${area}.${path}`), path).toBe(true);
      const [header] = readCsv(await bench.take('admin', kind));
      expect(header, kind).toHaveLength(Object.keys(columns).length);
    }
  });

  test('fills every column that it names for an administrator', async () => {
    await house.rooms.place(cast.person('A.merchant'), {
      productName: 'tea',
      realName: 'Wang',
      requestIp: '203.0.113.5',
    });
    const rows = readCsv(await bench.take('admin', 'collections.transactions'));
    const [header = [], first = []] = rows;
    const filled = header.filter((_title, index) => rows.some((row) => row[index] !== '' && row !== header));
    // Nobody has paid yet, so nothing was credited nor completed.
    expect(header.filter((title) => !filled.includes(title))).toEqual([
      'Actual amount',
      'Processing fee',
      'Accounted amount',
      'Exchange rate',
      'Completed (UTC+8)',
    ]);
    expect(first).toHaveLength(header.length);
  });
});

describe('what is in a file', () => {
  test('is what the database has, at the ledger scale and in the platform zone', async () => {
    const order = await house.rooms.place(cast.person('A.merchant'), { major: '1234.5' });
    const rows = readCsv(
      await bench.take('merchant', 'collections.transactions', {
        columns: ['order_no', 'order_amount', 'currency', 'created_at', 'status'],
        filter: { ...lastDays('collections.transactions'), order_no: order.order_no },
      }),
    );
    expect(rows).toEqual([
      ['System order no.', 'Order amount', 'Currency', 'Created (UTC+8)', 'Status'],
      [
        order.order_no,
        formatLedger(order.order_amount, 'TWD'),
        'TWD',
        new Date(order.created_at.getTime() + 8 * hour).toISOString().slice(0, 19).replace('T', ' '),
        'Not processed',
      ],
      ['Total TWD (rows: 1)', formatLedger(order.order_amount, 'TWD'), 'TWD', '', ''],
    ]);
  });

  test.each(['csv', 'xlsx'] as const)(
    'has in %s the columns asked for in their order, times and amounts of their types, and a total for each currency',
    async (format) => {
      const merchant = cast.person('A.merchant');
      const ids = [];
      for (const major of ['1000.25', '1234.75', '20000']) {
        const order = await house.rooms.place(merchant, { major, productName: '=1+1' });
        ids.push(order.order_no);
      }
      const bytes = await bench.take('merchant', 'collections.transactions', {
        format,
        columns: ['created_at', 'order_amount', 'fee', 'product_name', 'order_no'],
        filter: { ...lastDays('collections.transactions'), numbers: ids },
      });
      const rows = format === 'csv' ? readCsv(bytes) : await readXlsx(bytes);
      expect(rows[0]).toEqual([
        'Created (UTC+8)',
        'Order amount',
        'Processing fee',
        'Product name',
        'System order no.',
      ]);
      expect(rows.slice(1, -1).map((row) => row[4])).toEqual(ids.toReversed());
      const [first = []] = rows.slice(1);
      const total = rows.at(-1) ?? [];
      if (format === 'csv') {
        expect(first.slice(1, 4)).toEqual(['20000.0000', '', "'=1+1"]);
        expect(total).toEqual(['Total TWD (rows: 3)', '22235.0000', '', '', '']);
        return;
      }
      expect(first[0]).toBeInstanceOf(Date);
      const { rows: kept } = await sql<{ at: Date }>`
        SELECT created_at AS at FROM collection_order WHERE order_no = ${ids[2]}`.execute(db.app);
      // The clock on the wall of the platform zone, to the second.
      const wall = new Date((kept[0]?.at.getTime() ?? 0) + 8 * hour).toISOString().slice(0, 19);
      expect((first[0] as Date).toISOString().slice(0, 19)).toBe(wall);
      expect(first.slice(1, 4)).toEqual([20_000, null, '=1+1']);
      expect(total.slice(0, 2)).toEqual(['Total TWD (rows: 3)', 22_235]);
    },
  );

  test('comes page by page without a row twice or missing', async () => {
    await sql`INSERT INTO login_attempt (username, ip, outcome, at)
      SELECT 'paged-' || n, '203.0.113.9', 'wrongPassword', now() - interval '1 hour' FROM generate_series(1, 2500) n`.execute(
      db.app,
    );
    const rows = readCsv(
      await bench.take('admin', 'admin.loginlogs', {
        columns: ['username'],
        filter: { ...lastDays('admin.loginlogs'), ip: '203.0.113.9' },
      }),
    ).slice(1);
    expect(rows).toHaveLength(2500);
    expect(new Set(rows.flat()).size).toBe(2500);
  });

  test('speaks the language of whoever ordered it', async () => {
    const answer = await house.app.inject({
      method: 'POST',
      url: '/api/exports',
      headers: {
        authorization: `Bearer ${(await cast.enter()).get('merchant')}`,
        'x-localization': 'zh-TW',
        'idempotency-key': 'in-chinese',
      },
      payload: { kind: 'accounting.changelogs', format: 'csv', filter: lastDays('accounting.changelogs') },
    });
    const { id, file } = answer.json<{ data: { id: string; file: string } }>().data;
    await house.exports.write(BigInt(id));
    const [header] = readCsv((await bench.fetch('merchant', `/api/download/${file}`)).bytes);
    expect(header).toContain(allWords['zh-TW'].ledger.columns.owner);
  });

  test('holds of a list only what comes from before the request', async () => {
    const { id, file } = await bench.order('merchant', 'collections.transactions', { columns: ['order_no'] });
    await moveBusinessClock(db, 1_000);
    const late = await house.rooms.place(cast.person('A.merchant'));
    await house.exports.write(BigInt(id));
    const { bytes } = await bench.fetch('merchant', `/api/download/${file}`);
    expect(readCsv(bytes).flat()).not.toContain(late.order_no);
  });

  test('hides from a general agent who paid, as his list does', async () => {
    await house.rooms.place(cast.person('A.merchant'), { realName: '王小明' });
    const rows = readCsv(
      await bench.take('subAgent', 'collections.transactions', { columns: ['real_name', 'request_ip'] }),
    );
    expect(rows.flat().join()).toContain('王○明');
    expect(rows.flat().join()).not.toContain('王小明');
  });

  test('names only users of the list that was asked for, whichever others a filter names', async () => {
    await expect(bench.take('agent', 'users.manage')).rejects.toThrow('20403');
    const rows = readCsv(
      await bench.take('agent', 'users.list', {
        filter: { role_name: 'admin,manager,customer' },
        columns: ['type'],
      }),
    );
    expect(new Set(rows.slice(1).flat())).toEqual(new Set(['Merchant']));
  });
});

describe('ordering one', () => {
  test.each([
    ['more than seven days', lastDays('accounting.changelogs', 8)],
    ['no days at all', {}],
    ['a beginning without an end', { from: '2026-11-01T00:00:00+08:00' }],
  ])('over %s is refused with its reason', async (_what, filter) => {
    const answer = await bench.call('merchant', 'POST', '/exports', {
      kind: 'accounting.changelogs',
      format: 'csv',
      filter,
    });
    expect(answer.code).toBe(21_800);
  });

  test('over exactly seven days is taken', async () => {
    await bench.order('merchant', 'accounting.changelogs', { filter: lastDays('accounting.changelogs', 7) });
  });

  test('with a filter that the list does not know is refused, field by field', async () => {
    const answer = await bench.call('merchant', 'POST', '/exports', {
      kind: 'accounting.changelogs',
      format: 'csv',
      filter: { ...lastDays('accounting.changelogs'), tenant_path: '1.', owner_id: 'x' },
    });
    expect(answer.code).toBe(400);
    expect(Object.keys(answer.errors ?? {}).toSorted()).toEqual(['filter.owner_id', 'filter.tenant_path']);
  });

  test('with a column that the list does not have, or twice the same, is refused', async () => {
    for (const columns of [['order_no', 'endpoint_fee'], ['order_no', 'order_no'], ['constructor']]) {
      const answer = await bench.call('merchant', 'POST', '/exports', {
        kind: 'collections.transactions',
        format: 'csv',
        filter: lastDays('collections.transactions'),
        columns,
      });
      expect(answer.code).toBe(400);
    }
  });

  test('a fourth at the same time is refused until one of the three is done', async () => {
    const orders = [1, 2, 3].map(() => bench.order('manager', 'users.list'));
    const [first] = await Promise.all(orders);
    const fourth = { kind: 'users.list', format: 'csv', filter: {} };
    expect((await bench.call('manager', 'POST', '/exports', fourth)).code).toBe(21_801);
    await house.exports.write(BigInt(first?.id ?? 0));
    expect((await bench.call('manager', 'POST', '/exports', fourth)).code).toBe(0);
  });

  test('ten at once never make more than three', async () => {
    const body = { kind: 'users.list', format: 'csv', filter: {} };
    const answers = await Promise.all(
      Array.from({ length: 10 }, () =>
        bench.call('staff', 'POST', '/exports', { ...body, kind: 'users.subAcc' }),
      ),
    );
    expect(answers.filter(({ code }) => code === 0).length).toBeLessThanOrEqual(3);
  });

  test('is refused while a person, or his house, keeps as many files or as much as it may', async () => {
    const ask = async (who: 'agent' | 'merchant' | 'manager') =>
      bench.call(who, 'POST', '/exports', { kind: 'users.subAcc', format: 'csv', filter: {} });
    const keep = (owner: bigint, tenant: bigint, files: number, bytes: bigint) =>
      admin.query(
        `INSERT INTO export_job (owner_id, tenant_id, kind, filter, columns, format, locale, region, status, file, bytes,
           created_at, expires_at)
         SELECT $1::bigint, $2::bigint, 'users.subAcc', '{}', '{}', 'csv', 'en', 'UTC+8', 'completed',
           'kept-' || gen_random_uuid() || n, $4::bigint, now(), now() + interval '1 day'
         FROM generate_series(1, $3::int) n`,
        [owner, tenant, files, bytes],
      );
    const clear = () => admin.query(`UPDATE export_job SET removed_at = now() WHERE file LIKE 'kept-%'`);
    const [agent, merchant] = [cast.person('A.agent'), cast.person('A.merchant')];
    await keep(merchant, agent, 200, 1n);
    expect([(await ask('merchant')).code, (await ask('agent')).code]).toEqual([21_808, 0]);
    await clear();
    await keep(merchant, agent, 4, 1n << 30n);
    expect([(await ask('agent')).code, (await ask('manager')).code]).toEqual([21_808, 0]);
    await clear();
    for (const owner of [merchant, cast.person('A.staff')]) await keep(owner, agent, 1_000, 1n);
    expect((await ask('agent')).code).toBe(21_808);
    await clear();
    const { id } = await bench.order('agent', 'users.subAcc');
    await keep(merchant, agent, 1, (4n << 30n) - 40n);
    await house.exports.write(BigInt(id));
    expect(await bench.row(id)).toMatchObject({ status: 'failed', error: 'tooLarge' });
    expect(bench.files().filter((name) => name.startsWith(`${id}.`))).toEqual([]);
    await clear();
  });

  test('without the right of the list is refused and written down', async () => {
    const answer = await bench.call('agent', 'POST', '/exports', {
      kind: 'admin.operationLogs',
      format: 'csv',
      filter: lastDays('admin.operationLogs'),
    });
    expect(answer.code).toBe(20_403);
    await house.settled();
    const { rows } = await sql`
      SELECT FROM audit_log WHERE act = 'forbidden' AND object_id = 'POST /api/exports'
        AND actor_id = ${cast.person('A.agent')}`.execute(db.app);
    expect(rows.length).toBeGreaterThan(0);
  });

  test('for another, while acting for him, is the visitor’s file of the other’s list', async () => {
    const merchants = readCsv(await bench.take('merchant', 'users.subAcc'));
    const { id, file } = await bench.order('impersonated', 'users.subAcc');
    await house.exports.write(BigInt(id));
    const fetched = await bench.fetch('impersonated', `/api/download/${file}`);
    expect(readCsv(fetched.bytes)).toEqual(merchants);
    // The one he acted for neither has it nor hears of it.
    expect((await bench.fetch('merchant', `/api/download/${file}`)).bytes.toString()).toContain('"code":404');
    const shelf = async (who: 'merchant' | 'impersonated'): Promise<string[]> =>
      (await bench.call(who, 'GET', '/exportsList')).data.items.map((item: { id: string }) => item.id);
    expect(await shelf('merchant')).not.toContain(id);
    expect(await shelf('impersonated')).toEqual([id]);
    const { rows } = await sql`
      SELECT DISTINCT actor_id, effective_id FROM audit_log
      WHERE object_kind = 'export' AND object_id = ${id}`.execute(db.app);
    expect(rows).toEqual([{ actor_id: cast.person('operator'), effective_id: cast.person('A.merchant') }]);
    expect(await auditOf(id)).toEqual(['export.request', 'export.complete', 'export.download']);
  });

  test('for another ends with the right to act for him', async () => {
    const { id, file } = await bench.order('impersonated', 'users.subAcc');
    const late = await bench.order('impersonated', 'users.subAcc');
    await house.exports.write(BigInt(id));
    await admin.query(`UPDATE app_user SET permissions = '{users.list.get}' WHERE id = $1`, [
      cast.person('operator'),
    ]);
    try {
      await house.exports.write(BigInt(late.id));
      expect(await bench.row(late.id)).toMatchObject({ status: 'failed', error: 'notAllowed' });
      const fetched = await bench.fetch('impersonated', `/api/download/${file}`);
      // The visit itself is over.
      expect(fetched.bytes.toString()).toContain('"code":10001');
    } finally {
      await admin.query('UPDATE app_user SET permissions = NULL WHERE id = $1', [cast.person('operator')]);
    }
  });

  test('the name of a payer who was looked for is kept neither in the record nor with the finished export', async () => {
    const { id } = await bench.order('admin', 'collections.transactions', {
      filter: { ...lastDays('collections.transactions'), real_name: '陳隱名' },
    });
    await house.exports.write(BigInt(id));
    expect(JSON.stringify((await bench.row(id))['filter'])).not.toContain('陳隱名');
    const { rows } = await sql`SELECT FROM audit_log WHERE after::text LIKE '%陳隱名%'`.execute(db.app);
    expect(rows).toEqual([]);
  });
});

test('an account number that was looked for is kept nowhere in clear, waiting, removed or finished, and a payee no longer than that', async () => {
  const [card, name] = ['9087654321098765', '陳收款'];
  const filter = { ...lastDays('payment.transactions'), card_no: card, account_name: name };
  const ordered = [
    await bench.order('admin', 'payment.transactions', { filter }),
    await bench.order('admin', 'payment.transactions', { filter }),
  ];
  const [waiting, removed] = [ordered[0]?.id ?? '', ordered[1]?.id ?? ''];
  expect(JSON.stringify((await bench.row(waiting))['filter'])).not.toContain(card);
  expect((await bench.call('admin', 'DELETE', `/exports/${removed}`)).code).toBe(0);
  await house.exports.write(BigInt(waiting));
  expect(await bench.row(waiting)).toMatchObject({ status: 'completed' });
  for (const id of [waiting, removed])
    expect(JSON.stringify((await bench.row(id))['filter'])).not.toMatch(new RegExp(`${card}|${name}|hashes`));
  const { rows } = await sql`
    SELECT FROM audit_log WHERE after::text LIKE ${`%${card}%`} OR after::text LIKE ${`%${name}%`}`.execute(
    db.app,
  );
  expect(rows).toEqual([]);
});

describe('a finished one', () => {
  test('is told to its owner, listed with its size, and every step of it is written down', async () => {
    const { id, file } = await bench.order('merchant', 'accounting.changelogs');
    await house.exports.write(BigInt(id));
    const { data } = await bench.call('merchant', 'GET', '/exportsList');
    expect(data.items[0]).toMatchObject({ id, file, status: 'completed', progress: 100, format: 'csv' });
    expect(data.items[0].bytes).toBeGreaterThan(0);
    const { rows } = await sql<{ payload: unknown }>`
      SELECT payload FROM outbox WHERE kind = 'export.completed' AND subject = ${`export:${id}`}`.execute(
      db.app,
    );
    expect(rows).toEqual([{ payload: { user_id: String(cast.person('A.merchant')), file } }]);
    await bench.fetch('merchant', `/api/download/${file}`);
    expect(await auditOf(id)).toEqual(['export.request', 'export.complete', 'export.download']);
  });

  test('comes as an attachment under a name that holds no secret and no text of a user', async () => {
    const { id, file } = await bench.order('merchant', 'accounting.changelogs', { format: 'xlsx' });
    await house.exports.write(BigInt(id));
    const { headers } = await bench.fetch('merchant', `/api/download/${file}`);
    expect(headers['content-disposition']).toMatch(
      /^attachment; filename="accounting\.changelogs-\d{8}\.xlsx"$/,
    );
    expect(headers['cache-control']).toBe('no-store');
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(file).toMatch(/^[A-Za-z0-9]{32}-/);
    expect(bench.files()).toContain(`${id}.xlsx`);
  });

  test('is fetched by nobody who lost the right meanwhile', async () => {
    const { id, file } = await bench.order('merchant', 'accounting.changelogs');
    await house.exports.write(BigInt(id));
    const merchant = cast.person('A.merchant');
    await admin.query("UPDATE app_user SET permissions = '{accounting.changelogs.get}' WHERE id = $1", [
      merchant,
    ]);
    const { bytes } = await bench.fetch('merchant', `/api/download/${file}`);
    expect(JSON.parse(bytes.toString())).toMatchObject({ code: 20_403, data: null });
    expect((await bench.call('merchant', 'POST', `/download/${file}/ticket`)).code).toBe(20_403);
    await admin.query('UPDATE app_user SET permissions = NULL WHERE id = $1', [merchant]);
  });

  test.each(['..%2f..%2fetc%2fpasswd', '%2e%2e', 'a%00b', '1.csv', 'x'.repeat(200), '%5c%5chost%5cshare'])(
    'is not found under the name %s',
    async (name) => {
      const { bytes } = await bench.fetch('merchant', `/api/download/${name}`);
      expect(JSON.parse(bytes.toString())).toMatchObject({ code: 404 });
    },
  );

  test('is handed out whole by nobody whose disk has another in its place, and that is written down', async () => {
    const { id, file } = await bench.order('merchant', 'accounting.changelogs');
    await house.exports.write(BigInt(id));
    const place = join(house.exportFolder, `${id}.csv`);
    const whole = readFileSync(place);
    const { bytes } = await bench.fetch('merchant', `/api/download/${file}`);
    expect(bytes.equals(whole)).toBe(true);
    // As long as before, and with another amount.
    writeFileSync(place, whole.toString().replace(/[1-9](?=\D*$)/, '0'));
    expect(readFileSync(place).equals(whole)).toBe(false);
    const altered = await bench.fetch('merchant', `/api/download/${file}`);
    expect(JSON.parse(altered.bytes.toString())).toMatchObject({ code: 20_500, data: null });
    expect(altered.headers).not.toHaveProperty('content-disposition');
    await vi.waitFor(async () =>
      expect((await auditOf(id)).slice(-2)).toEqual(['export.download', 'export.download failed']),
    );
    writeFileSync(place, whole);
    expect((await bench.fetch('merchant', `/api/download/${file}`)).bytes.equals(whole)).toBe(true);
  });

  test('is gone after seven days, from the disk and from the door', async () => {
    const { id, file } = await bench.order('merchant', 'accounting.changelogs');
    await house.exports.write(BigInt(id));
    await moveBusinessClock(db, 7 * day - hour);
    await house.exports.sweep();
    expect(bench.files()).toContain(`${id}.csv`);
    await moveBusinessClock(db, 2 * hour);
    await house.exports.sweep();
    expect(bench.files()).not.toContain(`${id}.csv`);
    expect(await bench.row(id)).toMatchObject({ status: 'expired' });
    const { bytes } = await bench.fetch('merchant', `/api/download/${file}`);
    expect(JSON.parse(bytes.toString())).toMatchObject({ code: 21_802 });
  });

  test('is removed by its owner, file and all', async () => {
    const { id, file } = await bench.order('merchant', 'accounting.changelogs');
    await house.exports.write(BigInt(id));
    expect((await bench.call('merchant', 'DELETE', `/exports/${id}`)).code).toBe(0);
    expect(bench.files()).not.toContain(`${id}.csv`);
    const { bytes } = await bench.fetch('merchant', `/api/download/${file}`);
    expect(JSON.parse(bytes.toString())).toMatchObject({ code: 404 });
  });
});

describe('a ticket', () => {
  async function issue(): Promise<{ id: string; file: string; url: string }> {
    const made = await bench.order('merchant', 'accounting.changelogs');
    await house.exports.write(BigInt(made.id));
    const { data } = await bench.call('merchant', 'POST', `/download/${made.file}/ticket`);
    return { ...made, url: data.url };
  }

  test('fetches the file once without a header, and never again', async () => {
    const { url } = await issue();
    const first = await bench.fetch(null, url);
    expect(first.status).toBe(200);
    expect(readCsv(first.bytes).length).toBeGreaterThan(0);
    expect((await bench.fetch(null, url)).status).toBe(404);
  });

  test('is kept as a hash alone', async () => {
    const { url } = await issue();
    const ticket = url.split('ticket=')[1] ?? '';
    const { rows } = await admin.query<{ all: string }>(
      'SELECT export_ticket::text AS all FROM export_ticket',
    );
    expect(ticket.length).toBeGreaterThan(40);
    expect(rows.some(({ all }) => all.includes(ticket))).toBe(false);
  });

  test('is good for a minute', async () => {
    const { url } = await issue();
    await admin.query(
      "UPDATE export_ticket SET expires_at = expires_at - interval '61 seconds' WHERE used_at IS NULL",
    );
    expect((await bench.fetch(null, url)).status).toBe(404);
  });

  test('of one file opens no other, and is used up by the try', async () => {
    const [one, two] = [await issue(), await issue()];
    expect((await bench.fetch(null, one.url.replace(one.file, two.file))).status).toBe(404);
    expect((await bench.fetch(null, one.url)).status).toBe(404);
  });

  test('ends with the session that asked for it', async () => {
    const { url } = await issue();
    await bench.call('merchant', 'POST', '/logout');
    expect((await bench.fetch(null, url)).status).toBe(404);
  });

  test('of a browser’s session opens nothing in another browser', async () => {
    const { url } = await issue();
    await admin.query(
      "UPDATE session SET browser_hash = 'of another browser' WHERE id = (SELECT max(session_id) FROM export_ticket)",
    );
    expect((await bench.fetch(null, url)).status).toBe(404);
  });

  test('two at the same time fetch one file', async () => {
    const { url } = await issue();
    const answers = await Promise.all([1, 2, 3, 4].map(() => bench.fetch(null, url)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });
});

describe('what goes wrong', () => {
  test('a full disk fails the export with its reason, leaves no file, and hinders no other', async () => {
    const full = await bench.order('merchant', 'accounting.changelogs');
    const fine = await bench.order('merchant', 'accounting.changelogs');
    mkdirSync(house.exportFolder, { recursive: true });
    // Every write to this device is answered that there is no space left.
    symlinkSync('/dev/full', join(house.exportFolder, `${full.id}.csv.part`));
    await Promise.all([full, fine].map(({ id }) => house.exports.write(BigInt(id))));
    expect(await bench.row(full.id)).toMatchObject({ status: 'failed', error: 'diskFull', bytes: null });
    expect(bench.files().filter((name) => name.startsWith(`${full.id}.`))).toEqual([]);
    expect(await bench.row(fine.id)).toMatchObject({ status: 'completed' });
    const { data } = await bench.call('merchant', 'GET', '/exportsList');
    const listed = data.items.find((item: { id: string }) => item.id === full.id);
    expect(listed.error).toContain('out of space');
    expect(await auditOf(full.id)).toEqual(['export.request', 'export.fail failed']);
  });

  test('a folder that cannot be written fails the export and nothing else', async () => {
    const { id } = await bench.order('merchant', 'accounting.changelogs');
    const broken = openExports({
      db,
      identity: {
        actorNow: async () => null,
        authenticateSession: () => Promise.reject(new Error('unused')),
      },
      realtime: { toUser() {} },
      lists: [],
      folder: '/dev/null/exports',
      log: house.base.log,
    });
    await broken.write(BigInt(id));
    expect(await bench.row(id)).toMatchObject({ status: 'failed', error: 'unexpected' });
  });

  test('whoever lost the right while it waited gets no file, and that is written down as a denial', async () => {
    const { id } = await bench.order('merchant', 'accounting.changelogs');
    const merchant = cast.person('A.merchant');
    await admin.query("UPDATE app_user SET permissions = '{accounting.changelogs.get}' WHERE id = $1", [
      merchant,
    ]);
    await house.exports.write(BigInt(id));
    expect(await bench.row(id)).toMatchObject({ status: 'failed', error: 'notAllowed' });
    expect(await auditOf(id)).toEqual(['export.request', 'export.fail denied']);
    await admin.query("UPDATE app_user SET permissions = NULL, status = 'disabled' WHERE id = $1", [
      merchant,
    ]);
    await bench.enter();
    await admin.query("UPDATE app_user SET status = 'active' WHERE id = $1", [merchant]);
    const again = await bench.order('merchant', 'accounting.changelogs');
    await admin.query("UPDATE app_user SET status = 'disabled' WHERE id = $1", [merchant]);
    await house.exports.write(BigInt(again.id));
    await admin.query("UPDATE app_user SET status = 'active' WHERE id = $1", [merchant]);
    expect(await bench.row(again.id)).toMatchObject({ status: 'failed', error: 'notAllowed' });
  });

  /** As a process leaves it that was killed in the middle. */
  const die = (id: string, attempts: number) =>
    admin.query(
      `UPDATE export_job SET status = 'running', attempts = $2, progress = 40, lease_until = now() - interval '1 second'
       WHERE id = $1`,
      [id, attempts],
    );

  test('a writer that was killed is followed by another, which begins anew', async () => {
    const { id, file } = await bench.order('merchant', 'accounting.changelogs');
    await die(id, 1);
    await house.exports.write(BigInt(id));
    expect(await bench.row(id)).toMatchObject({ status: 'running' });
    await house.exports.sweep();
    expect(await bench.row(id)).toMatchObject({ status: 'queued', progress: 0 });
    await house.exports.write(BigInt(id));
    expect(await bench.row(id)).toMatchObject({ status: 'completed', attempts: 2 });
    expect((await bench.fetch('merchant', `/api/download/${file}`)).status).toBe(200);
  });

  test('an export that killed three writers is given up, without a file', async () => {
    const { id } = await bench.order('merchant', 'accounting.changelogs');
    await die(id, 3);
    await house.exports.sweep();
    expect(await bench.row(id)).toMatchObject({ status: 'failed', error: 'interrupted' });
    expect(bench.files().filter((name) => name.startsWith(`${id}.`))).toEqual([]);
  });

  test('a writer that lost its export while it was silent changes nothing of it any more', async () => {
    const { id } = await bench.order('merchant', 'accounting.changelogs');
    // Somebody else takes it at the very moment it is claimed.
    await admin.query(`
      CREATE FUNCTION take_away() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN UPDATE export_job SET attempts = attempts + 1 WHERE id = NEW.id; RETURN NULL; END $$;
      CREATE TRIGGER take_away AFTER UPDATE ON export_job FOR EACH ROW
        WHEN (OLD.status = 'queued' AND NEW.status = 'running') EXECUTE FUNCTION take_away();`);
    await house.exports.write(BigInt(id));
    await admin.query('DROP TRIGGER take_away ON export_job');
    expect(await bench.row(id)).toMatchObject({ status: 'running', attempts: 2, bytes: null });
    expect(await auditOf(id)).toEqual(['export.request']);
  });

  test('one that is taken out of the list while it waits is never written', async () => {
    const { id } = await bench.order('merchant', 'accounting.changelogs');
    await bench.call('merchant', 'DELETE', `/exports/${id}`);
    await house.exports.write(BigInt(id));
    expect(bench.files().filter((name) => name.startsWith(`${id}.`))).toEqual([]);
    expect(
      (await bench.call('merchant', 'GET', '/exportsList')).data.items.map((item: { id: string }) => item.id),
    ).not.toContain(id);
  });
});

test('an order wakes a writer, and a server that stops in the middle hands its work to the next', async () => {
  const order = () => bench.order('admin', 'users.list');
  await house.exports.start();
  const { id } = await order();
  await expect.poll(async () => (await bench.row(id))['status'], { timeout: 10_000 }).toBe('completed');
  // Whoever has nothing to do rests: two writers look every two seconds, and one sweeps every ten.
  const looks = async (): Promise<number> => {
    await sleep(1_500);
    const { rows } = await admin.query(
      "SELECT (seq_scan + idx_scan)::int AS looks FROM pg_stat_user_tables WHERE relname = 'export_job'",
    );
    return rows[0].looks;
  };
  const before = await looks();
  await sleep(3_000);
  // On a busy machine some counts of what came before arrive late; who never rests looks thousands of times.
  expect((await looks()) - before).toBeLessThan(100);
  await house.exports.stop();
  const { id: late } = await order();
  await house.exports.write(BigInt(late));
  expect(await bench.row(late)).toMatchObject({ status: 'queued', attempts: 0 });
  expect(existsSync(join(house.exportFolder, `${late}.csv.part`))).toBe(false);
});
