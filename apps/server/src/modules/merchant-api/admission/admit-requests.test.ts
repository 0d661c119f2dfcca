import { expect, test } from 'vitest';
import { testDatabase } from '../../../../test/database.ts';
import { transact } from '../../../platform/db/transact.ts';
import type { Ticket, Verdict } from '../../orders/index.ts';
import { admitRequests } from './admission.store.ts';

const { database } = await testDatabase();

/** One after the other: a nonce counts once a key, and the minute is filled by fresh ones alone. */
function inTurn() {
  const burnt = new Set<string>();
  const calls = new Map<bigint, number>();
  return ({ counterId, nonce, perMinute }: Ticket): Verdict => {
    const name = `${counterId} ${nonce}`;
    if (burnt.has(name)) return 'nonce_reused';
    burnt.add(name);
    const n = (calls.get(counterId) ?? 0) + 1;
    calls.set(counterId, n);
    return n > perMinute ? 'rate_limited' : 'ok';
  };
}

/** Small numbers that look random and are the same in every run. */
function numbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
}

test('a batch gets the verdicts that its requests would get one after the other', async () => {
  const pick = numbers(20_261_122);
  // In one transaction, so that no minute ends between two batches.
  await transact(database.app, async (tx) => {
    const judge = inTurn();
    for (let batch = 0; batch < 40; batch += 1) {
      const nonces = batch % 2 === 0 ? 20 : 100_000;
      const tickets = Array.from({ length: 1 + pick(12) }, (): Ticket => {
        const counterId = BigInt(1 + pick(3));
        return { counterId, nonce: `nonce-${pick(nonces)}`, perMinute: counterId === 1n ? 40 : 1_000 };
      });
      expect(await admitRequests(tx, tickets), `batch ${batch}`).toEqual(tickets.map(judge));
    }
  });
});
