import fc from 'fast-check';
import { pickSmoothly } from '@suanpan/domain/routing/smooth-weighted';
import { expect, test } from 'vitest';
import { testDatabase } from '../../../../test/database.ts';
import { openMoneyRooms } from '../../../../test/money-rooms.ts';
import { createTenant } from '../../../../test/tenant.ts';
import { takeTurn } from '../../channels/index.ts';
import { allocateCollection } from '../index.ts';

const base = await testDatabase();
const rooms = await openMoneyRooms(base);
const tenant = await createTenant(base, { provider: rooms.bank });

test('orders of a merchant that come all at once still share his channels to the last one', async () => {
  const merchantId = await tenant.user('customer');
  const weights = [5, 1, 1];
  const ids: bigint[] = [];
  for (const weight of weights) {
    const { channelId } = await tenant.channel({ merchants: [merchantId], method: { weight } });
    ids.push(channelId);
  }
  const cycles = 7;
  const created = await Promise.all(
    Array.from({ length: cycles * 7 }, () => rooms.create(merchantId, { major: '100' })),
  );
  await Promise.all(
    created.map(({ orderId }) =>
      allocateCollection(rooms.collections, orderId, { method: null, payerName: null }),
    ),
  );
  const orders = await Promise.all(created.map(({ orderId }) => rooms.order(orderId)));
  const shares = ids.map((id) => orders.filter((order) => order.channel_id === id).length);
  expect(shares).toEqual(weights.map((weight) => weight * cycles));
});

test('turns that are taken all at once are taken one after the other', async () => {
  const channels = [5, 1, 1].map((weight, at) => ({ channelId: BigInt(at + 1), weight }));
  const cycles = 40;
  const drawn = await Promise.all(
    Array.from({ length: cycles * 7 }, async () => {
      const before = await takeTurn(base.database.app, 0n, 'any', channels);
      const entries = channels.map(({ channelId, weight }) => ({
        id: `${channelId}`,
        weight,
        current: before.get(channelId) ?? 0,
      }));
      return pickSmoothly(entries)?.id;
    }),
  );
  const shares = channels.map(({ channelId }) => drawn.filter((id) => id === `${channelId}`).length);
  expect(shares).toEqual([5, 1, 1].map((weight) => weight * cycles));
});

test('the turn that the database takes is the one that the domain draws', async () => {
  const entries = fc.array(fc.record({ weight: fc.integer({ min: 1, max: 100 }) }), {
    minLength: 2,
    maxLength: 6,
  });
  let merchantId = 0n;
  await fc.assert(
    fc.asyncProperty(entries, fc.integer({ min: 1, max: 12 }), async (drawn, turns) => {
      merchantId -= 1n;
      const channels = drawn.map(({ weight }, at) => ({ channelId: BigInt(at + 1), weight }));
      let stands: ReadonlyMap<string, number> = new Map();
      for (let turn = 0; turn < turns; turn += 1) {
        const before = await takeTurn(base.database.app, merchantId, 'any', channels);
        expect([...before.values()]).toEqual(
          channels.map(({ channelId }) => stands.get(`${channelId}`) ?? 0),
        );
        const pick = pickSmoothly(
          channels.map(({ channelId, weight }) => ({
            id: `${channelId}`,
            weight,
            current: stands.get(`${channelId}`) ?? 0,
          })),
        );
        stands = pick?.currents ?? new Map();
      }
    }),
    { numRuns: 40 },
  );
});
