import { beforeEach, describe, expect, test } from 'vitest';
import type { Person } from '../../identity/testing/open-door.ts';
import { openWithdrawalRooms, paymentPassword } from '../testing/open-withdrawal-rooms.ts';

const here = await openWithdrawalRooms();
const { addAccount, ask, boss, person } = here;
const path = '/withdraws/apply/bank_acc';

let agent: Person;
let merchant: Person;
beforeEach(async () => {
  agent = await person({ paymentPassword });
  merchant = await person({ kind: 'customer', parentId: agent.id, paymentPassword });
  await here.fund(merchant);
});
const judge = (who: Person, id: string, accept: boolean) =>
  ask(who, `${path}/${id}/verify`, { ...here.stepUp(who), accept });

describe('an account', () => {
  test('rests before money is sent there, unless the platform lets it in', async () => {
    const { data } = await addAccount(merchant);
    expect(data).toMatchObject({ status: 'waiting', card_no: expect.stringMatching(/^400000\*+\d{4}$/) });
    const refused = await here.preview(merchant, data.id, '100');
    expect([refused.code, refused.message]).toEqual([21406, 'The withdrawal account is not verified']);
    await here.passTime(24 * 3600);
    expect((await here.preview(merchant, data.id, '100')).code).toBe(0);
    const second = (await addAccount(merchant, { card_no: '12345678901' })).data.id;
    expect((await here.preview(merchant, second, '100')).code).toBe(21406);
    expect((await judge(boss, second, true)).data).toEqual({ state: 'done' });
    expect((await here.preview(merchant, second, '100')).code).toBe(0);
    expect((await judge(boss, second, false)).data).toEqual({ state: 'done' });
    expect((await here.preview(merchant, second, '100')).code).toBe(21406);
    expect((await judge(boss, second, true)).code).toBe(21001);
  });

  test('rests as long as the configuration says', async () => {
    expect((await here.configure({ account_rest_h: 0 })).data.state).toBe('done');
    const { id, status } = (await addAccount(merchant)).data;
    expect(status).toBe('active');
    expect((await here.preview(merchant, id, '100')).code).toBe(0);
    await here.configure({ account_rest_h: 24 });
    expect((await addAccount(merchant, { card_no: '555555555' })).data.status).toBe('waiting');
  });

  test('is let in by nobody but the platform, and never by who stands behind its owner', async () => {
    const { id } = (await addAccount(merchant)).data;
    expect((await judge(agent, id, true)).code).toBe(20403);
    expect((await judge(merchant, id, true)).code).toBe(20403);
    const pet = await person({ kind: 'customer', parentId: agent.id, paymentPassword, madeBy: boss.id });
    const own = (await addAccount(pet)).data.id;
    expect((await judge(boss, own, true)).code).toBe(21701);
  });

  test('is kept once, is its owner’s alone, and goes when he drops it', async () => {
    const { id } = (await addAccount(merchant)).data;
    expect((await addAccount(merchant)).code).toBe(21415);
    expect((await here.get(merchant, path)).data.items.map((row) => row.id)).toEqual([id]);
    expect((await here.get(agent, path)).data.items).toEqual([]);
    expect((await here.get(boss, path)).code).toBe(20403);
    expect((await ask(agent, `${path}/${id}`, {}, { method: 'DELETE' })).code).toBe(404);
    expect((await ask(merchant, `${path}/${id}`, {}, { method: 'DELETE' })).code).toBe(0);
    expect((await here.get(merchant, path)).data.items).toEqual([]);
    expect((await here.preview(merchant, id, '100')).code).toBe(404);
    expect((await addAccount(merchant)).code).toBe(0);
  });

  test('that was kept out stays out, dropped and kept anew, and nothing that waits is paid there', async () => {
    await here.raiseCeiling('1000000');
    const { id } = (await addAccount(merchant)).data;
    expect((await judge(boss, id, true)).code).toBe(0);
    const waiting = (await here.apply(merchant, id, '100')).data.id;
    expect((await judge(boss, id, false)).code).toBe(0);
    expect((await ask(merchant, `${path}/${id}`, {}, { method: 'DELETE' })).code).toBe(0);
    const again = (await addAccount(merchant)).data.id;
    await here.passTime(30 * 24 * 3600);
    expect((await here.preview(merchant, again, '100')).code).toBe(21406);
    expect((await here.decide(boss, 'take', waiting)).code).toBe(21406);
    expect((await here.decide(boss, 'reject', waiting)).code).toBe(0);
  });

  test('to which the database’s owner would have another’s money sent is named by the proof', async () => {
    const thief = await person({ kind: 'customer', parentId: agent.id, paymentPassword });
    const ids = [(await addAccount(merchant)).data.id, (await addAccount(thief)).data.id];
    const kept = await here.addressOf(merchant);
    const [dropped, refused] = ['12345678901', '12345678902'].map(async (card_no) => {
      const { id } = (await addAccount(thief, { card_no })).data;
      return id;
    });
    expect((await ask(thief, `${path}/${await dropped}`, {}, { method: 'DELETE' })).code).toBe(0);
    expect((await judge(boss, (await refused) ?? '', false)).code).toBe(0);
    expect(await here.failing()).toEqual([]);
    const superuser = await here.admin.connect();
    try {
      await superuser.query("SET session_replication_role = 'replica'");
      await superuser.query('CREATE TEMP TABLE was AS SELECT * FROM withdraw_account');
      const swap = (columns: string): string =>
        `UPDATE withdraw_account a SET (${columns}) = (SELECT ${columns} FROM was WHERE id = ${ids[1]}) WHERE a.id = ${ids[0]}`;
      for (const change of [
        swap('card_sealed, account_hash, card_shown, account_name, bank_code, name_mark, card_mark'),
        swap('card_sealed, account_hash'),
        `UPDATE withdraw_account SET owner_id = ${merchant.id} WHERE id = ${ids[1]}`,
        `UPDATE withdraw_account SET address = 'TNPeeaaFB7K9cmo4uQpcU32zGK8G1NYqeL' WHERE id = ${kept}`,
        `UPDATE withdraw_account SET deleted_at = NULL WHERE id = ${await dropped}`,
        `UPDATE withdraw_account SET refused = false WHERE id = ${await refused}`,
        // One that rests is let in, and one that was let in waits no longer than was said.
        `UPDATE withdraw_account SET usable_from = business_now() - interval '1 second' WHERE id = ${ids[0]}`,
        `UPDATE withdraw_account SET usable_from = usable_from + interval '1 second' WHERE id = ${kept}`,
        `DELETE FROM withdraw_account WHERE id = ${ids[0]}`,
      ]) {
        expect((await superuser.query(change)).rowCount).toBe(1);
        expect([change, await here.failing()]).toEqual([change, ['W5']]);
        await superuser.query('DELETE FROM withdraw_account');
        await superuser.query('INSERT INTO withdraw_account OVERRIDING SYSTEM VALUE SELECT * FROM was');
      }
    } finally {
      superuser.release(true);
    }
    expect(await here.failing()).toEqual([]);
  });

  test('is one of as many as the rules allow', async () => {
    await here.configure({ settle_accounts_max: 1 });
    expect((await addAccount(merchant)).code).toBe(0);
    expect((await addAccount(merchant, { card_no: '666666666' })).code).toBe(21416);
    await here.configure({ settle_accounts_max: 10 });
    expect((await addAccount(merchant, { card_no: '666666666' })).code).toBe(0);
  });

  test.each([
    ['without a name', { account_name: '' }, 21400],
    ['without a bank', { bank_code: '' }, 21400],
    ['without a number', { card_no: '' }, 21400],
    ['with letters for a number', { card_no: 'abcdefg' }, 21400],
    ['of a bank that is none', { bank_code: '999' }, 21402],
    ['in USDT', { currency: 'USDT' }, 21400],
    ['on a chain without an address', { type: 'chain', currency: 'USDT', network: 'TRC20' }, 21400],
    [
      'on a chain with a slip in its address',
      { type: 'chain', currency: 'USDT', network: 'TRC20', address: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6u' },
      21410,
    ],
    [
      'of another chain',
      { type: 'chain', currency: 'USDT', network: 'ERC20', address: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t' },
      21410,
    ],
  ] as const)('%s is refused', async (_what, more, code) => {
    expect((await addAccount(merchant, more)).code).toBe(code);
  });
});
