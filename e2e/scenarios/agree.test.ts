import { expect, test } from 'vitest';
import { agree } from '../agree/agree.ts';
import { theServer } from '../harness/shared-server.ts';

// The long form is `npm run agree`.
test('the bank, the merchants and the ledger say the same of every order and payout', async () => {
  const { differences, text } = await agree(theServer(), {
    orders: 60,
    payouts: 20,
    refunds: 2,
    withinMs: 90_000,
  });
  console.log(text);
  expect(differences, text).toBe(0);
}, 240_000);
