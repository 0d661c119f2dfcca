import { describe, expect, test } from 'vitest';
import { gather } from '../authorization/cast.ts';
import { openHouse } from '../open-house.ts';

/** Text that has broken other systems; to us it is text, and comes back as it went in. */
const hostile: readonly string[] = [
  "Robert'); DROP TABLE app_user;--",
  "' OR '1'='1",
  '1; SELECT pg_sleep(10)',
  '$1 $$ \\x00 %s %n {0}',
  '=cmd|calc!A1',
  '+1+1',
  '-2+3',
  '@SUM(A1:A9)',
  '＝1＋1',
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  '<svg/onload=alert(1)>',
  'javascript:alert(1)',
  '{{7*7}} ${7*7} <%= 7*7 %>',
  '../../../etc/passwd',
  '..%2f..%2f',
  'CON.txt',
  'constructor',
  '__proto__',
  'a%0d%0aSet-Cookie: x=1',
  `${'a'.repeat(63)}!`,
];

/** The same name in more than one spelling, and letters that are rare, wide, tiny, turned or joined. */
const unicode: readonly string[] = [
  '王小明',
  '𠮷田 𡘙',
  'é',
  'e\u0301',
  'İstanbul ı',
  '１２３４５',
  'a\u200bb',
  '\u202eevil\u202c',
  '👩‍👩‍👧 🏴󠁧󠁢󠁥󠁮󠁧󠁿',
  'ﷺ ㍿ ﬁ',
  'ĀĂ\u0300\u0301\u0302',
];

const house = await openHouse();
const cast = await gather(house);
const token = (await cast.enter()).get('admin') ?? '';
let serial = 0;

async function call(method: 'GET' | 'POST', path: string, payload?: object) {
  serial += 1;
  const response = await house.app.inject({
    method,
    url: `/api${path}`,
    headers: { authorization: `Bearer ${token}`, 'idempotency-key': `text-${serial}` },
    ...(payload === undefined ? {} : { payload }),
  });
  return response.json<{ code: number; data: Record<string, unknown> }>();
}

describe.each([...hostile, ...unicode])('%j', (text) => {
  test('as the name of a merchant comes back unchanged, from the row and from the lists', async () => {
    const made = await call('POST', '/customers', {
      name: text,
      username: `text-${serial}`,
      agent_id: String(cast.person('A.agent')),
    });
    const { id } = made.data['user'] as { id: string };
    expect((await call('GET', `/users/${id}/info`)).data['name']).toBe(text);
    const found = await call('GET', `/users?${new URLSearchParams({ search: text, paginate: '200' })}`);
    expect(found.code).toBe(0);
    expect((found.data['items'] as { id: string }[]).map((item) => item.id)).toContain(id);
  });
});

// Messages from the platform are few by the hour, so these are the texts that some screen might run.
describe.each(hostile)('%j', (text) => {
  test('as a message from the platform comes back unchanged', async () => {
    const sent = {
      roles: ['customer'],
      agent_id: null,
      users: [],
      level: 'info',
      color: 'blue',
      sound: false,
    };
    const made = await call('POST', '/admin/pushSystemMsg', { ...sent, title: 'T', content: text });
    expect(made.code).toBe(0);
    const { items } = (await call('GET', '/admin/pushSystemMsg')).data as { items: { content: string }[] };
    expect(items[0]?.content).toBe(text);
  });
});

test.each(['a\0b', 'half \ud83d a character', '\udc00'])(
  '%j cannot be kept, and is refused',
  async (text) => {
    const made = await call('POST', '/customers', {
      name: text,
      username: 'never-made',
      agent_id: String(cast.person('A.agent')),
    });
    expect(made.code).toBe(400);
  },
);
