import type { DemoAccount } from '../demo-accounts.ts';
import { givenNames, surnames } from '../demo-names.ts';
import { createDice } from '../dice.ts';
import { call, enter, leave, stepUpOf } from '../front-door.ts';
import type { FrontDoor } from '../front-door.ts';

/**
 * The last two digits tell the sandbox bank what becomes of each: paid, rejected, left open, returned after it was paid,
 * answered late.
 */
const amounts = ['500', '301', '404', '605', '706'];
/** To one payee: more than the five that an hour lets go by themselves, so that the last ones wait for a person. */
const repeated = ['120', '130', '140', '150', '160', '170', '180'];
const banks = ['004', '007', '013', '700', '808', '812', '822'];

/** A merchant sends a file of payouts, as his people would: taken in, looked at, submitted. */
export async function submitDemoBatch(door: FrontDoor, merchant: DemoAccount): Promise<void> {
  const dice = createDice(`demo batch ${merchant.username}`);
  const payee = () => ({
    bank: dice.pick(banks),
    name: `${dice.pick(surnames)}${dice.pick(givenNames)}`,
    card: `9${String(dice.whole(0, 99_999_999_999)).padStart(11, '0')}`,
  });
  const again = payee();
  const rows = [
    ...amounts.map((amount) => ({ ...payee(), amount })),
    ...repeated.map((amount) => ({ ...again, amount })),
  ];
  const file = [
    'bank_code,account_name,card_no,amount',
    ...rows.map(({ amount, bank, card, name }) => [bank, name, card, amount].join(',')),
  ].join('\r\n');
  const token = await enter(door, merchant);
  const taken = await call(door, '/payment/apply/batches?name=payroll.csv', {
    token,
    key: `demo-batch-${merchant.username}`,
    body: file,
  });
  if (taken.code === 0) {
    const { id } = taken.data as { id: string };
    const shown = await call(door, `/payment/apply/batches/${id}/submit/effect`, { token, body: {} });
    if (shown.code === 0) {
      await call(door, `/payment/apply/batches/${id}/submit`, {
        token,
        key: `demo-batch-${merchant.username}`,
        body: { effect_hash: (shown.data as { hash: string }).hash, ...stepUpOf(door, merchant) },
      });
    }
  }
  await leave(door, token);
}
