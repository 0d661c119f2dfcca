import { privateTransferRow } from '@suanpan/contract/endpoints/private-transfers';
import { beforeAll, expect, test } from 'vitest';
import { testDatabase } from '../../../../test/database.ts';
import { actorOf, openHttp } from '../../../../test/http.ts';
import { openMoneyRooms } from '../../../../test/money-rooms.ts';
import { createTenant } from '../../../../test/tenant.ts';
import type { Tenant } from '../../../../test/tenant.ts';
import type { Actor } from '../../../platform/http/actor.ts';
import { bindPrivateTransfers, privateTransferExport } from '../index.ts';

const base = await testDatabase();
const rooms = await openMoneyRooms(base);
const http = openHttp(base);
bindPrivateTransfers(http.app, rooms.collections);
let tenant: Tenant;
let merchant: Actor;
let agent: Actor;
let boss: Actor;

beforeAll(async () => {
  tenant = await createTenant(base, { provider: rooms.bank });
  merchant = actorOf('customer', tenant.merchantId);
  agent = actorOf('agent', tenant.agentId);
  boss = actorOf('admin', (await createTenant(base, { provider: rooms.bank })).agentId);
});

const wire = (more: object = {}) => ({
  real_name: '王小明',
  last5: '12345',
  amount: '1500',
  paid_at: new Date().toISOString(),
  ...more,
});
const add = async (actor: Actor, more: object = {}) => http.post(actor, '/collection/private', wire(more));
const search = async (actor: Actor, filter: object = {}) =>
  (await http.post(actor, '/collection/private/search', filter)).data;

test('a wire shows the orders and transfers that agree with it in two things, however a name is written', async () => {
  const paid = { realName: '王 小明', payerLast5: '12345', major: '1500' };
  const alike = await rooms.place(tenant.merchantId, paid);
  const byName = await rooms.place(tenant.merchantId, { realName: '王小明', major: '1500' });
  // One thing alone is no likeness.
  await rooms.place(tenant.merchantId, { realName: '林怡君', major: '1500' });
  const checked = await http.post(merchant, '/collection/private/check', wire());
  expect(checked.data.matches).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ kind: 'order', no: alike.order_no, why: ['name', 'last5', 'amount'] }),
      expect.objectContaining({ kind: 'order', no: byName.order_no, why: ['name', 'amount'] }),
    ]),
  );
  expect(checked.data.matches).toHaveLength(2);
  const first = privateTransferRow.parse((await add(merchant)).data);
  expect(first).toMatchObject({ amount: '1500.0000', customer: { id: String(tenant.merchantId) } });
  const second = privateTransferRow.parse((await add(merchant, { amount: '1600' })).data);
  expect(second.matches).toEqual([
    expect.objectContaining({ kind: 'order', no: alike.order_no, why: ['name', 'last5'] }),
    expect.objectContaining({ kind: 'transfer', id: first.id, why: ['name', 'last5'] }),
  ]);
});

test('the search finds by name, digits and amount; another tree sees and deletes nothing', async () => {
  await add(agent, { real_name: '陳大文', last5: '99999', amount: '77.5', note: 'by phone' });
  expect((await search(agent, { real_name: ' 陈大文' })).items).toMatchObject([
    { real_name: '陳大文', note: 'by phone', customer: null, actions: ['delete'] },
  ]);
  expect((await search(agent, { last5: '99999', amount: '77.50' })).total).toBe(1);
  expect((await search(agent, { amount: '77' })).total).toBe(0);
  expect((await search(merchant, { last5: '99999' })).total).toBe(0);
  const [row] = (await search(agent, { last5: '99999' })).items;
  const stranger = await createTenant(base, { provider: rooms.bank });
  const foreign = actorOf('agent', stranger.agentId);
  expect((await search(foreign)).total).toBe(0);
  expect((await http.send(foreign, 'DELETE', `/collection/private/${row.id}`)).code).toBe(404);
  expect(
    (await http.post(foreign, '/collection/private', { ...wire(), customer_id: String(tenant.merchantId) }))
      .code,
  ).toBe(404);
  expect((await search(boss, { last5: '99999' })).total).toBe(1);
  expect((await http.send(agent, 'DELETE', `/collection/private/${row.id}`)).code).toBe(0);
  expect((await search(agent, { last5: '99999' })).total).toBe(0);
  const { rows } = await base.admin.query(
    "SELECT act, coalesce(before, after) ->> 'real_name' AS name FROM audit_log WHERE object_kind = 'privateTransfer' AND object_id = $1 ORDER BY id",
    [row.id],
  );
  expect(rows).toEqual([
    { act: 'collections.private.create', name: '陳**' },
    { act: 'collections.private.delete', name: '陳**' },
  ]);
});

test('an amount that is none is refused, and the same key adds once', async () => {
  expect((await add(merchant, { amount: '0' })).code).toBe(21010);
  expect((await add(merchant, { amount: '1.23456' })).code).toBe(21010);
  expect((await add(merchant, { last5: '123' })).errors).toHaveProperty('last5');
});

test('the export holds what the list counts', async () => {
  const reader = { db: base.database, actor: merchant, locale: 'en' as const };
  const exported = privateTransferExport(base.vault);
  const { rows } = await exported.read(reader, { last5: '12345' }, { after: null, limit: 10 });
  expect(await exported.count(reader, { last5: '12345' })).toBe(
    (await search(merchant, { last5: '12345' })).total,
  );
  expect(rows[0]).toMatchObject({ real_name: '王小明', amount: { money: '1600.0000' } });
});
