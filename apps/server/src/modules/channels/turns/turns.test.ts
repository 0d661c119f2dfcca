import fc from 'fast-check';
import { pickSmoothly } from '@suanpan/domain/routing/smooth-weighted';
import { expect, test } from 'vitest';
import { testDatabase } from '../../../../test/database.ts';
import { openTurnLane } from './turn-lane.ts';
import { takeTurns } from './turns.store.ts';

const { database } = await testDatabase();

test('turns that are taken all at once, in any order, are taken one after the other', async () => {
  const methods = [5, 1, 1].map((weight, at) => ({ methodId: BigInt(at + 1), weight }));
  const merchants = [0n, 1n, 2n];
  const cycles = 40;
  const batches = await Promise.all(
    Array.from({ length: cycles * 7 }, async (_, n) => {
      const asked = merchants.map((_one, at) => merchants[(n + at) % 3] ?? 0n);
      const taken = await takeTurns(
        database.pool,
        asked.map((customerId) => ({ customerId, alias: 'any', methods })),
      );
      return asked.map((customerId, at) => ({ customerId, id: taken[at] }));
    }),
  );
  for (const customerId of merchants) {
    const own = batches.flat().filter((each) => each.customerId === customerId);
    const shares = methods.map(({ methodId }) => own.filter(({ id }) => id === methodId).length);
    expect(shares).toEqual([5, 1, 1].map((weight) => weight * cycles));
  }
});

test('the turns that the database takes are those that the domain draws, whoever takes part in them', async () => {
  const entries = fc.array(fc.record({ weight: fc.integer({ min: 1, max: 100 }) }), {
    minLength: 2,
    maxLength: 6,
  });
  const turns = fc.array(fc.record({ mask: fc.integer({ min: 0, max: 63 }), isOther: fc.boolean() }), {
    minLength: 1,
    maxLength: 12,
  });
  const lane = openTurnLane(database);
  let merchantId = 0n;
  await fc.assert(
    fc.asyncProperty(entries, turns, async (weights, asked) => {
      merchantId -= 2n;
      const all = weights.map(({ weight }, at) => ({ methodId: BigInt(at + 1), weight }));
      const stands = [new Map<string, number>(), new Map<string, number>()] as const;
      const [expected, drawn] = [[] as (string | undefined)[], [] as Promise<bigint>[]];
      for (const { isOther, mask } of asked) {
        const stood = stands[isOther ? 1 : 0];
        const some = all.filter((_, at) => ((mask >> at) & 1) === 1);
        const methods = some.length > 0 ? some : all;
        const pick = pickSmoothly(
          methods.map(({ methodId, weight }) => ({
            id: `${methodId}`,
            weight,
            current: stood.get(`${methodId}`) ?? 0,
          })),
        );
        for (const [id, current] of pick?.currents ?? []) stood.set(id, current);
        expected.push(pick?.id);
        // Asked for while others are taken: all but the first go together.
        drawn.push(lane.submit({ customerId: merchantId + (isOther ? 1n : 0n), alias: 'any', methods }));
      }
      expect((await Promise.all(drawn)).map(String)).toEqual(expected);
    }),
    { numRuns: 60 },
  );
});

test('whose weights were large and are small waits for no more than a round', async () => {
  const lane = openTurnLane(database);
  const turn = (weight: number) =>
    lane.submit({
      customerId: 4n,
      alias: 'any',
      methods: [1n, 2n].map((methodId) => ({ methodId, weight })),
    });
  expect(await turn(10_000)).toBe(1n);
  const drawn: bigint[] = [];
  for (let n = 0; n < 12; n += 1) drawn.push(await turn(1));
  expect(drawn.filter((id) => id === 1n).length).toBeGreaterThanOrEqual(4);
});
