import { expect, test } from 'vitest';
import { openMerchantApi } from './testing/open-merchant-api.ts';

// The fake bank speaks the sandbox's protocol, which in production takes orders of test keys alone.
const { call, issueKey, key, order, rooms, tenant } = await openMerchantApi({ production: true });
const testKey = await issueKey(tenant.merchantId, { isTest: true });
const create = (with_: typeof key, fields: object = {}) =>
  call(with_, 'POST', '/api/v2/collections', order(fields));
const simulate = (with_: typeof key, id: string) =>
  call(with_, 'POST', `/api/v2/simulate/collections/${id}`, { scenario: '00' });

test('in production a live order finds no sandbox provider, by no way', async () => {
  const named = await create(key, { method: 'bank' });
  expect([named.status, named.json.error.code]).toEqual([422, 'method_unavailable']);
  expect((await call(key, 'GET', '/api/v2/methods')).json.items).toEqual([]);
  const open = await create(key);
  const { id } = open.json;
  expect(rooms.bank.calls).toEqual([]);

  const reply = await simulate(key, id);
  expect([reply.status, reply.json.error.code]).toEqual([409, 'invalid_state']);
  expect(rooms.bank.calls).toEqual([]);
  expect((await rooms.order(BigInt(id.slice(4)))).channel_id).toBeNull();
});

test('in production a test key goes on to play with the sandbox, in its own book', async () => {
  const made = await create(testKey, { method: 'bank', metadata: { simulate: '05' } });
  expect([made.status, made.json['is_test']]).toEqual([201, true]);
  const row = await rooms.order(BigInt(made.json.id.slice(4)));
  expect(rooms.bank.charge(row.order_no).request['simulate']).toBe('05');
  expect((await simulate(testKey, made.json.id)).status).toBe(202);
});
