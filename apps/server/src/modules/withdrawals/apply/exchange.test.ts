import { beforeEach, describe, expect, test } from 'vitest';
import type { Person } from '../../identity/testing/open-door.ts';
import { openWithdrawalRooms, paymentPassword } from '../testing/open-withdrawal-rooms.ts';

const here = await openWithdrawalRooms();
const { admin, apply, boss, decide, person, preview, rooms, search } = here;

let agent: Person;
let merchant: Person;
let address: string;
beforeEach(async () => {
  agent = await person({ paymentPassword });
  merchant = await person({ kind: 'customer', parentId: agent.id, paymentPassword });
  await here.fund(merchant, '50000');
  address = await here.addressOf(merchant);
  await here.raiseCeiling('1000000');
});
const legsOf = async (event: string, id: string) => {
  const { rows } = await admin.query(
    `SELECT a.kind, p.currency, p.amount FROM posting p JOIN account a ON a.id = p.account_id
     WHERE p.event = $1 AND p.ref_id = $2 ORDER BY p.seq, p.amount`,
    [event, BigInt(id)],
  );
  return rows;
};
const pay = async (id: string, no: string) => {
  await decide(boss, 'take', id);
  return decide(boss, 'approve', id, { third_party_no: no });
};

test('without a rate nothing goes to another currency', async () => {
  expect((await preview(merchant, address, '32600')).code).toBe(21113);
});

describe('J8: TWD that arrives as USDT', () => {
  beforeEach(async () => {
    await here.setRate('TWD', 'USDT', '32.60');
    await admin.query(
      `INSERT INTO withdraw_fee (owner_id, currency, target_currency, type, pct, fixed, mode, share_pct, share_fixed, valid_from)
       VALUES ($1, 'TWD', 'USDT', 'chain', 0, 2000000, 'inside', 0, 2000000, business_now() - interval '1 second')`,
      [merchant.id],
    );
  });

  test('goes by the rate that was shown, in two journals', async () => {
    const seen = await preview(merchant, address, '32600');
    expect(seen.data.effect).toMatchObject({
      rate: '32.6',
      fee: '2.000000',
      arrives: '998.000000',
      target_currency: 'USDT',
      hold: '32600.0000',
      rate_id: expect.any(String),
      rate_until: expect.any(String),
      locked_until: expect.any(String),
    });
    const { id, no } = (await apply(merchant, address, '32600')).data;
    expect((await search(merchant, { no })).data.items[0]).toMatchObject({
      rate: '32.6',
      target_amount: '998.000000',
      card_no: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t',
    });
    await here.setRate('TWD', 'USDT', '33');
    expect((await pay(id, 'X-1')).data.state).toBe('done');
    expect(await legsOf('withdrawal.paid', id)).toEqual([
      { kind: 'L231', currency: 'TWD', amount: -326_000_000n },
      { kind: 'F300', currency: 'TWD', amount: 326_000_000n },
      { kind: 'F300', currency: 'USDT', amount: -1_000_000_000n },
      { kind: 'R410', currency: 'USDT', amount: 2_000_000n },
      { kind: 'A110', currency: 'USDT', amount: 998_000_000n },
    ]);
    expect(await here.failing()).toEqual([]);
    const back = await decide(boss, 'reverse', id);
    await here.approve(await person({ kind: 'admin', paymentPassword }), back.data.approval_id);
    expect(await rooms.balances(merchant.id)).toEqual({ L200: '50000.00' });
    expect(await here.failing()).toEqual([]);
  });

  test('leaves the senior agent what his rate is above the platform’s, and never less', async () => {
    await here.setRate('TWD', 'USDT', '32.50');
    await here.setRate('TWD', 'USDT', '32.60', agent.id);
    const { id } = (await apply(merchant, address, '32600')).data;
    await pay(id, 'X-2');
    expect(await rooms.balances(agent.id)).toEqual({ L240: '100.00' });
    await here.setRate('TWD', 'USDT', '32.70');
    expect((await preview(merchant, address, '32600')).code).toBe(21103);
    expect(await here.failing()).toEqual([]);
  });

  test('is not applied for by a rate that was shown too long ago', async () => {
    const seen = await preview(merchant, address, '32600');
    await here.passTime(61);
    const late = await here.ask(merchant, '/withdraws/apply', {
      account_id: address,
      amount: '32600',
      currency: 'TWD',
      rate_id: seen.data.effect.rate_id,
      effect_hash: seen.data.hash,
      ...here.stepUp(merchant),
    });
    expect(late.code).toBe(20412);
    expect(await rooms.balances(merchant.id)).toEqual({ L200: '50000.00' });
    // Nor by one that was shown to somebody else.
    const other = await person({ kind: 'customer', parentId: agent.id, paymentPassword });
    await here.fund(other, '50000');
    const foreign = await preview(other, await here.addressOf(other), '32600', {
      rate_id: (await preview(merchant, address, '32600')).data.effect.rate_id,
    });
    expect(foreign.code).toBe(21113);
  });

  test('is not paid by a rate that is over: it ends, its hold goes back, and the log says why', async () => {
    const { id } = (await apply(merchant, address, '32600')).data;
    const fresh = (await apply(merchant, address, '100')).data.id;
    await decide(boss, 'take', id);
    await here.passTime(24 * 3600);
    expect((await decide(boss, 'approve', id, { third_party_no: 'X-3' })).code).toBe(20412);
    await here.withdrawals.sweep?.();
    await here.withdrawals.sweep?.();
    expect(await rooms.balances(merchant.id)).toEqual({ L200: '50000.00' });
    const { rows } = await admin.query(
      "SELECT act, to_status FROM audit_log WHERE object_kind = 'withdrawal' AND object_id = $1 ORDER BY id DESC LIMIT 1",
      [id],
    );
    expect(rows).toEqual([{ act: 'withdrawal.expire', to_status: 'rejected' }]);
    expect(
      (await search(merchant, { owner: String(merchant.id) })).data.items.map((row) => row.id),
    ).toContain(fresh);
    expect(await here.failing()).toEqual([]);
  });

  describe('said to have been wired while its rate stood', () => {
    const said = async (no: string) => {
      await here.raiseCeiling('1');
      const { id } = (await apply(merchant, address, '32600')).data;
      const { state, approval_id } = (await pay(id, no)).data;
      expect(state).toBe('waiting');
      await here.passTime(23 * 3600);
      return { id, approval: approval_id ?? '' };
    };
    const statusOf = async (id: string): Promise<unknown> =>
      (await admin.query('SELECT status FROM withdrawal WHERE id = $1', [id])).rows[0];
    beforeEach(() => here.configure({ rate_lock_s: 3600 }));

    test('it is paid by that rate, however long its second person takes', async () => {
      const { approval, id } = await said('X-6');
      await here.withdrawals.sweep?.();
      expect(await statusOf(id)).toEqual({ status: 'processing' });
      expect((await here.approve(await person({ kind: 'admin', paymentPassword }), approval)).code).toBe(0);
      expect(await statusOf(id)).toEqual({ status: 'paid' });
      expect(await here.failing()).toEqual([]);
    });

    test('it is paid by that rate when that is said once more because nobody decided', async () => {
      const { id } = await said('X-9');
      await here.passTime(30 * 3600);
      await here.approvals.sweep();
      const again = (await decide(boss, 'approve', id, { third_party_no: 'X-9' })).data;
      expect(again.state).toBe('waiting');
      const second = await person({ kind: 'admin', paymentPassword });
      expect((await here.approve(second, again.approval_id ?? '')).code).toBe(0);
      expect(await statusOf(id)).toEqual({ status: 'paid' });
      expect(await here.failing()).toEqual([]);
    });

    test('by another number it was not, and what is said and taken back since decides nothing', async () => {
      const second = await person({ kind: 'admin', paymentPassword });
      const other = await said('X-10');
      await here.passTime(30 * 3600);
      await here.approvals.sweep();
      const late = (await decide(boss, 'approve', other.id, { third_party_no: 'X-11' })).data;
      expect((await here.approve(second, late.approval_id ?? '')).code).toBe(20412);
      expect(await statusOf(other.id)).toEqual({ status: 'processing' });
      const token = await here.tokenOf(boss);
      await here.call('POST', `/admin/approvals/${late.approval_id}/withdraw`, { token, body: {} });
      await here.withdrawals.sweep?.();
      expect(await statusOf(other.id)).toEqual({ status: 'processing' });
      expect((await decide(boss, 'release', other.id)).code).toBe(0);
      expect((await here.ask(merchant, `/withdraws/apply/${other.id}/cancel`)).code).toBe(21001);
      await here.withdrawals.sweep?.();
      expect(await statusOf(other.id)).toEqual({ status: 'pending' });
    });

    test('it ends once that is refused, and goes back by another person where nobody decided', async () => {
      const other = await person({ kind: 'admin', paymentPassword });
      const token = await here.tokenOf(other);
      const { approval, id } = await said('X-7');
      const refused = await here.call('POST', `/admin/approvals/${approval}/refuse`, {
        token,
        body: { reason: 'no such transfer' },
      });
      expect(refused.code).toBe(0);
      await here.withdrawals.sweep?.();
      expect(await statusOf(id)).toEqual({ status: 'rejected' });

      await here.configure({ rate_lock_s: 3600 });
      const undecided = await said('X-8');
      await here.passTime(30 * 3600);
      await here.approvals.sweep();
      await here.withdrawals.sweep?.();
      expect(await statusOf(undecided.id)).toEqual({ status: 'processing' });
      expect(await here.failing()).toEqual([]);
      // Given back to all it is not its owner's to take back.
      expect((await decide(boss, 'release', undecided.id)).code).toBe(0);
      expect((await here.ask(merchant, `/withdraws/apply/${undecided.id}/cancel`)).code).toBe(21001);
      await here.withdrawals.sweep?.();
      expect(await statusOf(undecided.id)).toEqual({ status: 'pending' });
      // Nor his to give back who said that it was wired.
      await decide(boss, 'take', undecided.id);
      expect((await decide(boss, 'reject', undecided.id)).code).toBe(21701);
      expect((await decide(boss, 'release', undecided.id)).code).toBe(0);
      expect((await decide(other, 'reject', undecided.id)).code).toBe(0);
      expect(await statusOf(undecided.id)).toEqual({ status: 'rejected' });
      expect(await rooms.balances(merchant.id)).toEqual({ L200: '50000.00' });
      expect(await here.failing()).toEqual([]);
    });
  });

  test('stands still for as long as the configuration says', async () => {
    await here.configure({ rate_lock_s: 60 });
    const { id } = (await apply(merchant, address, '32600')).data;
    await decide(boss, 'take', id);
    await here.passTime(61);
    expect((await decide(boss, 'approve', id, { third_party_no: 'X-4' })).code).toBe(20412);
    await here.configure({ rate_lock_s: 86_400 });
    const again = (await apply(merchant, address, '1000')).data.id;
    await here.passTime(61);
    expect((await pay(again, 'X-5')).data.state).toBe('done');
    await here.withdrawals.sweep?.();
  });
});
