import { randomUUID } from 'node:crypto';
import type { Endpoint } from '@suanpan/contract/endpoint';
import { catalogue } from '@suanpan/domain/errors';
import { exportKindNames, exportedList } from '@suanpan/domain/exports/kinds';
import type { ExportKind } from '@suanpan/domain/exports/kinds';
import { streamXlsxRows } from 'hucre/xlsx';
import { sql } from 'kysely';
import { io } from 'socket.io-client';
import { describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { testDatabase } from '../database.ts';
import { keepLog } from '../kept-log.ts';
import { openHouse } from '../open-house.ts';
import { gather, sharing } from './cast.ts';
import { readContract } from './read-contract.ts';
import { allRows } from './rows/all.ts';
import { visitors } from './table.ts';
import type { Relation } from './table.ts';
import { watchWrites } from './watch-writes.ts';

/**
 * Two tenants, each marked by a word that stands in every name, every order and every note of its own. Whatever the
 * people of the one read, whichever ids of the other they name in path, query and body, the other's word never comes
 * back, stands in no line of the log and in no frame of a socket, moves no count, and nothing of the other's changes (P1).
 */
const words = { A: 'kanariea', B: 'kanarieb' } as const;
const kept = keepLog();
const house = await openHouse(await testDatabase({ log: kept.log }));
const { base, rooms } = house;
const cast = await gather(house);
for (const letter of ['A', 'B'] as const) await mark(letter);
const watch = await watchWrites(base.admin);
const contract = await readContract();

/** Everybody below the senior agent A. */
const people = [
  'agent',
  'agentStaff',
  'subAgent',
  'middleman',
  'merchant',
  'subWith',
  'impersonated',
  'visitedAgent',
] as const;
const foreign = await foreignIds();
const readings = [...contract.values()].filter(
  ({ access, method, path }) =>
    !('public' in access) && !path.endsWith('/logout') && (method === 'GET' || path.endsWith('/search')),
);

/** Nothing of what is read here ends a session. */
const readers = await cast.enter();

describe.each(readings)('$method $path', (endpoint) => {
  test('never tells one tenant of the other', async () => {
    const { method, path } = endpoint;
    const asked = requests(endpoint);
    const leaks: string[] = [];
    const logged = kept.lines.length;
    await watch.since();
    for (const principal of people) {
      // Who is turned away at the door is so before anything is read of what he asks, whatever it is.
      const isShut = await isTurnedAway(readers.get(principal), method, path);
      for (const [what, url, payload] of isShut ? asked.slice(-1) : asked) {
        const reply = await call(readers.get(principal), method, url, payload);
        if (reply.statusCode >= 500) leaks.push(`${principal}, ${what}: ${reply.statusCode}`);
        if (reply.body.toLowerCase().includes(words.B)) leaks.push(`${principal}, ${what}: ${reply.body}`);
      }
    }
    // What was asked stands nowhere in the log either, though the word was in every query.
    leaks.push(...kept.lines.slice(logged).filter((line) => line.toLowerCase().includes(words.B)));
    expect(leaks).toEqual([]);
    // Looking into a log leaves a row, and starting to bind leaves a secret of one's own.
    expect((await watch.since()).filter((place) => place !== 'audit_log')).toEqual([]);
  });
});

test('the marks are there: each tenant meets its own', async () => {
  const sessions = await cast.enter();
  const users = await call(sessions.get('agent'), 'GET', '/users?paginate=200');
  expect(users.body).toContain(words.A);
  const found = await call(sessions.get('agent'), 'POST', '/search', { q: words.A });
  expect(found.body).toContain(words.A);
  const orders = await call(sessions.get('agent'), 'POST', '/collection/transactions/search', {});
  expect(orders.body).toContain(words.A);
});

test('no count and no sum of the one moves with what happens to the other', async () => {
  let asking = readings
    .filter(({ path }) => !path.includes('{'))
    .flatMap(({ method, path }) => people.map((principal) => ({ method, path, principal })));
  const countsOf = async (): Promise<string[]> => {
    const counts: string[] = [];
    const answered: typeof asking = [];
    for (const each of asking) {
      const { method, path, principal } = each;
      const reply = await call(readers.get(principal), method, path, method === 'POST' ? {} : undefined);
      const { data } = reply.json<{ data: Record<string, unknown> | null }>();
      if (data === null) continue;
      answered.push(each);
      for (const name of ['total', 'summary', 'alerts', 'today', 'yesterday', 'balance', 'channel_fee']) {
        if (data[name] !== undefined)
          counts.push(`${principal} ${path} ${name} ${JSON.stringify(data[name])}`);
      }
    }
    // Whoever may not read it may not after what happens below either.
    asking = answered;
    return counts;
  };
  // Each look at a log leaves a row in it, so the first look is the one that the second is held against.
  await countsOf();
  expect(asking.length).toBeGreaterThan(readings.length);
  const before = await countsOf();
  await rooms.place(cast.person('B.merchant'), { merchantOrderNo: `${words.B}-3`, productName: words.B });
  await cast.find('blockEntry', 'agent', 'other');
  await cast.find('approval', 'agent', 'other');
  await cast.find('role', 'agent', 'other');
  await cast.find('sub', 'merchant', 'other');
  expect(await countsOf()).toEqual(before);
});

test('the log is read at all: a line with the word is found', () => {
  kept.log.warn({ name: words.B }, 'planted');
  expect(kept.lines.at(-1)).toContain(words.B);
});

describe('what the one may do to his own things', () => {
  const rows = allRows.filter(
    ({ about, call: name }) =>
      !['nothing', 'token', 'withdrawalList'].includes(about) && !name.startsWith('GET '),
  );
  test.each(rows)('$call does nothing to those of the other', async (row) => {
    const sessions = await cast.stay();
    const [method = '', path = ''] = row.call.split(' ');
    const wrong: string[] = [];
    await cast.forgetTries();
    const relation: Relation = 'other';
    const ids = new Map<(typeof people)[number], string>();
    const share = sharing(cast);
    for (const principal of people) ids.set(principal, await share(row.about, principal, relation));
    // News of what was made for them is told before anybody looks.
    await house.settled();
    await watch.since();
    for (const [principal, id] of ids) {
      const names: Record<string, string> = { id, file: id, self: id, session_id: id, ...row.names };
      const url = path.replaceAll(/\{(\w+)\}/g, (_all, name: string) => names[name] ?? id);
      const person = (name: string): string => String(cast.person(name));
      const body = row.sends?.({ principal, relation, id, serial: 2_000_000, person });
      const reply = await call(
        sessions.get(principal),
        method,
        url,
        method === 'DELETE' ? undefined : (body ?? {}),
      );
      if (reply.json<{ code: number }>().code === 0) wrong.push(`${principal} was let do it`);
    }
    await house.settled();
    const written = await watch.since();
    if (written.length > 0) wrong.push(`one of them wrote ${written.join(', ')}`);
    expect(wrong).toEqual([]);
  });
});

describe('what the one takes away as a file', () => {
  test.each(people)(
    'holds nothing of the other, whatever %s exports and whichever filter he sets',
    async (principal) => {
      const leaks: string[] = [];
      let read = 0;
      for (const kind of exportKindNames) {
        const unknown = new Set<string>();
        for (const [field, filter] of exportFilters(kind)) {
          if (unknown.has(field)) continue;
          const format = read % 2 === 0 ? 'csv' : 'xlsx';
          const asked = { kind, format, filter };
          const ordered = await call(readers.get(principal), 'POST', '/exports', asked);
          const { code, data } = ordered.json<{ code: number; data: { id: string; file: string } | null }>();
          // Whoever may not take this list away may not whatever he filters by.
          if (turnedAway.has(code)) break;
          if (code !== 0 || data === null) {
            if (code !== catalogue.invalidFields.code) leaks.push(`${kind} is refused: ${code}`);
            unknown.add(field);
            continue;
          }
          await house.exports.write(BigInt(data.id));
          const got = await call(readers.get(principal), 'GET', `/download/${data.file}`);
          if (got.statusCode !== 200) {
            leaks.push(`${kind} ${JSON.stringify(filter)} has no file: ${got.body}`);
            continue;
          }
          const text = await textOf(got.rawPayload, format).catch((error: unknown) => {
            throw new Error(`${kind} ${JSON.stringify(filter)} is no ${format}: ${got.body.slice(0, 200)}`, {
              cause: error,
            });
          });
          read += 1;
          if (text.toLowerCase().includes(words.B)) leaks.push(`${kind} ${JSON.stringify(filter)}`);
          // Whoever acts for another takes files away and removes none.
          const found = await call(readers.get(principal), 'DELETE', `/exports/${data.id}`);
          const isRemoved = found.json<{ code: number }>().code === 0;
          if (isRemoved === visitors.has(principal)) leaks.push(`${kind} removed: ${isRemoved}`);
          // And nobody keeps as many as he may.
          if (!isRemoved)
            await base.admin.query('UPDATE export_job SET removed_at = now() WHERE id = $1', [data.id]);
        }
      }
      expect(leaks).toEqual([]);
      expect(read).toBeGreaterThan(0);
    },
  );

  test('and it does hold his own', async () => {
    const sessions = await cast.enter();
    const [[, filter] = []] = exportFilters('collections.transactions');
    const asked = { kind: 'collections.transactions', format: 'xlsx', filter };
    const { data } = (await call(sessions.get('agent'), 'POST', '/exports', asked)).json<{
      data: { id: string; file: string };
    }>();
    await house.exports.write(BigInt(data.id));
    const got = await call(sessions.get('agent'), 'GET', `/download/${data.file}`);
    expect(await textOf(got.rawPayload, 'xlsx')).toContain(words.A);
  });
});

// The last of all: from here on news is told by itself, and a look at what is written would see the teller write.
test('no frame that a socket of the one hears is about the other', async () => {
  const { port, idle } = await house.listen();
  const sessions = await cast.enter();
  const frames: { readonly who: string; readonly text: string }[] = [];
  const sockets = await Promise.all(
    people.map(async (who) => {
      const socket = io(`http://127.0.0.1:${port}`, {
        auth: { token: sessions.get(who) },
        transports: ['websocket'],
        reconnection: false,
      });
      socket.onAny((name, payload) => frames.push({ who, text: `${name} ${JSON.stringify(payload)}` }));
      await new Promise<void>((resolve, reject) => {
        socket.on('connect', () => resolve());
        socket.on('connect_error', reject);
      });
      return socket;
    }),
  );
  const told: Record<'A' | 'B', string[]> = { A: [], B: [] };
  for (const letter of ['B', 'A'] as const) {
    const order = await rooms.place(cast.person(`${letter}.merchant`), {
      merchantOrderNo: `${words[letter]}-2`,
    });
    told[letter].push(order.order_no, words[letter]);
    await happen(letter, 'collection.abnormal', order.id);
    await happen(letter, 'approval.submitted', order.id);
    await happen(letter, 'export.completed', order.id);
    await happen(letter, 'user.passwordChanged', order.id);
  }
  await idle();
  const mentions = (letter: 'A' | 'B') =>
    frames.filter(({ text }) => told[letter].some((word) => text.toLowerCase().includes(word.toLowerCase())));
  // The own tree's frames have come, so those of the other, sent before, would have come too.
  await expect.poll(() => new Set(mentions('A').map(({ who }) => who))).toContain('merchant');
  await expect.poll(() => mentions('A').some(({ text }) => text.startsWith('order '))).toBe(true);
  await expect.poll(() => mentions('A').some(({ text }) => text.startsWith('notification '))).toBe(true);
  expect(mentions('B')).toEqual([]);
  for (const socket of sockets) socket.close();
});

/** News as the rooms emit it, in the name of a tenant. */
async function happen(letter: 'A' | 'B', kind: string, orderId: bigint): Promise<void> {
  const person = (name: string): string => String(cast.person(`${letter}.${name}`));
  const payload = {
    order_id: String(orderId),
    order_no: `${words[letter]}-2`,
    status: 'abnormal',
    customer_id: person('merchant'),
    agent_id: person('agent'),
    sub_agent_id: person('subAgent'),
    approval_id: '1',
    act: 'users.resetTwoFactor',
    state: 'waiting',
    label: words[letter],
    maker_id: person('staff2'),
    user_id: person('merchant'),
    file: `x-${words[letter]}.csv`,
    ip: words[letter],
  };
  await base.admin.query(
    'INSERT INTO outbox (kind, subject, payload, created_at) VALUES ($1, $2, $3, business_now())',
    [kind, `${kind}:${letter}`, JSON.stringify(payload)],
  );
}

/** As it comes, and with whoever of the other tenant, or his word, in each filter that a list may have. */
function exportFilters(kind: ExportKind): [field: string, filter: Record<string, unknown>][] {
  const [end, start] = [0, 6].map((days) =>
    new Date(Date.now() + 3_600_000 - days * 86_400_000).toISOString(),
  );
  const span: Record<string, unknown> = Object.fromEntries(
    (exportedList(kind).spans ?? []).slice(0, 1).flatMap(([from, to]) => [
      [from, start],
      [to, end],
    ]),
  );
  const [agent = '', merchant = '', order = ''] = foreign;
  const values: Readonly<Record<string, readonly string[]>> = {
    customer_id: [merchant, agent],
    agent_id: [agent, merchant],
    owner_id: [merchant, agent],
    order_no: [words.B],
    search: [words.B, merchant, order],
    actor: [words.B],
    username: [words.B],
  };
  return [
    ['', span],
    ...Object.entries(values).flatMap(([field, all]) =>
      all.map((value): [string, Record<string, unknown>] => [field, { ...span, [field]: value }]),
    ),
  ];
}

/** Everything that stands in a file, whatever its form. */
async function textOf(bytes: Buffer, format: string): Promise<string> {
  if (format === 'csv') return bytes.toString('utf8');
  const rows: unknown[] = [];
  for await (const { values } of streamXlsxRows(bytes)) rows.push(values);
  return JSON.stringify(rows);
}

async function call(token: string | undefined, method: string, url: string, payload?: object) {
  return house.app.inject({
    method: method as 'GET',
    url: `/api${url}`,
    headers: {
      authorization: `Bearer ${token}`,
      'x-localization': 'en',
      'idempotency-key': randomUUID(),
    },
    ...(payload === undefined ? {} : { payload }),
  });
}

/** What the door says to whoever is not let in: it looks before anything of the call is read. */
const turnedAway: ReadonlySet<number> = new Set(
  (['forbidden', 'agentOnly', 'impersonationForbidden'] as const).map((name) => catalogue[name].code),
);

/** Whether nothing of his call is read: then one with a field that no contract knows is not refused for that. */
async function isTurnedAway(token: string | undefined, method: string, path: string): Promise<boolean> {
  const url = path.replaceAll(/\{(\w+)\}/g, '1');
  const reply =
    method === 'GET'
      ? await call(token, method, `${url}?no_such_field=1`)
      : await call(token, method, url, { no_such_field: '1' });
  return turnedAway.has(reply.json<{ code: number }>().code);
}

/**
 * As it comes, with each id of the other tenant in the path, and with each of them and his word in every filter that takes
 * them; the number of a page names nobody, so that one is enough. His word then stands in every filter at once, for the
 * contract looks at all that do not take it.
 */
function requests({ method, path, input }: Endpoint): [string, string, object | undefined][] {
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '');
  if (inPath.length > 0) {
    return foreign.map((id) => [
      `the path of ${id}`,
      path.replaceAll(/\{(\w+)\}/g, (_all, name: string) => (name === 'kind' ? 'user' : id)),
      undefined,
    ]);
  }
  const ask = (
    what: string,
    fields: Readonly<Record<string, string>>,
  ): [string, string, object | undefined] =>
    method === 'POST' ? [what, path, fields] : [what, `${path}?${new URLSearchParams(fields)}`, undefined];
  const asked = [ask('all', {})];
  const every: Record<string, string> = {};
  for (const [field, takes] of Object.entries<z.ZodType>(input.shape)) {
    every[field] = words.B;
    const ids = field === 'page' ? foreign.slice(-1) : foreign;
    for (const value of [...ids, words.B]) {
      if (takes.safeParse(value).success) asked.push(ask(`${field} = ${value}`, { [field]: value }));
    }
  }
  return Object.keys(every).length === 0 ? asked : [...asked, ask('every filter', every)];
}

/** Of whoever and whatever belongs to B. */
async function foreignIds(): Promise<string[]> {
  const found = ['B.agent', 'B.merchant'].map((name) => String(cast.person(name)));
  return [...found, await cast.find('order', 'merchant', 'other')];
}

/** Puts the word of a tenant into every text that its people could have written. */
async function mark(letter: 'A' | 'B'): Promise<void> {
  const word = words[letter];
  const agentId = cast.person(`${letter}.agent`);
  await sql`UPDATE app_user SET name = ${word} || '-' || id, username = ${word} || '-' || id, phone = '0' || id,
              email = ${word} || id || '@example.com'
            WHERE id = ${agentId} OR agent_id = ${agentId}`.execute(base.database.app);
  await rooms.place(cast.person(`${letter}.merchant`), {
    merchantOrderNo: `${word}-1`,
    productName: word,
    realName: word,
    notifyUrl: `https://${word}.example.com/hook`,
  });
  await sql`UPDATE channel SET name = ${word} || '-' || id
            WHERE channel_account_id IN (SELECT id FROM channel_account WHERE agent_id = ${agentId})`.execute(
    base.database.app,
  );
  await sql`INSERT INTO block_entry (kind, agent_id, value, shown, note, created_by, created_at)
            VALUES ('door', ${agentId}, ${`192.0.2.${letter === 'A' ? 1 : 2}`}, ${word}, ${word}, ${agentId}, now())`.execute(
    base.database.app,
  );
}
