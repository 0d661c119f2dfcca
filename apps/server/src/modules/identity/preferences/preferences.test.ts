import { describe, expect, test } from 'vitest';
import { transact } from '../../../platform/db/transact.ts';
import { insertSession } from '../../sessions/sessions.store.ts';
import { openDoor } from '../testing/open-door.ts';
import type { Person } from '../testing/open-door.ts';

const { admin, call, database, person, tokenOf } = await openDoor();

const grid = { hidden: ['note'], order: ['id', 'note'], widths: { id: 140 }, density: 'roomy' };
const put = (token: string, key: string, value: unknown) =>
  call('PUT', `/users/preferences/${key}`, { token, body: { value } });
const all = async (token: string) => (await call('GET', '/users/preferences', { token })).data;

describe('preferences', () => {
  test('are kept by key, read together or alone, and forgotten with null', async () => {
    const token = await tokenOf(await person());
    expect(await all(token)).toEqual({});
    expect((await put(token, 'grid.collections.transactions', grid)).code).toBe(0);
    expect((await put(token, 'menu.open', ['data'])).code).toBe(0);
    expect((await put(token, 'menu.open', ['data', 'users'])).code).toBe(0);
    expect((await put(token, 'export.format', 'csv')).code).toBe(0);
    expect(await all(token)).toEqual({
      'grid.collections.transactions': grid,
      'menu.open': ['data', 'users'],
      'export.format': 'csv',
    });
    expect((await call('GET', '/users/preferences/menu.open', { token })).data).toEqual({
      value: ['data', 'users'],
    });
    expect((await put(token, 'menu.open', null)).code).toBe(0);
    expect((await call('GET', '/users/preferences/menu.open', { token })).data).toEqual({ value: null });
  });

  test('take known keys in their own shape and nothing else', async () => {
    const token = await tokenOf(await person());
    for (const [key, value] of [
      ['views.x', [{ name: '', search: {} }]],
      ['grid.x', { ...grid, density: 'loose' }],
      ['grid.x', { ...grid, more: 1 }],
      ['menu.open', 'data'],
      ['collections.ring', 'yes'],
      ['list.rows', 1_000],
      ['export.format', 'pdf'],
    ] as const) {
      expect((await put(token, key, value)).code, `${key} ${JSON.stringify(value)}`).toBe(400);
    }
    for (const key of ['anything', 'grid.*', 'grid.', 'constructor', '__proto__']) {
      expect((await put(token, key, grid)).code, key).toBe(404);
    }
    expect(await all(token)).toEqual({});
  });

  test('that are shared are read by colleagues of the same role and house, and by nobody else', async () => {
    const preset = { name: 'Money', hidden: [], order: ['id'], widths: {}, pinned: [], isShared: true };
    const alone = { ...preset, name: 'Mine', isShared: false };
    const [ann, colleague, stranger] = [
      await person({ kind: 'admin' }),
      await person({ kind: 'admin' }),
      await person(),
    ];
    const token = await tokenOf(ann);
    expect((await put(token, 'presets.x', [preset, alone])).code).toBe(0);
    const shared = async (who: Person) => {
      const { data } = await call('GET', '/users/shared-preferences', { token: await tokenOf(who) });
      return data as unknown;
    };
    expect(await shared(colleague)).toEqual([{ key: 'presets.x', by: expect.any(String), items: [preset] }]);
    expect(await shared(ann)).toEqual([]);
    expect(await shared(stranger)).toEqual([]);
  });

  test('that a merchant shares reach no other merchant of his senior agent, but sub-accounts their colleagues', async () => {
    const agent = await person();
    const owner = await person({ kind: 'customer', parentId: agent.id });
    const preset = { name: 'Secret', hidden: [], order: ['id'], widths: {}, pinned: [], isShared: true };
    for (const [kind, parent, seen] of [
      ['customer', agent, 0],
      ['subAgent', agent, 0],
      ['middleman', agent, 0],
      ['customerSub', owner, 1],
      ['staffSub', agent, 1],
    ] as const) {
      const draft = {
        kind,
        parentId: parent.id,
        // Whoever works for another signs in once his rights are set.
        ...(seen === 1 && { permissions: ['collections.transactions.get'] }),
      };
      const [one, two] = [await person(draft), await person(draft)];
      expect((await put(await tokenOf(one), 'presets.x', [preset])).code).toBe(0);
      const { data } = await call('GET', '/users/shared-preferences', { token: await tokenOf(two) });
      expect(data, kind).toHaveLength(seen);
    }
  });

  test('of one person are a quarter of a megabyte at the most, all together', async () => {
    const token = await tokenOf(await person());
    const widths = Object.fromEntries(
      Array.from({ length: 1_500 }, (_, n) => [`${'column'.repeat(10)}${n}`, 100]),
    );
    const codes: unknown[] = [];
    for (let n = 0; n < 4; n += 1) codes.push((await put(token, `grid.g${n}`, { ...grid, widths })).code);
    expect(codes).toEqual([0, 0, 400, 400]);
    expect((await put(token, 'grid.g0', { ...grid, widths: {} })).code).toBe(0);
    expect((await put(token, 'grid.g2', { ...grid, widths })).code).toBe(0);
  });

  test('are one’s own: another person sees none, and whoever acts for him has his own, as they are', async () => {
    const [ann, bob] = [await person(), await person({ kind: 'admin' })];
    const token = await tokenOf(ann);
    await put(token, 'menu.open', ['data']);
    await put(await tokenOf(bob), 'menu.open', ['users']);
    const acting = await transact(database.app, (tx) =>
      insertSession(tx, {
        userId: bob.id,
        actingFor: ann.id,
        secondFactor: true,
        browserHash: null,
        ip: '192.0.2.1',
        userAgent: '',
      }),
    );
    expect(await all(acting.token)).toEqual({ 'menu.open': ['users'] });
    expect((await put(acting.token, 'menu.open', [])).code).toBe(20430);
    expect(await all(token)).toEqual({ 'menu.open': ['data'] });
  });

  test('a value that is no longer understood is as if never kept, and there is an end to them', async () => {
    const ann = await person();
    const token = await tokenOf(ann);
    await admin.query(`INSERT INTO user_preference VALUES ($1, 'menu.open', '7')`, [ann.id]);
    expect(await all(token)).toEqual({});
    await admin.query(
      `INSERT INTO user_preference SELECT $1, 'grid.g' || n, '{}'::jsonb FROM generate_series(1, 199) n`,
      [ann.id],
    );
    expect((await put(token, 'grid.one-more', grid)).code).toBe(400);
    expect((await put(token, 'menu.open', ['data'])).code).toBe(0);
  });
});
