import { randomUUID } from 'node:crypto';
import { openClaimsPerPerson } from '@suanpan/domain/limits';
import { beforeEach, describe, expect, test } from 'vitest';
import { actTogether } from '../identity/testing/act-together.ts';
import type { Person } from '../identity/testing/open-door.ts';
import { openWithdrawalRooms, paymentPassword } from './testing/open-withdrawal-rooms.ts';
import type { Answer } from './testing/open-withdrawal-rooms.ts';

const here = await openWithdrawalRooms();
const { admin, apply, decide, person, rooms, search } = here;

let agent: Person;
let merchant: Person;
let account: string;
beforeEach(async () => {
  agent = await person({ paymentPassword });
  merchant = await person({ kind: 'customer', parentId: agent.id, paymentPassword });
  await here.fund(merchant, '10000');
  account = await here.accountOf(merchant);
});
const checker = () => person({ kind: 'admin', paymentPassword });
const legsOf = async (event: string, id: string) => {
  const { rows } = await admin.query(
    `SELECT a.kind, p.currency, p.amount FROM posting p JOIN account a ON a.id = p.account_id
     WHERE p.event = $1 AND p.ref_id = $2 ORDER BY p.seq, p.amount`,
    [event, BigInt(id)],
  );
  return rows;
};
/** A fee of 15 from the amount, of which the platform keeps 5. */
const charge = async (owner: Person, change = "'inside'") => {
  await admin.query(
    `INSERT INTO withdraw_fee (owner_id, currency, target_currency, type, pct, fixed, mode, share_pct, share_fixed, valid_from)
     VALUES ($1, 'TWD', 'TWD', 'bank', 0, 150000, ${change}, 0, 50000, business_now() - interval '1 second')`,
    [owner.id],
  );
};

test('what may be applied for is told by currency, with the price that holds for whoever asks', async () => {
  const funds = async (who: Person) => (await here.get(who, '/withdraws/apply/funds')).data.items;
  const free = { pct: '0', mode: 'inside' };
  expect(await funds(merchant)).toEqual([
    {
      currency: 'TWD',
      available: '10000.0000',
      ways: [
        { ...free, type: 'bank', target_currency: 'TWD', fixed: '0.0000', most: '10000.00' },
        { ...free, type: 'chain', target_currency: 'USDT', fixed: '0.000000', most: '10000.00' },
      ],
    },
  ]);
  await charge(merchant, "'outside'");
  await admin.query('UPDATE withdraw_fee SET fixed = 150049 WHERE owner_id = $1', [merchant.id]);
  await apply(merchant, account, '10');
  expect(await funds(merchant)).toMatchObject([
    {
      available: '9974.9951',
      // A bank wires whole dollars: what is less would only be its fee.
      ways: [{ type: 'bank', fixed: '15.0049', mode: 'outside', most: '9974.00' }, { most: '9974.99' }],
    },
  ]);
  expect(await funds(agent)).toEqual([]);
});

describe('J7: a withdrawal', () => {
  test('is held when it is applied for, and paid by two of the platform less its fee', async () => {
    await charge(merchant);
    const seen = await here.preview(merchant, account, '3000');
    expect(seen.data.effect).toMatchObject({
      fee: '15.0000',
      hold: '3000.0000',
      arrives: '2985.0000',
      balance_before: '10000.0000',
      balance_after: '7000.0000',
      left: { today_amount: null, today_count: null },
    });
    expect(await rooms.balances(merchant.id)).toEqual({ L200: '10000.00' });
    const { id, no } = (await apply(merchant, account)).data;
    expect(await rooms.balances(merchant.id)).toEqual({ L200: '7000.00', L231: '3000.00' });
    expect((await search(here.boss, { no })).data.items[0]).toMatchObject({
      status: 'pending',
      amount: '3000.0000',
      fee: '15.0000',
      target_amount: '2985.0000',
      bank_name: 'Bank of Taiwan',
      actions: ['take', 'reject', 'reveal', 'remark'],
    });
    expect((await decide(here.boss, 'take', id)).code).toBe(0);
    const asked = await decide(here.boss, 'approve', id, { third_party_no: 'TX-1' });
    expect(asked.data.state).toBe('waiting');
    expect((await here.approve(await checker(), asked.data.approval_id)).code).toBe(0);
    expect(await rooms.balances(merchant.id)).toEqual({ L200: '7000.00' });
    expect(await rooms.balances(agent.id)).toEqual({ L240: '10.00' });
    expect(await legsOf('withdrawal.paid', id)).toEqual([
      { kind: 'L231', currency: 'TWD', amount: -30_000_000n },
      { kind: 'R410', currency: 'TWD', amount: 50_000n },
      { kind: 'L240', currency: 'TWD', amount: 100_000n },
      { kind: 'A110', currency: 'TWD', amount: 29_850_000n },
    ]);
    expect((await search(merchant, { no })).data.items[0]).toMatchObject({
      status: 'paid',
      third_party_no: 'TX-1',
      operator: null,
      actions: [],
    });
    expect(await here.failing()).toEqual([]);
  });

  test('with its fee on top holds both, and wires whole dollars: what is cut is the platform’s', async () => {
    await charge(merchant, "'outside'");
    const { id } = (await apply(merchant, account, '3000.50')).data;
    expect(await rooms.balances(merchant.id)).toEqual({ L200: '6984.50', L231: '3015.50' });
    await here.raiseCeiling('1000000');
    await decide(here.boss, 'take', id);
    expect((await decide(here.boss, 'approve', id, { third_party_no: 'TX-2' })).data.state).toBe('done');
    expect(await legsOf('withdrawal.paid', id)).toEqual([
      { kind: 'L231', currency: 'TWD', amount: -30_155_000n },
      { kind: 'R410', currency: 'TWD', amount: 55_000n },
      { kind: 'L240', currency: 'TWD', amount: 100_000n },
      { kind: 'A110', currency: 'TWD', amount: 30_000_000n },
    ]);
    await here.raiseCeiling('0');
    expect(await here.failing()).toEqual([]);
  });

  test('that is rejected, or taken back, gives its hold back once', async () => {
    const [first, second] = [
      (await apply(merchant, account)).data.id,
      (await apply(merchant, account)).data.id,
    ];
    expect((await decide(here.boss, 'reject', first)).data).toEqual({ state: 'done' });
    expect((await decide(here.boss, 'reject', first)).code).toBe(21001);
    const cancel = (who: Person, key?: string) =>
      here.ask(who, `/withdraws/apply/${second}/cancel`, {}, key === undefined ? {} : { key });
    expect((await cancel(agent)).code).toBe(404);
    const key = randomUUID();
    expect((await cancel(merchant, key)).code).toBe(0);
    expect((await cancel(merchant, key)).code).toBe(0);
    expect((await cancel(merchant)).code).toBe(21001);
    expect(await rooms.balances(merchant.id)).toEqual({ L200: '10000.00' });
    expect(await here.failing()).toEqual([]);
  });

  test('that came back gives all of it back, and who earned on it returns that; by two', async () => {
    await charge(merchant);
    await here.raiseCeiling('1000000');
    const { id } = (await apply(merchant, account)).data;
    await decide(here.boss, 'take', id);
    await decide(here.boss, 'approve', id, { third_party_no: 'TX-3' });
    const asked = await decide(here.boss, 'reverse', id);
    expect(asked.data.state).toBe('waiting');
    expect((await here.approve(await checker(), asked.data.approval_id)).code).toBe(0);
    expect(await rooms.balances(merchant.id)).toEqual({ L200: '10000.00' });
    expect(await rooms.balances(agent.id)).toEqual({});
    await here.raiseCeiling('0');
    expect(await here.failing()).toEqual([]);
  });

  test('is applied for once a key, and never for another amount, nothing, too much or with gaps', async () => {
    const key = randomUUID();
    const seen = await here.preview(merchant, account, '3000');
    const body = { account_id: account, amount: '3000', currency: 'TWD', effect_hash: seen.data.hash };
    const ask = (more: object, byKey?: string) =>
      here.ask(
        merchant,
        '/withdraws/apply',
        { ...body, ...here.stepUp(merchant), ...more },
        byKey === undefined ? {} : { key: byKey },
      );
    const { id } = (await ask({}, key)).data;
    expect((await ask({}, key)).data.id).toBe(id);
    expect((await ask({ amount: '3001' }, key)).code).toBe(20409);
    expect((await ask({ amount: '3001' })).code).toBe(20412);
    expect((await ask({ amount: '0' })).code).toBe(21401);
    expect((await ask({ amount: '0' })).message).toBe('The number of withdrawals cannot be 0');
    expect((await ask({ amount: '1.005' })).code).toBe(21010);
    expect((await ask({ amount: '7000.01' })).code).toBe(21100);
    expect((await ask({ amount: '' })).code).toBe(400);
    expect((await ask({ payment_password: 'not this one' })).code).toBe(20434);
    expect(await rooms.balances(merchant.id)).toEqual({ L200: '7000.00', L231: '3000.00' });
  });

  test('is held only as far as the money reaches, however many apply at once', async () => {
    const seen = await here.preview(merchant, account, '6000');
    const body = { account_id: account, amount: '6000', currency: 'TWD', effect_hash: seen.data.hash };
    const answers = await actTogether(
      here,
      [merchant, merchant].map((who) => ({ who, path: '/withdraws/apply', body })),
    );
    expect(answers.map((answer) => answer.code).sort((left, right) => left - right)).toEqual([0, 21100]);
    expect(await rooms.balances(merchant.id)).toEqual({ L200: '4000.00', L231: '6000.00' });
  });

  test('waits until its owner owes nothing', async () => {
    await apply(merchant, account, '1');
    const owe = (amount: number) =>
      admin.query(
        `UPDATE balance b SET balance = $2 FROM account a
         WHERE a.id = b.account_id AND a.kind = 'A130' AND a.owner_id = $1`,
        [merchant.id, amount],
      );
    expect((await owe(-10_000)).rowCount).toBe(1);
    const refused = await apply(merchant, account);
    expect([refused.code, refused.message]).toEqual([21101, expect.stringContaining('1.00 is')]);
    await owe(0);
    expect((await apply(merchant, account)).code).toBe(0);
  });
});

describe('who decides', () => {
  test('one operator gets it; nobody else pays, rejects or gives it back', async () => {
    const other = await checker();
    const { id } = (await apply(merchant, account)).data;
    const path = `/withdraws/list/${id}/take`;
    const taken = await Promise.all([here.ask(here.boss, path), here.ask(other, path)]);
    expect(taken.map(({ code }) => code === 0)).toContain(true);
    expect(taken.filter(({ code }) => code === 0)).toHaveLength(1);
    const [his, not] = taken[0]?.code === 0 ? [here.boss, other] : [other, here.boss];
    expect((await search(not, { no: (await search(his)).data.items[0]?.no })).data.items[0]?.actions).toEqual(
      ['update', 'reveal', 'remark'],
    );
    for (const act of ['approve', 'reject', 'release']) {
      const more = act === 'approve' ? { third_party_no: 'TX-4' } : {};
      expect((await decide(not, act, id, more)).code).toBe(21407);
    }
    expect((await here.ask(merchant, `/withdraws/apply/${id}/cancel`)).code).toBe(21001);
    expect((await decide(his, 'release', id)).code).toBe(0);
    expect((await decide(not, 'take', id)).code).toBe(0);
    // Whoever was the second keeps none of those that he may have in hand at once.
    expect((await decide(not, 'release', id)).code).toBe(0);
  });

  test('another’s is given back to all by two persons', async () => {
    const other = await checker();
    const { id } = (await apply(merchant, account)).data;
    await decide(other, 'take', id);
    const asked = await decide(here.boss, 'update', id);
    expect(asked.data.state).toBe('waiting');
    expect((await here.approve(other, asked.data.approval_id)).code).toBe(0);
    expect((await search(here.boss, { owner: String(merchant.id) })).data.items[0]?.status).toBe('pending');
  });

  test('never whoever applied, the person behind the owner, or a merchant of one’s own making', async () => {
    const pet = await person({ kind: 'customer', parentId: agent.id, paymentPassword, madeBy: here.boss.id });
    await here.fund(pet);
    const { id } = (await apply(pet, await here.accountOf(pet))).data;
    expect((await decide(here.boss, 'take', id)).code).toBe(21701);
    const made = await person({ kind: 'admin', paymentPassword, madeBy: here.boss.id });
    expect((await decide(made, 'take', id)).code).toBe(21701);
    expect((await decide(agent, 'take', id)).code).toBe(20403);
    expect((await decide(merchant, 'take', id)).code).toBe(20403);
    const stranger = await checker();
    expect((await decide(stranger, 'take', id)).code).toBe(0);
    const asked = await decide(stranger, 'approve', id, { third_party_no: 'TX-5' });
    expect((await here.approve(stranger, asked.data.approval_id)).code).toBe(21701);
    expect((await here.approve(here.boss, asked.data.approval_id)).code).toBe(21701);
    expect((await here.approve(await checker(), asked.data.approval_id)).code).toBe(0);
  });

  describe('what stands against paying one', () => {
    const owe = (amount: number) =>
      admin.query(
        `UPDATE balance b SET balance = $2 FROM account a
         WHERE a.id = b.account_id AND a.kind = 'A130' AND a.owner_id = $1`,
        [merchant.id, amount],
      );
    const switchTo = (id: bigint, status: string) =>
      admin.query('UPDATE app_user SET status = $2 WHERE id = $1', [id, status]);
    const refuse = (isRefused: boolean) =>
      admin.query('UPDATE withdraw_account SET refused = $2 WHERE id = $1', [account, isRefused]);
    const block = (isBlocked: boolean) =>
      admin.query(
        isBlocked
          ? `INSERT INTO block_entry (kind, value, shown, note, created_by, created_at)
             SELECT 'card', card_mark, 'a card', 'kept out', ${here.boss.id}, business_now() FROM withdrawal ORDER BY id DESC LIMIT 1`
          : 'DELETE FROM block_entry',
      );
    const reasons = [
      [
        'merchantDisabled',
        21602,
        () => switchTo(merchant.id, 'disabled'),
        () => switchTo(merchant.id, 'active'),
      ],
      ['merchantDisabled', 21602, () => switchTo(agent.id, 'disabled'), () => switchTo(agent.id, 'active')],
      ['withdrawalAccountUnverified', 21406, () => refuse(true), () => refuse(false)],
      ['blockedPayee', 21408, () => block(true), () => block(false)],
      ['receivableOutstanding', 21101, () => owe(-10_000), () => owe(0)],
    ] as const;

    test.each(reasons)(
      '%s (%i): nobody takes it then, and whoever has it may be told no',
      async (_, code, arise, end) => {
        const { id } = (await apply(merchant, account)).data;
        await arise();
        expect((await decide(here.boss, 'take', id)).code).toBe(code);
        await end();
        expect((await decide(here.boss, 'take', id)).code).toBe(0);
        expect((await decide(here.boss, 'reject', id)).code).toBe(0);
      },
    );

    test.each(reasons)(
      '%s (%i): what was wired before is booked by two, and the second one is told of it',
      async (reason, _, arise, end) => {
        await here.raiseCeiling('1000000');
        const { id } = (await apply(merchant, account)).data;
        await decide(here.boss, 'take', id);
        const pay = () => decide(here.boss, 'approve', id, { third_party_no: `WIRED-${id}` });
        await arise();
        const asked = (await pay()).data;
        expect(asked.state).toBe('waiting');
        const second = await checker();
        const waiting = (await here.get(second, '/admin/approvals')).data.items;
        expect(waiting.find((each) => each.id === asked.approval_id)?.['effect']).toContainEqual({
          field: 'against',
          before: null,
          after: reason,
        });
        // It is over before he has spoken: he agreed to something else then, and one is enough.
        await end();
        expect((await here.approve(second, asked.approval_id ?? '')).code).toBe(20412);
        await arise();
        const again = (await pay()).data;
        expect((await here.approve(second, again.approval_id ?? '')).code).toBe(0);
        await end();
        expect((await search(here.boss, { owner: String(merchant.id) })).data.items[0]?.status).toBe('paid');
        await here.raiseCeiling('0');
      },
    );

    test('one that is said to have been wired, and was given back, is taken all the same, and booked by two', async () => {
      const { id } = (await apply(merchant, account)).data;
      await decide(here.boss, 'take', id);
      const pay = () => decide(here.boss, 'approve', id, { third_party_no: `WIRED-${id}` });
      expect((await pay()).data.state).toBe('waiting');
      await here.passTime(24 * 3_600 + 1);
      expect((await decide(here.boss, 'release', id)).code).toBe(0);
      await refuse(true);
      expect((await decide(here.boss, 'take', id)).code).toBe(0);
      const again = await pay();
      expect((await here.approve(await checker(), again.data.approval_id)).code).toBe(0);
      await refuse(false);
      expect((await search(here.boss, { owner: String(merchant.id) })).data.items[0]?.status).toBe('paid');
      expect(await here.failing()).toEqual([]);
    });
  });

  test('one that nobody decided after it was said to be wired is rejected by who could have said no, and never by who said it', async () => {
    for (const isReleased of [false, true]) {
      const { id } = (await apply(merchant, account, '100')).data;
      await decide(here.boss, 'take', id);
      expect((await decide(here.boss, 'approve', id, { third_party_no: `SENT-${id}` })).data.state).toBe(
        'waiting',
      );
      await here.passTime(24 * 3_600 + 1);
      await here.approvals.sweep();
      if (isReleased) expect((await decide(here.boss, 'release', id)).code).toBe(0);
      expect((await decide(here.boss, 'reject', id)).code).toBe(21701);
      if (!isReleased) expect((await decide(here.boss, 'release', id)).code).toBe(0);
      expect((await decide(await checker(), 'reject', id)).data).toEqual({ state: 'done' });
    }
    expect(await here.failing()).toEqual([]);
  });

  test('what an account applied for that is switched off takes two', async () => {
    await here.raiseCeiling('1000000');
    const switchTo = (id: bigint, status: string) =>
      admin.query('UPDATE app_user SET status = $2 WHERE id = $1', [id, status]);
    const { id } = (await apply(merchant, account)).data;
    await decide(here.boss, 'take', id);
    const pay = (number: string) => decide(here.boss, 'approve', id, { third_party_no: number });
    const sub = await person({
      kind: 'customerSub',
      parentId: merchant.id,
      paymentPassword,
      permissions: ['withdraws.apply.get', 'withdraws.apply.create'],
    });
    const his = (await apply(sub, account)).data.id;
    await decide(here.boss, 'take', his);
    await switchTo(sub.id, 'disabled');
    expect((await decide(here.boss, 'approve', his, { third_party_no: 'TX-SUB' })).data.state).toBe(
      'waiting',
    );
    expect((await pay('TX-ON')).data.state).toBe('done');
    await here.raiseCeiling('0');
  });

  test('one transfer pays one withdrawal', async () => {
    await here.raiseCeiling('1000000');
    const [first, second] = [
      (await apply(merchant, account)).data.id,
      (await apply(merchant, account)).data.id,
    ];
    for (const id of [first, second]) await decide(here.boss, 'take', id);
    const key = randomUUID();
    const pay = (id: string) => decide(here.boss, 'approve', id, { third_party_no: 'TX-6' }, key);
    expect((await pay(first)).data.state).toBe('done');
    expect((await decide(here.boss, 'approve', second, { third_party_no: 'TX-6' })).code).toBe(21005);
    expect((await decide(here.boss, 'approve', first, { third_party_no: 'TX-7' })).code).toBe(21001);
    await here.raiseCeiling('0');
  });

  test('nobody has more in hand than he may keep, and what waits for a second person is not counted', async () => {
    const desk = await checker();
    const waiting: string[] = [];
    for (let n = 0; n < openClaimsPerPerson + 2; n += 1) {
      waiting.push((await apply(merchant, account, '100')).data.id);
    }
    await search(desk);
    const taken = await Promise.all(waiting.map((id) => here.ask(desk, `/withdraws/list/${id}/take`)));
    const codes = taken.map(({ code }) => code);
    expect(codes.filter((code) => code === 0)).toHaveLength(openClaimsPerPerson);
    expect(codes.filter((code) => code === 21004)).toHaveLength(2);
    const held = async () => (await search(desk)).data['summary'];
    expect(await held()).toMatchObject({ held: { open: openClaimsPerPerson, most: openClaimsPerPerson } });
    expect((await search(merchant)).data['summary']).toMatchObject({ held: null });
    const [first, ...others] = waiting.filter((_, n) => codes[n] === 0);
    const late = waiting[codes.indexOf(21004)] ?? '';
    expect((await decide(desk, 'approve', first ?? '', { third_party_no: 'TX-KEPT' })).data.state).toBe(
      'waiting',
    );
    expect(await held()).toMatchObject({ held: { open: openClaimsPerPerson - 1 } });
    expect((await decide(desk, 'take', late)).code).toBe(0);
    // Whoever comes too late hears who was first, and the oldest stands first in the queue.
    const beaten = await decide(await checker(), 'take', late);
    expect([beaten.code, beaten.message]).toEqual([21407, expect.stringContaining(desk.username)]);
    const queue = (await search(desk, { sort: 'created_at', owner: String(merchant.id) })).data.items;
    expect(queue.map(({ id }) => id)).toEqual(waiting);
    for (const id of others) expect((await decide(desk, 'release', id)).code).toBe(0);
  });

  test('is known by the slip of its transfer alone, which pays nothing else, and which nobody else sees', async () => {
    const first = (await apply(merchant, account, '100')).data;
    const second = (await apply(merchant, account, '200')).data;
    const pdf = Buffer.from(
      '%PDF-1.4\n1 0 obj << /Type /Catalog >> endobj\ntrailer << /Root 1 0 R >>\n%%EOF\n',
    );
    const armed = Buffer.from(
      pdf.toString().replace('/Catalog', '/Catalog /OpenAction << /S /JavaScript >>'),
    );
    const hidden = Buffer.from(pdf.toString().replace('/Catalog', '/Catalog /Open#41ction 2 0 R'));
    for (const bytes of [armed, hidden, pdf.subarray(0, 40), Buffer.concat([pdf, Buffer.from('<script>')])]) {
      expect((await here.upload(here.boss, bytes)).code).toBe(21803);
    }
    const { file } = (await here.upload(here.boss, pdf)).data;
    const desk = here.boss;
    for (const { id } of [first, second]) expect((await decide(desk, 'take', id)).code).toBe(0);
    expect((await decide(desk, 'approve', first.id)).code).toBe(21016);
    expect((await decide(desk, 'approve', first.id, { slip: 'f'.repeat(64) })).code).toBe(21802);
    const asked = await decide(desk, 'approve', first.id, { slip: file });
    expect(asked.data.state).toBe('waiting');
    expect((await here.approve(await checker(), asked.data.approval_id)).code).toBe(0);
    const shown = (await search(desk, { no: first.no })).data.items[0];
    expect(shown).toMatchObject({ status: 'paid', third_party_no: null, slip: file });
    expect((await search(merchant, { no: first.no })).data.items[0]).toMatchObject({ slip: null });
    for (const number of [undefined, 'TX-BESIDE']) {
      const said = { slip: file, ...(number !== undefined && { third_party_no: number }) };
      const again = await decide(desk, 'approve', second.id, said);
      expect((await here.approve(await checker(), again.data.approval_id)).code).toBe(21005);
      expect((await here.ask(desk, `/admin/approvals/${again.data.approval_id}/withdraw`)).code).toBe(0);
    }
    expect((await search(desk, { no: second.no })).data.items[0]?.status).toBe('processing');
    const see = (who: Person) => here.see(who, `/withdraws/slips/${String(file)}`);
    expect((await see(desk)).headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': 'attachment; filename="slip.pdf"',
    });
    for (const who of [agent, merchant]) expect((await see(who)).json<Answer>().code).not.toBe(0);
    expect((await decide(desk, 'release', second.id)).code).toBe(0);
    expect(await here.failing()).toEqual([]);
  });

  test('remarks and whole numbers are the platform’s, and each look is in the log', async () => {
    const { id, no } = (await apply(merchant, account)).data;
    expect((await here.ask(here.boss, `/withdraws/list/${id}/remark`, { remarks: 'called' })).code).toBe(0);
    expect((await search(here.boss, { no })).data.items[0]?.['remarks']).toBe('called');
    expect((await search(merchant, { no })).data.items[0]?.['remarks']).toBeNull();
    const shown = await decide(here.boss, 'reveal', id);
    expect(shown.data['card_no']).toBe(String(4_000_000_000_000_000n + merchant.id));
    const { rows } = await admin.query(
      "SELECT act FROM audit_log WHERE object_kind = 'withdrawal' AND object_id = $1 AND act IN ('withdraws.list.reveal', 'withdraws.list.remark') ORDER BY act",
      [id],
    );
    expect(rows.map(({ act }) => act)).toEqual(['withdraws.list.remark', 'withdraws.list.reveal']);
  });
});

describe('what waits for a second person', () => {
  const taken = async (): Promise<{ id: string; no: string }> => {
    const made = (await apply(merchant, account)).data;
    expect((await decide(here.boss, 'take', made.id)).code).toBe(0);
    return made;
  };
  const rowOf = async (who: Person, no: string) => (await search(who, { no })).data.items[0];
  const pay = (id: string, number: string) =>
    decide(here.boss, 'approve', id, { third_party_no: number }).then(({ code, data }) => ({
      code,
      approval: String(data?.approval_id),
    }));
  const end = async (who: Person, id: string, how: 'approve' | 'refuse' | 'withdraw') =>
    how === 'approve'
      ? here.approve(who, id)
      : here.ask(who, `/admin/approvals/${id}/${how}`, how === 'refuse' ? { reason: 'not so' } : {});

  test('stands on its row until it is decided, taken back or over', async () => {
    const { id, no } = await taken();
    expect(await rowOf(here.boss, no)).not.toHaveProperty('waiting_acts');
    const other = await checker();
    for (const [how, who] of [
      ['refuse', other],
      ['withdraw', here.boss],
    ] as const) {
      const { approval } = await pay(id, `TX-${how}`);
      expect(await rowOf(other, no)).toMatchObject({
        status: 'processing',
        waiting_acts: [
          {
            act: 'withdrawals.markPaid',
            approval_id: approval,
            maker: { id: String(here.boss.id) },
            asked_at: expect.stringMatching(/^\d{4}-/),
            blocks: ['approve', 'reject', 'release', 'update'],
          },
        ],
      });
      expect((await end(who, approval, how)).code).toBe(0);
      expect(await rowOf(other, no)).not.toHaveProperty('waiting_acts');
    }
    expect((await pay(id, 'TX-over')).code).toBe(0);
    await here.passTime(24 * 3_600 + 1);
    expect(await rowOf(other, no)).not.toHaveProperty('waiting_acts');
    const last = await pay(id, 'TX-last');
    expect((await end(other, last.approval, 'approve')).code).toBe(0);
    const row = await rowOf(other, no);
    expect(row?.status).toBe('paid');
    expect(row).not.toHaveProperty('waiting_acts');
    expect(await here.failing()).toEqual([]);
  });

  test('is told without who asked to whoever may not open the list of what waits, and outside of the house not at all', async () => {
    const { id, no } = await taken();
    await pay(id, 'TX-told');
    const clerk = await person({
      kind: 'staffSub',
      parentId: here.boss.id,
      paymentPassword,
      permissions: ['withdraws.list.get'],
    });
    expect((await rowOf(clerk, no))?.['waiting_acts']).toMatchObject([
      { act: 'withdrawals.markPaid', approval_id: null, maker: null },
    ]);
    for (const who of [agent, merchant]) expect(await rowOf(who, no)).not.toHaveProperty('waiting_acts');
  });

  test('is asked for once, by whatever number, however many ask at once; nor is it ended or given back meanwhile', async () => {
    const { id, no } = await taken();
    const asked = await actTogether(
      here,
      ['TX-one', 'TX-two'].map((number) => ({
        who: here.boss,
        path: `/withdraws/list/${id}/approve`,
        body: { reason: 'wired', third_party_no: number },
      })),
    );
    expect(asked.map(({ code }) => code).sort((left, right) => left - right)).toEqual([0, 21704]);
    expect((await rowOf(here.boss, no))?.['waiting_acts']).toHaveLength(1);
    const refused = await decide(here.boss, 'approve', id, { third_party_no: 'TX-three' });
    expect([refused.code, refused.message]).toEqual([21704, expect.stringContaining('waits')]);
    for (const act of ['reject', 'release']) expect((await decide(here.boss, act, id)).code).toBe(21704);
    // Raised past the second person since, one person alone does not pay what two were asked about.
    await here.raiseCeiling('1000000');
    expect((await decide(here.boss, 'approve', id, { third_party_no: 'TX-four' })).code).toBe(21704);
    await here.raiseCeiling('0');
    expect((await rowOf(here.boss, no))?.status).toBe('processing');
  });

  test('to free one hinders nobody in whose hand it is, and may wait beside its payment', async () => {
    const { id, no } = await taken();
    const other = await checker();
    expect((await decide(other, 'update', id)).data.state).toBe('waiting');
    expect((await decide(await checker(), 'update', id)).code).toBe(21704);
    expect((await pay(id, 'TX-beside')).code).toBe(0);
    expect((await rowOf(other, no))?.['waiting_acts']).toMatchObject([
      { act: 'withdrawals.free', blocks: ['update'] },
      { act: 'withdrawals.markPaid' },
    ]);
  });

  test('one that is said to have been wired is not freed, by whomever that was asked for before', async () => {
    const { id, no } = await taken();
    const [one, two] = [await checker(), await checker()];
    const free = (await decide(one, 'update', id)).data.approval_id ?? '';
    const { approval } = await pay(id, 'TX-wired');
    expect((await end(two, free, 'approve')).code).toBe(21704);
    expect((await end(one, free, 'withdraw')).code).toBe(0);
    expect((await decide(one, 'update', id)).code).toBe(21704);
    expect((await rowOf(one, no))?.status).toBe('processing');
    expect((await end(two, approval, 'refuse')).code).toBe(0);
    const again = (await decide(one, 'update', id)).data.approval_id ?? '';
    expect((await end(two, again, 'approve')).code).toBe(0);
    expect((await rowOf(one, no))?.status).toBe('pending');
  });

  test('waits once however its number is spelled', async () => {
    const { id, no } = await taken();
    const other = await checker();
    const codes: number[] = [];
    for (const spelled of [id, `0${id}`, `00${id}`])
      codes.push((await decide(other, 'update', spelled)).code);
    expect(codes).toEqual([0, 404, 404]);
    expect((await rowOf(other, no))?.['waiting_acts']).toHaveLength(1);
  });
});

describe('the list', () => {
  test('says that nothing is found, and shows nobody another tree', async () => {
    const stranger = await person({ paymentPassword });
    const foreign = await person({ kind: 'customer', parentId: stranger.id, paymentPassword });
    const { no } = (await apply(merchant, account)).data;
    for (const who of [stranger, foreign]) {
      const answer = await search(who, { no });
      expect([answer.code, answer.message]).toEqual([404, 'no data found']);
    }
    expect((await search(agent, { no })).data.items).toHaveLength(1);
    expect((await search(merchant, { status: ['paid'] })).code).toBe(404);
    expect((await search(merchant, { amount_min: '2999', amount_max: '3000' })).data.items).toHaveLength(1);
    expect((await search(merchant, { amount_min: '3000.5' })).code).toBe(404);
  });
});
