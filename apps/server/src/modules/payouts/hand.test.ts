import { crc32 } from 'node:zlib';
import { getPayout } from '@suanpan/contract/endpoints/payouts';
import { slipsKeptUnused } from '@suanpan/domain/limits';
import { beforeAll, describe, expect, test } from 'vitest';
import { openMoneyRooms } from '../../../test/money-rooms.ts';
import { openPayoutRooms } from '../../../test/payout-rooms.ts';
import { createTenant } from '../../../test/tenant.ts';
import type { Tenant } from '../../../test/tenant.ts';
import { pngChunk, pngOf } from '../../platform/images/testing/pictures.ts';
import { openApprovals } from '../approvals/index.ts';
import { openDoor } from '../identity/testing/open-door.ts';
import type { Person } from '../identity/testing/open-door.ts';
import { prove } from '../ledger/index.ts';
import { bindPayoutActs, bindPayouts, cancelPayout } from './index.ts';
import { rejectUndecided } from './payouts.jobs.ts';

const door = await openDoor();
const { admin, call, code, person } = door;
const rooms = await openMoneyRooms(door);
const here = await openPayoutRooms(door, rooms);
const approvals = openApprovals({ db: door.database, identity: door.identity, fourEyes: true });
approvals.bind(door.app);
bindPayoutActs(door.app, here.payouts, door.identity, approvals);
bindPayouts(door.app, here.payouts, async () => []);
const payment = 'quiet river stones';
let tenant: Tenant;
let merchantId: bigint;
let maker: Person;
let checker: Person;
const tokens = new Map<bigint, string>();
let serial = 0;

beforeAll(async () => {
  tenant = await createTenant(door, { provider: rooms.bank });
  merchantId = await tenant.merchant();
  await here.channel(tenant, [merchantId]);
  await here.earn(merchantId);
  maker = await person({ kind: 'admin', paymentPassword: payment });
  checker = await person({ kind: 'admin', paymentPassword: payment });
  for (const each of [maker, checker]) tokens.set(each.id, await door.tokenOf(each));
});

const tokenOf = (who: Person): string => tokens.get(who.id) ?? '';
const proof = (who: Person) => ({ payment_password: payment, one_code: code(who) });
const act = (orderId: bigint, name: string, more: object = {}, who = maker) =>
  call('POST', `/payment/transactions/${orderId}/${name}`, {
    token: tokenOf(who),
    headers: { 'idempotency-key': `hand-${(serial += 1)}` },
    body: { reason: 'the bank says so', ...proof(who), ...more },
  });
const approve = (id: string, who = checker) =>
  call('POST', `/admin/approvals/${id}/approve`, { token: tokenOf(who), body: proof(who) });
const plain = (orderId: bigint, name: string, who = maker) =>
  call('POST', `/payment/transactions/${orderId}/${name}`, { token: tokenOf(who), body: {} });
const upload = async (bytes: Buffer) => {
  const response = await door.app.inject({
    method: 'POST',
    url: '/api/payment/slips',
    headers: { authorization: `Bearer ${tokenOf(maker)}`, 'content-type': 'image/png' },
    payload: bytes,
  });
  return response.json() as { code: number; data: { file: string } };
};
const actionsOf = async (orderId: bigint, who = maker): Promise<string[]> => {
  const found = await call('POST', '/payment/transactions/search', {
    token: tokenOf(who),
    body: { numbers: [(await here.payout(orderId)).order_no] },
  });
  const { items } = found.data as unknown as { items: { actions: string[] }[] };
  return items[0]?.actions ?? [];
};
const tellOf = async (who: Person, order: { id: bigint; order_no: string }): Promise<unknown[]> => {
  const one = { token: tokenOf(who) };
  const found = await call('POST', '/payment/transactions/search', {
    ...one,
    body: { numbers: [order.order_no] },
  });
  const live = await call('POST', '/payment/transactions/live', {
    ...one,
    body: { ids: [String(order.id)] },
  });
  const detail = await call('GET', `/payment/transactions/${order.id}`, one);
  expect(getPayout.output.safeParse(detail.data).success).toBe(true);
  const rows = [
    ...(found.data as unknown as { items: object[] }).items,
    ...(live.data as unknown as { items: object[] }).items,
    (detail.data as unknown as { order: object }).order,
  ];
  expect(rows).toHaveLength(3);
  return rows;
};
/** The time of what waits is over; nobody has written its end yet. */
const outlast = () => admin.query('UPDATE business_clock SET offset_us = offset_us + $1', [86_401_000_000n]);
/** So many days older, or younger again. */
const age = (id: bigint, days: number) =>
  admin.query(
    `UPDATE payout_order SET created_at = created_at - $2 * interval '1 day', stage_since = stage_since - $2 * interval '1 day'
     WHERE id = $1`,
    [id, days],
  );
interface Waiting {
  readonly state: string;
  readonly approval_id: string;
}

describe('a payout that was paid by hand', () => {
  test('is booked once a second person of the platform agrees, and no provider hears of it', async () => {
    const order = await here.place(merchantId, { major: '10', isAgreed: false });
    expect(await actionsOf(order.id)).toContain('markPaid');
    const before = await rooms.balances(merchantId);
    const asked = await act(order.id, 'markPaid', { third_party_no: 'BANK-7001' });
    expect(asked.data).toMatchObject({ state: 'waiting' });
    expect((await here.payout(order.id)).status).toBe('processing');
    const { approval_id: id } = asked.data as unknown as Waiting;
    expect((await approve(id, maker)).code).not.toBe(0);
    expect((await approve(id)).code).toBe(0);
    expect(await here.payout(order.id)).toMatchObject({
      status: 'paid',
      provider_order_no: 'BANK-7001',
      wait_reason: null,
    });
    expect((await here.journal('payout.paid', order.id))[0]).toBe('L230[customer] -25.01');
    expect((await rooms.balances(merchantId))['L200']).toBe(before['L200']);
    await here.work();
    expect(rooms.bank.payouts.has(order.order_no)).toBe(false);
    const { data } = await call('GET', `/payment/transactions/${order.id}`, { token: tokenOf(maker) });
    expect(getPayout.output.safeParse(data).success).toBe(true);
    expect(data).toMatchObject({ by_hand: { third_party_no: 'BANK-7001', slip: null } });
  });

  test('is known by the slip alone, which pays one payout and no other', async () => {
    const slip = await upload(pngOf(40, 30));
    expect(slip.code).toBe(0);
    expect((await upload(Buffer.from('no picture'))).code).toBe(21803);
    const [one, two] = [
      await here.place(merchantId, { major: '10', isAgreed: false }),
      await here.place(merchantId, { major: '11', isAgreed: false }),
    ];
    for (const order of [one, two]) {
      const asked = await act(order.id, 'markPaid', { slip: slip.data.file });
      const { approval_id: id } = asked.data as unknown as Waiting;
      expect((await approve(id)).code).toBe(order === one ? 0 : 21005);
    }
    expect((await here.payout(one.id)).status).toBe('paid');
    expect((await here.payout(two.id)).status).toBe('processing');
    const shown = await door.app.inject({
      url: `/api/payment/slips/${slip.data.file}`,
      headers: { authorization: `Bearer ${tokenOf(checker)}` },
    });
    expect(shown.headers['content-type']).toBe('image/png');
  });

  test('is paid by one transfer alone, however its number is typed and whatever stands beside its slip', async () => {
    const slip = (await upload(pngOf(41, 30))).data.file;
    const settle = async (said: object): Promise<number> => {
      const order = await here.place(merchantId, { major: '10', isAgreed: false });
      const asked = await act(order.id, 'markPaid', said);
      const answer = asked.code === 0 ? await approve((asked.data as unknown as Waiting).approval_id) : asked;
      if (answer.code !== 0) expect((await here.payout(order.id)).status).toBe('processing');
      return answer.code;
    };
    expect(await settle({ third_party_no: 'Bank-7020', slip })).toBe(0);
    expect(await settle({ third_party_no: 'BANK-7021', slip })).toBe(21005);
    expect(await settle({ slip })).toBe(21005);
    for (const text of [
      'Bank-7020',
      'BANK-7020',
      'bank 7020',
      'Bank-7020\u200b',
      '\u202eBank-7020',
      'Ｂank-7020',
    ])
      expect([text, await settle({ third_party_no: text })]).toEqual([text, 21005]);
    // What the provider itself paid by is not said again for another.
    const paid = await here.place(merchantId, { major: '10' });
    await here.work();
    rooms.bank.payout(paid.order_no).status = 'paid';
    await here.tell(await here.payout(paid.id));
    const ref = (await here.payout(paid.id)).provider_order_no ?? '';
    expect(ref).not.toBe('');
    for (const text of [ref, ref.toLowerCase(), ref.toUpperCase()])
      expect([text, await settle({ third_party_no: text })]).toEqual([text, 21005]);
  });

  test('keeps the slip with which it waits, whatever its maker uploads meanwhile', async () => {
    const slip = (await upload(pngOf(42, 30))).data.file;
    const order = await here.place(merchantId, { major: '10', isAgreed: false });
    const asked = await act(order.id, 'markPaid', { slip });
    for (let n = 0; n <= slipsKeptUnused; n += 1) expect((await upload(pngOf(50 + n, 20))).code).toBe(0);
    const { rows } = await admin.query('SELECT count(*)::int AS n FROM payout_slip WHERE NOT is_named');
    expect(rows).toEqual([{ n: slipsKeptUnused }]);
    expect((await approve((asked.data as unknown as Waiting).approval_id)).code).toBe(0);
    expect((await here.payout(order.id)).status).toBe('paid');
  });

  test('says on its row and in its story that it waits, until that is decided, taken back or over', async () => {
    const order = await here.place(merchantId, { major: '10', isAgreed: false });
    const ask = async (no: string): Promise<string> =>
      ((await act(order.id, 'markPaid', { third_party_no: no })).data as unknown as Waiting).approval_id;
    const isQuiet = async () => {
      for (const row of await tellOf(checker, order)) expect(row).not.toHaveProperty('waiting_acts');
    };
    const end = (how: 'refuse' | 'withdraw', id: string) =>
      call('POST', `/admin/approvals/${id}/${how}`, {
        token: tokenOf(how === 'refuse' ? checker : maker),
        body: how === 'refuse' ? { reason: 'not so' } : {},
      });
    await isQuiet();
    for (const how of ['refuse', 'withdraw'] as const) {
      const id = await ask(`BANK-${how}`);
      for (const row of await tellOf(checker, order))
        expect(row).toMatchObject({
          waiting_acts: [
            {
              act: 'payouts.markPaid',
              approval_id: id,
              maker: { id: String(maker.id) },
              blocks: expect.arrayContaining(['markPaid', 'reject']),
            },
          ],
        });
      expect((await end(how, id)).code).toBe(0);
      await isQuiet();
    }
    await ask('BANK-over');
    await outlast();
    await isQuiet();
    expect((await approve(await ask('BANK-last'))).code).toBe(0);
    expect((await here.payout(order.id)).status).toBe('paid');
    await isQuiet();
  });

  test('is asked for once, by whatever number, and neither let go nor rejected while that waits', async () => {
    const order = await here.place(merchantId, { major: '10', isAgreed: false });
    const asked = await Promise.all(
      [maker, checker].map((who, n) => act(order.id, 'markPaid', { third_party_no: `BANK-8${n}` }, who)),
    );
    expect(asked.map(({ code: answer }) => answer).sort((one, other) => one - other)).toEqual([0, 21704]);
    const again = await act(order.id, 'markPaid', { third_party_no: 'BANK-82' });
    expect([again.code, again.message]).toEqual([21704, expect.stringContaining('waits')]);
    for (const name of ['dispatch', 'reject']) expect((await act(order.id, name)).code).toBe(21704);
    const { rows } = await admin.query('SELECT channel_id FROM payout_order WHERE id = $1', [order.id]);
    const channel_id = String(rows[0].channel_id);
    expect((await act(order.id, 'switchChannel', { channel_id })).code).toBe(21704);
    expect((await here.payout(order.id)).status).toBe('processing');
    // Whose action it keeps from being done is told that it waits, and nothing of who asked.
    const clerk = async (...acts: ('reject' | 'reveal')[]): Promise<Person> => {
      const permissions = ['payment.transactions.get', ...acts.map((each) => `payment.transactions.${each}`)];
      const who = await person({ kind: 'staffSub', parentId: tenant.agentId, permissions });
      tokens.set(who.id, await door.tokenOf(who));
      return who;
    };
    for (const row of await tellOf(await clerk('reject'), order))
      expect(row).toMatchObject({
        actions: expect.arrayContaining(['reject']),
        waiting_acts: [{ act: 'payouts.markPaid', approval_id: null, maker: null }],
      });
    for (const row of await tellOf(await clerk('reveal'), order))
      expect(row).not.toHaveProperty('waiting_acts');
  });

  test('is neither sent, taken back, given up nor sent elsewhere by anybody while that waits', async () => {
    const order = await here.place(merchantId, { major: '10' });
    const undecided = await here.place(merchantId, { major: '10', isAgreed: false });
    for (const [n, { id }] of [order, undecided].entries())
      expect((await act(id, 'markPaid', { third_party_no: `BANK-90${n}` })).data).toMatchObject({
        state: 'waiting',
      });
    await here.work();
    expect(rooms.bank.payouts.has(order.order_no)).toBe(false);
    const by = { actorId: merchantId, requestId: 'taken-back' };
    await expect(cancelPayout(here.payouts, order.id, by)).rejects.toMatchObject({ refusal: 'invalidState' });
    await age(undecided.id, 4);
    await rejectUndecided(here.payouts);
    await age(undecided.id, -4);
    for (const { id } of [order, undecided])
      expect(await here.payout(id)).toMatchObject({ status: 'processing', stage: 'queued' });
    // Once the second person has said no it goes on as before.
    const [row] = (await tellOf(checker, order)) as { waiting_acts: { approval_id: string }[] }[];
    const refused = await call('POST', `/admin/approvals/${row?.waiting_acts[0]?.approval_id}/refuse`, {
      token: tokenOf(checker),
      body: { reason: 'not so' },
    });
    expect(refused.code).toBe(0);
    await here.work();
    expect(rooms.bank.payouts.has(order.order_no)).toBe(true);
  });

  test('is let go by a second person alone where nobody decided that in time', async () => {
    const order = await here.place(merchantId, { major: '10' });
    expect((await act(order.id, 'markPaid', { third_party_no: 'BANK-920' })).data).toMatchObject({
      state: 'waiting',
    });
    await outlast();
    // Its time is over, and nobody has said so yet.
    await here.work();
    expect(rooms.bank.payouts.has(order.order_no)).toBe(false);
    await approvals.sweep();
    await here.work();
    expect(rooms.bank.payouts.has(order.order_no)).toBe(false);
    expect(await here.payout(order.id)).toMatchObject({ stage: 'queued', wait_reason: 'approval' });
    const by = { actorId: merchantId, requestId: 'taken-back' };
    await expect(cancelPayout(here.payouts, order.id, by)).rejects.toMatchObject({ refusal: 'invalidState' });
    await age(order.id, 4);
    await rejectUndecided(here.payouts);
    await age(order.id, -4);
    expect(await here.payout(order.id)).toMatchObject({ status: 'processing', wait_reason: 'approval' });
    expect(await actionsOf(order.id)).toContain('dispatch');
    // Who said that it was paid decides nothing of that by himself.
    for (const name of ['dispatch', 'reject']) expect((await act(order.id, name)).code).toBe(21701);
    expect((await act(order.id, 'dispatch', { reason: 'it was not paid' }, checker)).code).toBe(0);
    await here.work();
    expect(rooms.bank.payouts.has(order.order_no)).toBe(true);
    // A person has decided: what its provider says counts again.
    rooms.bank.payout(order.order_no).status = 'failed';
    await here.tell(await here.payout(order.id));
    await here.work();
    expect((await here.payout(order.id)).status).toBe('rejected');
  });

  test('is rejected by a second person alone where nobody decided that, whatever its provider says', async () => {
    const order = await here.place(merchantId, { major: '10' });
    await here.work();
    await act(order.id, 'markPaid', { third_party_no: 'BANK-921' });
    await outlast();
    await approvals.sweep();
    rooms.bank.payout(order.order_no).status = 'failed';
    await here.tell(await here.payout(order.id));
    await here.work();
    expect((await here.payout(order.id)).status).toBe('processing');
    expect((await act(order.id, 'reject', { reason: 'it was not paid' }, checker)).code).toBe(0);
    expect((await here.payout(order.id)).status).toBe('rejected');
  });

  test('stays undecided whatever is said of it and taken back since, or said of its whole batch', async () => {
    const order = await here.place(merchantId, { major: '10' });
    await act(order.id, 'markPaid', { third_party_no: 'BANK-922' });
    await outlast();
    await approvals.sweep();
    const later = await act(order.id, 'markPaid', { third_party_no: 'BANK-923' }, checker);
    const { approval_id: id } = later.data as unknown as Waiting;
    const token = tokenOf(checker);
    expect((await call('POST', `/admin/approvals/${id}/withdraw`, { token, body: {} })).code).toBe(0);
    const by = { actorId: merchantId, requestId: 'taken-back' };
    await expect(cancelPayout(here.payouts, order.id, by)).rejects.toMatchObject({ refusal: 'invalidState' });
    // No second person has said that this one was not paid by that number.
    expect(await here.payout(order.id)).toMatchObject({ status: 'processing', wait_reason: 'approval' });
    expect((await act(order.id, 'reject', { reason: 'it was not paid' }, checker)).code).toBe(0);
  });

  test('goes by the channel it was paid from, and waits where a person gives it to another undecided', async () => {
    const own = await tenant.merchant();
    const ways = [await here.channel(tenant, [own]), await here.channel(tenant, [own])];
    await here.earn(own);
    const order = await here.place(own, { major: '10' });
    const first = { channelId: order.channel_id };
    const other = ways.find(({ channelId }) => channelId !== first.channelId);
    const wayOf = async () => (await here.payout(order.id)).channel_id;
    // The only card of its channel is switched off: the worker would send it by the other.
    await admin.query(
      `INSERT INTO payer_card (channel_id, bank_code, account_name, card_hash, card_shown, limit_count, limit_amount, enabled,
         made_by, created_at)
       VALUES ($1, '004', 'a', 'h', '****0001', 0, 0, false, $2, business_now())`,
      [first.channelId, maker.id],
    );
    await act(order.id, 'markPaid', { third_party_no: 'BANK-924' });
    await here.work();
    expect(await wayOf()).toBe(first.channelId);
    await outlast();
    await here.work();
    await approvals.sweep();
    await here.work();
    expect(await wayOf()).toBe(first.channelId);

    // Its provider has it, and says no while nobody has decided: whoever gives it to another one decides nothing by that.
    await admin.query('UPDATE payer_card SET removed_at = business_now() WHERE channel_id = $1', [
      first.channelId,
    ]);
    expect((await act(order.id, 'dispatch', { reason: 'it was not paid' }, checker)).code).toBe(0);
    await here.work();
    expect((await here.payout(order.id)).stage).toBe('submitted');
    await act(order.id, 'markPaid', { third_party_no: 'BANK-925' });
    rooms.bank.payout(order.order_no).status = 'failed';
    await here.tell(await here.payout(order.id));
    await outlast();
    await approvals.sweep();
    const channel_id = String(other?.channelId);
    expect((await act(order.id, 'switchChannel', { channel_id }, checker)).code).toBe(0);
    await here.work();
    expect(await here.payout(order.id)).toMatchObject({
      stage: 'queued',
      wait_reason: 'approval',
      channel_id: other?.channelId,
    });
    expect((await act(order.id, 'dispatch', { reason: 'it was not paid' }, checker)).code).toBe(0);
    await here.work();
    expect((await here.payout(order.id)).stage).toBe('submitted');
  });

  test('is the platform’s to let go where nobody decided, whatever it had waited for before', async () => {
    const order = await here.place(merchantId, { major: '10' });
    const waitFor = (why: string) =>
      admin.query('UPDATE payout_order SET wait_reason = $2 WHERE id = $1', [order.id, why]);
    await waitFor('velocity');
    await act(order.id, 'markPaid', { third_party_no: 'BANK-926' });
    await outlast();
    await approvals.sweep();
    expect(await here.payout(order.id)).toMatchObject({ stage: 'queued', wait_reason: 'approval' });
    expect((await act(order.id, 'reject', { reason: 'it was not paid' }, checker)).code).toBe(0);
  });

  test('goes another way when its provider would not take it, once the second person has said no', async () => {
    const own = await tenant.merchant();
    await here.channel(tenant, [own]);
    await here.channel(tenant, [own]);
    await here.earn(own);
    const order = await here.place(own, { major: '10' });
    await here.work();
    const asked = await act(order.id, 'markPaid', { third_party_no: 'BANK-927' });
    // Its provider's no to the first asking comes in after that was said.
    await admin.query('SELECT payout_heard($1, 1::smallint, 1::smallint, NULL, NULL, NULL, NULL)', [
      order.id,
    ]);
    await admin.query('UPDATE payout_attempt SET outcome = NULL, asking_until = NULL WHERE order_id = $1', [
      order.id,
    ]);
    await admin.query(`SELECT payout_heard($1, 1::smallint, 1::smallint, 'refused', NULL, NULL, NULL)`, [
      order.id,
    ]);
    await here.work();
    expect(await here.payout(order.id)).toMatchObject({ status: 'processing', attempt_no: 1 });
    const { approval_id: id } = asked.data as unknown as Waiting;
    const body = { reason: 'not so' };
    expect(
      (await call('POST', `/admin/approvals/${id}/refuse`, { token: tokenOf(checker), body })).code,
    ).toBe(0);
    await here.work();
    await here.work();
    expect(await here.payout(order.id)).toMatchObject({
      status: 'processing',
      stage: 'submitted',
      attempt_no: 2,
    });
  });

  test('keeps its hold when its provider has not paid it, until the second person has spoken', async () => {
    const [paid, ended] = [
      await here.place(merchantId, { major: '10' }),
      await here.place(merchantId, { major: '11' }),
    ];
    await here.work();
    const asked: string[] = [];
    for (const [n, { id, order_no: no }] of [paid, ended].entries()) {
      asked.push(
        ((await act(id, 'markPaid', { third_party_no: `BANK-91${n}` })).data as unknown as Waiting)
          .approval_id,
      );
      rooms.bank.payout(no).status = 'failed';
      await here.tell(await here.payout(id));
      await here.work();
      expect((await here.payout(id)).status).toBe('processing');
    }
    expect((await approve(asked[0] ?? '')).code).toBe(0);
    expect((await here.payout(paid.id)).status).toBe('paid');
    const token = tokenOf(checker);
    const body = { reason: 'not so' };
    expect((await call('POST', `/admin/approvals/${asked[1]}/refuse`, { token, body })).code).toBe(0);
    await here.work();
    expect((await here.payout(ended.id)).status).toBe('rejected');
  });

  test('is not confirmed by whoever made its merchant, nor by who submitted it; the door says so too', async () => {
    const pet = await tenant.merchant({ made_by: checker.id });
    await here.channel(tenant, [pet]);
    await here.earn(pet);
    const cases = [
      await here.place(pet, { major: '10', isAgreed: false }),
      await here.place(merchantId, { major: '10', isAgreed: false, personId: checker.id, source: 'manual' }),
    ];
    const third = await person({ kind: 'admin', paymentPassword: payment });
    tokens.set(third.id, await door.tokenOf(third));
    for (const [n, order] of cases.entries()) {
      const no = `BANK-704${n}`;
      const asked = await act(order.id, 'markPaid', { third_party_no: no });
      const { approval_id: id } = asked.data as unknown as Waiting;
      expect((await approve(id)).code).toBe(21608);
      // As if the list of those whom it is about had been forgotten.
      const client = await admin.connect();
      await client.query("SET session_replication_role = 'replica'");
      await client.query(
        "UPDATE approval SET state = 'approved', checker_id = $2, checker_person = $2, decided_at = now() WHERE id = $1",
        [BigInt(id), checker.id],
      );
      await expect(
        door.database.pool.query('SELECT payout_paid_by_hand($1, $2, NULL, $3, $4, $5, NULL)', [
          order.id,
          no,
          maker.id,
          BigInt(id),
          'the bank says so',
        ]),
      ).rejects.toMatchObject({ code: 'LG403' });
      await client.query(
        "UPDATE approval SET state = 'waiting', checker_id = NULL, checker_person = NULL, decided_at = NULL WHERE id = $1",
        [BigInt(id)],
      );
      client.release(true);
      expect((await approve(id, third)).code).toBe(0);
      expect((await here.payout(order.id)).status).toBe('paid');
    }
  });

  test('is named by the proof where somebody alters what was said of it, or who agreed', async () => {
    const order = await here.place(merchantId, { major: '10', isAgreed: false });
    const asked = await act(order.id, 'markPaid', { third_party_no: 'BANK-7050' });
    const { approval_id: id } = asked.data as unknown as Waiting;
    expect((await approve(id)).code).toBe(0);
    const failing = async () =>
      (await prove(door.database)).checks.flatMap(({ name, passed }) => (passed ? [] : [name]));
    expect(await failing()).toEqual([]);
    const client = await admin.connect();
    await client.query("SET session_replication_role = 'replica'");
    await client.query('CREATE TABLE kept AS SELECT * FROM payout_by_hand');
    for (const statement of [
      "UPDATE payout_by_hand SET third_party_no = 'BANK-7051'",
      `UPDATE payout_by_hand SET slip = '${'e'.repeat(64)}'`,
      `UPDATE payout_by_hand SET maker_id = ${merchantId}`,
      `UPDATE payout_by_hand SET checker_id = ${merchantId}`,
      'UPDATE payout_by_hand SET checker_id = NULL, approval_id = NULL',
      'UPDATE payout_by_hand SET channel_account_id = 0',
      'DELETE FROM payout_by_hand',
    ]) {
      const { rowCount } = await client.query(`${statement} WHERE order_id = $1`, [order.id]);
      expect([statement, rowCount, await failing()]).toEqual([statement, 1, ['Y12']]);
      await client.query('DELETE FROM payout_by_hand');
      await client.query('INSERT INTO payout_by_hand SELECT * FROM kept');
    }
    await client.query('DROP TABLE kept');
    client.release(true);
    expect(await failing()).toEqual([]);
  });

  test('has a slip that is a picture and nothing besides, and that nobody of another tree sees', async () => {
    const png = pngOf(43, 30);
    const page = '<script>alert(1)</script>';
    const hugePng = Buffer.from(png);
    hugePng.writeUInt32BE(60_000, 16);
    hugePng.writeUInt32BE(60_000, 20);
    hugePng.writeUInt32BE(crc32(hugePng.subarray(12, 29)), 29);
    for (const bytes of [
      Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg">${page}</svg>`),
      Buffer.from(`<?xml version="1.0"?><svg onload="alert(1)"/>`),
      Buffer.from('GIF89a/*<script>*/'),
      Buffer.from(`%PDF-1.7 ${page}`),
      Buffer.from(page),
      png.subarray(0, 40),
      Buffer.concat([png, Buffer.from(page)]),
      Buffer.concat([png, Buffer.from('PK\x03\x04')]),
      // A few kilobytes that would be gigabytes on the screen of who decides.
      hugePng,
      Buffer.alloc(0),
    ])
      expect((await upload(bytes)).code).toBe(21803);
    expect((await upload(Buffer.concat([png, Buffer.alloc(2 * 1024 * 1024)]))).code).toBe(20413);
    // What stands in the remarks of a picture is gone.
    const twofold = pngOf(43, 30, [pngChunk('tEXt', Buffer.from(`Comment\0${page}`))]);
    const { file } = (await upload(twofold)).data;
    const see = (token: string, hash = file) =>
      door.app.inject({ url: `/api/payment/slips/${hash}`, headers: { authorization: `Bearer ${token}` } });
    const shown = await see(tokenOf(maker));
    expect(shown.rawPayload.includes('script')).toBe(false);
    expect(shown.headers).toMatchObject({
      'content-type': 'image/png',
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringContaining('sandbox'),
    });
    const order = await here.place(merchantId, { major: '10', isAgreed: false });
    const asked = await act(order.id, 'markPaid', { slip: file });
    expect((await approve((asked.data as unknown as Waiting).approval_id)).code).toBe(0);
    const stranger = await person({ paymentPassword: payment });
    const token = await door.tokenOf(stranger);
    const [foreign, absent] = [await see(token), await see(token, 'a'.repeat(64))];
    expect(foreign.statusCode).toBe(absent.statusCode);
    expect(foreign.json<{ code: number }>().code).toBe(404);
    const said = (text: string) => text.replace(/"request_id":"[^"]*"/, '');
    expect(said(foreign.body)).toBe(said(absent.body));
    // Another picture under its name is not shown as what somebody decided by; the application itself cannot put one there.
    const other = 'UPDATE payout_slip SET bytes = $2 WHERE hash = $1';
    await expect(door.database.pool.query(other, [file, png])).rejects.toMatchObject({ code: '42501' });
    await admin.query(other, [file, png.subarray(0, 50)]);
    expect((await see(tokenOf(maker))).json<{ code: number }>().code).toBe(20500);
    for (const hash of ['..%2f..%2fetc%2fpasswd', file.toUpperCase(), `${file}%00`, "' OR true --"])
      expect((await see(tokenOf(maker), hash)).json<{ code: number }>().code).toBe(404);
  });

  test('is not paid by the slip of a withdrawal', async () => {
    const slip = (await upload(pngOf(44, 30))).data.file;
    await admin.query(
      `WITH a AS (
         INSERT INTO withdraw_account (owner_id, type, currency, address, network, account_hash, usable_from, made_by, created_at)
         VALUES ($1, 'chain', 'USDT', 'T1', 'TRC20', 'of a slip', business_now(), $1, business_now()) RETURNING id)
       INSERT INTO withdrawal (owner_id, agent_id, currency, amount, hold, target_currency, target_amount, fee, fee_mode, agent_share,
         account_id, type, address, network, account_hash, is_cooling, made_by, created_at, operator_id, status, third_party_no,
         completed_at, slip)
       SELECT $1, $2, 'USDT', 1, 1, 'USDT', 1, 0, 'inside', 0, a.id, 'chain', 'T1', 'TRC20', 'of a slip', false, $1, business_now(), $3,
         'paid', 'slip ' || $4, business_now(), $4 FROM a`,
      [merchantId, tenant.agentId, maker.id, slip],
    );
    const order = await here.place(merchantId, { major: '10', isAgreed: false });
    const asked = await act(order.id, 'markPaid', { slip });
    expect((await approve((asked.data as unknown as Waiting).approval_id)).code).toBe(21005);
    expect((await here.payout(order.id)).status).toBe('processing');
    await admin.query("DELETE FROM withdrawal WHERE account_hash = 'of a slip'");
    await admin.query("DELETE FROM withdraw_account WHERE account_hash = 'of a slip'");
  });

  test('takes a number or a slip, and an open payout', async () => {
    const order = await here.place(merchantId, { major: '10', isAgreed: false });
    expect((await act(order.id, 'markPaid')).code).toBe(21016);
    expect((await act(order.id, 'markPaid', { slip: 'f'.repeat(64) })).code).toBe(21802);
    expect((await act(order.id, 'reject')).code).toBe(0);
    expect((await act(order.id, 'markPaid', { third_party_no: 'BANK-7009' })).code).toBe(21001);
  });

  test('is refused by the door where nobody agreed to exactly this', async () => {
    const order = await here.place(merchantId, { major: '10', isAgreed: false });
    const said = await act(order.id, 'markPaid', { third_party_no: 'BANK-7010' });
    const { approval_id: id } = said.data as unknown as Waiting;
    const ask = (ref: string, agreed: string | null) =>
      door.database.pool.query('SELECT payout_paid_by_hand($1, $2, NULL, $3, $4, $5, NULL)', [
        order.id,
        ref,
        maker.id,
        agreed,
        'the bank says so',
      ]);
    // What waits is not agreed to yet.
    await expect(ask('BANK-7010', id)).rejects.toMatchObject({ code: 'LG403' });
    const client = await admin.connect();
    await client.query("SET session_replication_role = 'replica'");
    await client.query('DELETE FROM installation');
    await client.query("INSERT INTO installation (mode) VALUES ('production')");
    await expect(ask('BANK-7010', null)).rejects.toMatchObject({ code: 'LG403' });
    await client.query('DELETE FROM installation');
    client.release(true);
    expect((await here.payout(order.id)).status).toBe('processing');
  });
});

describe('a payout that came back', () => {
  const paid = async (major: string) => {
    const order = await here.place(merchantId, { major });
    await here.work();
    rooms.bank.payout(order.order_no).status = 'paid';
    await here.tell(await here.payout(order.id));
    return here.payout(order.id);
  };

  test('is booked at once when its provider says so too', async () => {
    const order = await paid('10');
    expect(await actionsOf(order.id)).toContain('reverse');
    Object.assign(rooms.bank.payout(order.order_no), { status: 'returned', returnedAmount: '10.00' });
    expect((await act(order.id, 'reverse')).code).toBe(0);
    expect(await here.payout(order.id)).toMatchObject({
      status: 'rejected_reversed',
      reverse_status: 'reversed',
    });
  });

  test('is pending while its provider does not say so, and nothing is posted', async () => {
    const order = await paid('10');
    expect((await act(order.id, 'reverse')).code).toBe(0);
    expect(await here.payout(order.id)).toMatchObject({ status: 'paid', reverse_status: 'pending' });
    expect(await here.journal('payout.reverse', order.id)).toEqual([]);
    expect((await act(order.id, 'reverse')).code).toBe(21001);
    expect(await actionsOf(order.id)).not.toContain('reverse');
  });
});

describe('a payout that somebody keeps to himself', () => {
  test('is decided by nobody else until he gives it back', async () => {
    const order = await here.place(merchantId, { major: '10', isAgreed: false });
    expect((await plain(order.id, 'lock')).code).toBe(0);
    expect(await actionsOf(order.id)).toContain('unlock');
    expect(await actionsOf(order.id, checker)).toEqual(['reveal']);
    expect((await act(order.id, 'reject', {}, checker)).code).toBe(21002);
    expect((await plain(order.id, 'lock', checker)).code).toBe(21002);
    expect((await plain(order.id, 'unlock', checker)).code).toBe(21003);
    expect((await plain(order.id, 'unlock')).code).toBe(0);
    expect((await act(order.id, 'reject', {}, checker)).code).toBe(0);
  });

  test('is free again after three minutes, and nobody keeps more than three', async () => {
    const orders = [];
    await admin.query('DELETE FROM payout_lock');
    for (let n = 0; n < 4; n += 1)
      orders.push(await here.place(merchantId, { major: '10', isAgreed: false }));
    const [first, , , last] = orders;
    for (const order of orders.slice(0, 3)) expect((await plain(order.id, 'lock')).code).toBe(0);
    expect((await plain(last?.id ?? 0n, 'lock')).code).toBe(21004);
    await admin.query("UPDATE payout_lock SET until = until - interval '3 minutes' WHERE order_id = $1", [
      first?.id,
    ]);
    expect((await plain(first?.id ?? 0n, 'lock', checker)).code).toBe(0);
    expect((await plain(last?.id ?? 0n, 'lock')).code).toBe(0);
  });

  test('is kept no longer than a quarter of an hour by renewing, nor at once again', async () => {
    await admin.query('DELETE FROM payout_lock');
    const order = await here.place(merchantId, { major: '10', isAgreed: false });
    const back = (interval: string) =>
      admin.query(
        `UPDATE payout_lock SET since = since - interval '${interval}', until = until - interval '${interval}'`,
      );
    const left = async () =>
      (await admin.query('SELECT extract(epoch FROM until - now())::int AS left_s FROM payout_lock')).rows[0]
        .left_s as number;
    expect((await plain(order.id, 'lock')).code).toBe(0);
    await admin.query("UPDATE payout_lock SET since = now() - interval '14 minutes'");
    expect((await plain(order.id, 'lock')).code).toBe(0);
    expect(await left()).toBeLessThanOrEqual(60);
    await back('1 minute');
    expect((await plain(order.id, 'lock')).code).toBe(21017);
    await plain(order.id, 'unlock');
    expect((await plain(order.id, 'lock')).code).toBe(21017);
    expect((await act(order.id, 'reject', {}, checker)).code).toBe(0);
    const other = await here.place(merchantId, { major: '10', isAgreed: false });
    await plain(other.id, 'lock');
    await back('18 minutes');
    expect((await plain(other.id, 'lock')).code).toBe(0);
  });

  test('is taken by the platform from whoever is below it, with his name in the log, and not back', async () => {
    await admin.query('DELETE FROM payout_lock');
    const boss = await person({
      kind: 'staffSub',
      parentId: tenant.agentId,
      permissions: ['payment.transactions.get', 'payment.transactions.lock'],
      name: 'Kept By Him',
    });
    tokens.set(boss.id, await door.tokenOf(boss));
    const order = await here.place(merchantId, { major: '10', isAgreed: false });
    expect((await plain(order.id, 'lock', boss)).code).toBe(0);
    const shut = await act(order.id, 'reject', {}, checker);
    expect(shut.code).toBe(21002);
    expect(shut.message).toContain('Kept By Him');
    expect(shut.message).not.toContain('{{');
    expect(await actionsOf(order.id, checker)).toContain('lock');
    expect((await plain(order.id, 'lock', checker)).code).toBe(0);
    expect((await plain(order.id, 'lock', boss)).code).toBe(21002);
    expect(await actionsOf(order.id, boss)).not.toContain('lock');
    const { rows } = await admin.query(
      `SELECT actor_id, after ->> 'taken_from' AS taken_from FROM audit_log
       WHERE act = 'payment.transactions.lock' AND object_id = $1 ORDER BY id`,
      [String(order.id)],
    );
    expect(rows).toEqual([
      { actor_id: boss.id, taken_from: null },
      { actor_id: checker.id, taken_from: String(boss.id) },
    ]);
    expect((await act(order.id, 'reject', {}, checker)).code).toBe(0);
  });
});

test('after all of this the books prove', async () => {
  expect((await prove(door.database)).checks.filter(({ passed }) => !passed)).toEqual([]);
});
