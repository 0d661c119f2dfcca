import { hash, randomUUID } from 'node:crypto';
import { addBlockEntry } from '@suanpan/contract/endpoints/protection';
import { loginHardestFromFailure, loginLockAtFailure, loginNameLockAtFailure } from '@suanpan/domain/limits';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { BackOffice, enterAs } from '../harness/back-office.ts';
import { openAdmin } from '../harness/database.ts';
import type { AdminDatabase } from '../harness/database.ts';
import type { Envelope } from '../harness/envelope.ts';
import { openSocket } from '../harness/live-socket.ts';
import { Merchant, newOrderNo } from '../harness/merchant.ts';
import { startServer } from '../harness/server.ts';
import type { Server } from '../harness/server.ts';
import type { DemoAccount } from '../harness/server-view.ts';
import { unusedCode } from '../harness/unused-code.ts';
import { until } from '../harness/until.ts';
import { testTimeoutMs, times } from './form.ts';
import { startExternalPostgres } from './testing/external-postgres.ts';

// Two processes are two doors of one house. Whatever counts once counts once at both together, however close the two calls
// come; whatever is counted is counted over both; and whoever is cut off at the one is cut off at the other.
vi.setConfig({ testTimeout: testTimeoutMs });

let postgres: Awaited<ReturnType<typeof startExternalPostgres>>;
let servers: readonly [Server, Server];
let database: AdminDatabase;

beforeAll(async () => {
  postgres = await startExternalPostgres();
  const options = { demoOrders: 0, external: postgres, env: { TRUSTED_PROXIES: '127.0.0.1' } };
  const first = await startServer(options);
  servers = [first, await startServer(options)];
  database = openAdmin(first.view());
});

afterAll(async () => {
  await database.close();
  await servers[1].remove();
  await servers[0].remove();
  await postgres.remove();
});

const accountOf = (username: string): DemoAccount => servers[0].view().account(username);
const codeOf = (account: DemoAccount): Promise<string> => unusedCode(servers[0].view(), account);

/** The same at both doors, at once. */
function atBoth<T>(call: (url: string, place: number) => Promise<T>): Promise<[T, T]> {
  return Promise.all([call(servers[0].url, 0), call(servers[1].url, 1)]);
}

let rows = 0;
/** An address that nobody here has called from. */
function newAddress(): string {
  rows += 1;
  return `100.${64 + Math.floor(rows / 250)}.${rows % 250}.7`;
}

interface Knock {
  readonly username: string;
  readonly password: string;
  readonly oneCode?: string;
  readonly captcha?: string;
  readonly from?: string;
  readonly cookie?: string;
}

function headersOf({ cookie, from }: Pick<Knock, 'cookie' | 'from'>): Record<string, string> {
  return {
    'x-forwarded-for': from ?? newAddress(),
    ...(cookie !== undefined && { 'x-client': 'web', ...(cookie !== '' && { cookie }) }),
  };
}

/** A solved bot check, for whoever is named. */
async function solve(
  url: string,
  knock: Pick<Knock, 'cookie' | 'from'> & { username?: string },
): Promise<string> {
  const query = knock.username === undefined ? '' : `?username=${knock.username}`;
  const answer = await new BackOffice(url).send('GET', `/captcha${query}`, undefined, {
    headers: headersOf(knock),
  });
  const given = answer.data as { challenge: string; salt: string };
  let number = 0;
  while (hash('sha256', `${given.salt}${number}`) !== given.challenge) number += 1;
  return Buffer.from(JSON.stringify({ ...given, number })).toString('base64');
}

async function knockAt(url: string, knock: Knock): Promise<Envelope> {
  const { oneCode, password, username } = knock;
  const captcha = knock.captcha ?? (await solve(url, knock));
  const body = { username, password, captcha, ...(oneCode !== undefined && { oneCode }) };
  return new BackOffice(url).send('POST', '/login', body, { headers: headersOf(knock) });
}

async function outcomesOf(username: string): Promise<string[]> {
  const found = await database.query<{ outcome: string }>(
    'SELECT outcome FROM login_attempt WHERE username = $1 ORDER BY id',
    [username],
  );
  return found.map(({ outcome }) => outcome);
}

describe('what counts once counts once at two doors', () => {
  test('a nonce: the same signed request at both makes one order, and is a replay at the other', async () => {
    const account = accountOf('qingniao');
    for (let round = 0; round < times(15, 200); round += 1) {
      const draft = { order_no: newOrderNo(), amount: '1200.00', currency: 'TWD', method: 'qr' };
      const nonce = randomUUID();
      const timestampS = Math.floor(Date.now() / 1000);
      const answers = await atBoth((url) =>
        new Merchant(url, account).send('POST', '/collections', draft, { nonce, timestampS }),
      );
      expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 401]);
      const refused = answers.find(({ status }) => status === 401)?.body;
      expect(refused).toMatchObject({ error: { code: 'nonce_reused' } });
      const made = await database.query('SELECT FROM collection_order WHERE merchant_order_no = $1', [
        draft.order_no,
      ]);
      expect(made).toHaveLength(1);
    }
  });

  test('an order number: two requests with one make one order, whose other answer is the same order', async () => {
    const account = accountOf('shanhai');
    for (let round = 0; round < times(15, 200); round += 1) {
      const draft = { order_no: newOrderNo(), amount: '900.00', currency: 'TWD' };
      const answers = await atBoth((url) => new Merchant(url, account).send('POST', '/collections', draft));
      const statuses = answers.map(({ status }) => status).toSorted((a, b) => a - b);
      expect([
        [200, 201],
        [201, 409],
      ]).toContainEqual(statuses);
      const ids = answers.filter(({ status }) => status < 300).map(({ body }) => (body as { id: string }).id);
      expect(new Set(ids).size).toBe(1);
    }
  });

  test('a code: of two sign-ins with one, one comes in', async () => {
    const account = accountOf('manager.wu');
    const challenges = await atBoth(async (url) => {
      const asked = await knockAt(url, account);
      return (asked.data as { validate2FA: string }).validate2FA;
    });
    const oneCode = await codeOf(account);
    const answers = await atBoth((url, place) =>
      new BackOffice(url).send('POST', '/validate2FA', { validate2FA: challenges[place], oneCode }),
    );
    expect(answers.map(({ code }) => code).toSorted((a, b) => a - b)).toEqual([0, 10_003]);
  });

  test('a code: of a sign-in and a step-up with one, and of two step-ups, one is carried out', async () => {
    const account = accountOf('agent.yitong');
    const offices = await atBoth((url) => enterAs(url, account.username));
    const stepUp = (place: 0 | 1, oneCode: string) =>
      offices[place].send('POST', '/users/self/twoFactor/start', {
        password: account.password,
        one_code: oneCode,
      });
    for (const first of ['step-up', 'sign-in'] as const) {
      const oneCode = await codeOf(account);
      const answers = await Promise.all([
        first === 'step-up' ? stepUp(0, oneCode) : knockAt(servers[0].url, { ...account, oneCode }),
        stepUp(1, oneCode),
      ]);
      expect([first, answers.map(({ code }) => code).toSorted((a, b) => a - b)]).toEqual([
        first,
        [0, 10_003],
      ]);
    }
  });

  test('a key: one call at both is carried out once, and the other is told so or told to wait', async () => {
    const offices = await atBoth((url) => enterAs(url, 'admin.lin'));
    for (let round = 0; round < times(15, 200); round += 1) {
      const idempotencyKey = randomUUID();
      const title = `two doors ${idempotencyKey}`;
      const news = { content: 'x', level: 'info', color: 'blue', sound: false, users: [] };
      const body = { ...news, title, roles: ['manager'], agent_id: null };
      const answers = await Promise.all(
        offices.map((office) => office.send('POST', '/admin/pushSystemMsg', body, { idempotencyKey })),
      );
      const codes = answers.map(({ code }) => code).toSorted((a, b) => a - b);
      const made = await database.query('SELECT FROM broadcast WHERE title = $1', [title]);
      expect([codes, made.length]).toEqual([codes, 1]);
      expect([
        [0, 0],
        [0, 20_410],
      ]).toContainEqual(codes);
      if (codes[1] === 0) expect(answers[0]?.data).toEqual(answers[1]?.data);
    }
  });
});

test('who signs out at the one door is cut at the other within two seconds, and let in at neither', async () => {
  const { token = '' } = await enterAs(servers[0].url, 'shanhai');
  const socket = await openSocket(servers[1].url, { token });
  const leaving = new BackOffice(servers[0].url, { token });
  const began = performance.now();
  expect((await leaving.send('POST', '/logout', {})).code).toBe(0);
  await until('the socket at the other door is cut', () => socket.socket.disconnected, { withinMs: 2_000 });
  expect(performance.now() - began).toBeLessThan(2_000);
  expect(socket.of('session')).toEqual([{ code: 10_001 }]);
  const answers = await atBoth((url) => new BackOffice(url, { token }).send('GET', '/users/self'));
  expect(answers.map(({ code }) => code)).toEqual([10_001, 10_001]);
  await atBoth((url) => expect(openSocket(url, { token })).rejects.toThrow('10001'));
});

test('whom the one door puts on a list, the other keeps out within a second', async () => {
  const office = await enterAs(servers[0].url, 'admin.lin');
  const payer = { name: `王拒絕${Date.now()}` };
  await office.call(addBlockEntry, { kind: 'name', value: payer.name });
  const merchant = new Merchant(servers[1].url, accountOf('qingniao'));
  await until(
    'the payer is refused at the other door',
    async () =>
      (await merchant.create({ amount: '1000.00', method: 'qr', payer })).body.error?.code === 'blacklisted',
    { withinMs: 2_000 },
  );
});

describe('tries at a name', () => {
  test('of one network are looked at ten times, over both doors and however many come at once', async () => {
    const account = accountOf('xingji');
    const knocks = await Promise.all(
      Array.from({ length: 24 }, async (_, n) => {
        const url = servers[n % 2]?.url ?? '';
        return { url, from: `203.0.113.${n + 1}`, captcha: await solve(url, {}) };
      }),
    );
    const answers = await Promise.all(
      knocks.map(({ url, ...knock }) => knockAt(url, { ...account, password: 'wrong', ...knock })),
    );
    expect(new Set(answers.map(({ code }) => code))).toEqual(new Set([99]));
    const seen = await outcomesOf(account.username);
    expect(seen.filter((outcome) => outcome === 'wrongPassword').length).toBeLessThanOrEqual(
      loginLockAtFailure,
    );
    expect(seen).toHaveLength(24);
    // The right password is no better there, at either door; what the network did is its own.
    const right = await atBoth((url) => knockAt(url, { ...account, from: '203.0.113.250' }));
    expect(right.map(({ code }) => code)).toEqual([99, 99]);
    const elsewhere = await knockAt(servers[1].url, { ...account, oneCode: await codeOf(account) });
    expect(elsewhere.code).toBe(0);
  });

  test('of many networks cost more and more work, and keep its owner out of nothing', async () => {
    const account = accountOf('haorizi');
    const known = await knockAt(servers[0].url, { ...account, cookie: '', oneCode: await codeOf(account) });
    expect(known.code).toBe(0);
    const cookie = known.headers.getSetCookie()[0]?.split(';')[0] ?? '';
    expect(cookie).not.toBe('');

    // Solved before anything went wrong, so as cheap as they ever are.
    const cheap = await Promise.all(
      Array.from({ length: loginHardestFromFailure + 10 }, async (_, n) => {
        const url = servers[n % 2]?.url ?? '';
        return { url, captcha: await solve(url, { username: account.username }) };
      }),
    );
    const [late, early] = [cheap.slice(0, 10), cheap.slice(10)];
    const wrong = { ...account, password: 'wrong' };
    await Promise.all(early.map(({ url, captcha }) => knockAt(url, { ...wrong, captcha })));
    // From here on a cheap one is worth nothing at either door, from wherever it comes.
    for (const { url, captcha } of late) expect((await knockAt(url, { ...wrong, captcha })).code).toBe(400);
    const seen = await outcomesOf(account.username);
    expect(seen.filter((outcome) => outcome === 'wrongPassword').length).toBeLessThanOrEqual(early.length);

    const fresh = await knockAt(servers[1].url, {
      ...account,
      username: account.username,
      cookie: '',
      captcha: await solve(servers[1].url, { username: account.username }),
      oneCode: await codeOf(account),
    });
    expect(fresh.code).toBe(0);
    const again = await knockAt(servers[1].url, {
      ...account,
      cookie,
      captcha: await solve(servers[1].url, { username: account.username, cookie }),
      oneCode: await codeOf(account),
    });
    expect(again.code).toBe(0);
  });

  test('so many that the name is locked keep out strange browsers alone, and no administrator for good', async () => {
    const [merchant, administrator] = [accountOf('yunduan'), accountOf('admin.chen')];
    const known = await knockAt(servers[0].url, { ...merchant, cookie: '', oneCode: await codeOf(merchant) });
    const cookie = known.headers.getSetCookie()[0]?.split(';')[0] ?? '';
    // As if they had come, each from a network of its own.
    for (const { username } of [merchant, administrator]) {
      await database.query(
        `INSERT INTO login_guard (subject, failures, lock_at, last_failed_at, locked_until)
         VALUES ('name:' || $1, $2, $2, now(), now() + interval '30 minutes')
         ON CONFLICT (subject) DO UPDATE SET failures = $2, last_failed_at = now(), locked_until = now() + interval '30 minutes'`,
        [username, loginNameLockAtFailure],
      );
    }
    const enter = async (url: string, account: DemoAccount, browser?: string) => {
      const from = newAddress();
      const named = { username: account.username, from, ...(browser !== undefined && { cookie: browser }) };
      return knockAt(url, {
        ...account,
        ...named,
        captcha: await solve(url, named),
        oneCode: await codeOf(account),
      });
    };
    expect((await enter(servers[0].url, merchant)).code).toBe(99);
    expect((await enter(servers[1].url, merchant, cookie)).code).toBe(0);
    expect((await enter(servers[1].url, administrator)).code).toBe(0);
  });
});
