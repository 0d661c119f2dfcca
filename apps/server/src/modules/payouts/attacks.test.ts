import { createHash } from 'node:crypto';
import { parseAmount } from '@suanpan/money/amount';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { adapters } from '../../adapters/registry.ts';
import { createOutbound } from '../../platform/outbound.ts';
import { openDatabase } from '../../platform/db/database.ts';
import { testDatabase } from '../../../test/database.ts';
import { actorOf, openHttp } from '../../../test/http.ts';
import { openMoneyRooms } from '../../../test/money-rooms.ts';
import { openPayoutRooms, payoutRequest } from '../../../test/payout-rooms.ts';
import type { PayoutWish } from '../../../test/payout-rooms.ts';
import { createTenant } from '../../../test/tenant.ts';
import type { Tenant } from '../../../test/tenant.ts';
import { openApprovals } from '../approvals/index.ts';
import { createChannels } from '../channels/index.ts';
import { prove } from '../ledger/index.ts';
import { isForgeryKept, openRisk, payeeMarks } from '../risk/index.ts';
import { bindPayoutActs, cancelPayout, keepPayee, openPayouts, submitPayout, workPayouts } from './index.ts';
import type { Payouts } from './index.ts';
import { findPayoutAttempt } from './payouts.queries.ts';
import { endWork, hear, sendPayouts } from './send/attempts.store.ts';
import { submitAtOnce } from './submit/submit.store.ts';

// Money going out, attacked from every side that can be reached: twice at once, by a detour, by hand, and with invented
// values at every door of the database under the very role of the application.
const base = await testDatabase();
const { admin, database, vault } = base;
const rooms = await openMoneyRooms(base);
const here = await openPayoutRooms(base, rooms);
const clock = { now: () => new Date(), monotonicMs: () => performance.now() };
let tenant: Tenant;
let merchantId: bigint;

beforeAll(async () => {
  tenant = await createTenant(base, { provider: rooms.bank });
});
beforeEach(async () => {
  rooms.bank.takeCreates = 'answer';
  rooms.bank.takeQueries = 'answer';
  rooms.bank.nextCreates = [];
  merchantId = await tenant.merchant({ sub_agent_id: tenant.subAgentId });
  await here.channel(tenant, [merchantId]);
  await here.channel(tenant, [merchantId]);
  await here.earn(merchantId);
});

const failing = async (): Promise<string[]> =>
  (await prove(database)).checks.flatMap(({ examples, name, passed }) =>
    passed ? [] : [`${name} ${examples.join()}`],
  );

/** What a door answers the application's role, or the words in which it refuses. */
async function ask(call: string, values: readonly unknown[] = []): Promise<string> {
  try {
    const { rows } = await database.pool.query<{ said: unknown }>(`SELECT ${call} AS said`, [...values]);
    return String(rows[0]?.said);
  } catch (error) {
    return `refused: ${error instanceof Error ? error.message : String(error)}`;
  }
}

/** Another process on the same database: pools, lanes and memory of its own. */
async function another<T>(
  work: (payouts: Payouts) => Promise<T>,
  more: { readonly production?: boolean; readonly gate?: Payouts['gate'] } = {},
): Promise<T> {
  const db = openDatabase(database.urls, base.log);
  const outbound = createOutbound({ trustedOrigins: [rooms.bank.origin], allowHttp: true });
  const channels = createChannels({ db, vault, outbound, adapters, production: more.production ?? false });
  const payouts = openPayouts({
    db,
    channels,
    vault,
    log: base.log,
    outbound,
    publicUrl: 'http://127.0.0.1:3000',
    ...(more.gate && { gate: more.gate }),
  });
  try {
    return await work(payouts);
  } finally {
    await payouts.close();
    await outbound.close();
    await db.close();
  }
}

describe('twice at once, over two processes', () => {
  test('one number makes one payout, is held once, and is the same payout to whoever came second', async () => {
    await another(async (other) => {
      for (let round = 0; round < 15; round += 1) {
        const request = payoutRequest(base, merchantId, { major: '10' });
        const outcomes = await Promise.all([
          submitPayout(here.payouts, request, ''),
          submitPayout(other, request, ''),
        ]);
        expect(outcomes.map(({ outcome }) => outcome).toSorted()).toEqual(['created', 'replayed']);
        expect(new Set(outcomes.map((each) => ('orderId' in each ? each.orderId : 0n))).size).toBe(1);
      }
    });
    expect((await rooms.balances(merchantId))['L230']).toBe('375.15');
  });

  test('one number with two payees makes one payout, and a conflict', async () => {
    await another(async (other) => {
      const merchantOrderNo = `TWO-${merchantId}`;
      const wish = (account: string): PayoutWish => ({ merchantOrderNo, major: '10', accountNo: account });
      const outcomes = await Promise.all(
        [here.payouts, other].map((payouts, n) =>
          submitPayout(payouts, payoutRequest(base, merchantId, wish(`77000000000${n}`)), ''),
        ),
      );
      expect(outcomes.map(({ outcome }) => outcome).toSorted()).toEqual(['conflict', 'created']);
    });
  });

  test('the last money is spent once', async () => {
    await another(async (other) => {
      const outcomes = await Promise.all(
        Array.from({ length: 20 }, (_, n) =>
          submitPayout(
            n % 2 === 0 ? here.payouts : other,
            payoutRequest(base, merchantId, { major: '1000' }),
            '',
          ),
        ),
      );
      expect(outcomes.filter(({ outcome }) => outcome === 'created')).toHaveLength(9);
    });
  });

  test('both work at what is due, and the bank has each payout once', async () => {
    const orders = await Promise.all(
      Array.from({ length: 12 }, () => here.place(merchantId, { major: '10' })),
    );
    await another(async (other) => {
      await Promise.all([
        workPayouts(here.payouts),
        workPayouts(other),
        workPayouts(here.payouts),
        workPayouts(other),
      ]);
    });
    for (const { order_no: orderNo } of orders) {
      expect([...rooms.bank.payouts.keys()].filter((number) => number.startsWith(orderNo))).toHaveLength(1);
    }
  });

  test('taking it back and sending it race: the bank has what was not taken back, and no other', async () => {
    const orders = await Promise.all(
      Array.from({ length: 12 }, () => here.place(merchantId, { major: '10' })),
    );
    await another(async (other) => {
      const [, ...taken] = await Promise.all([
        workPayouts(other),
        ...orders.map(({ id }) =>
          cancelPayout(here.payouts, id, { actorId: merchantId, requestId: 'r' }).then(
            () => true,
            () => false,
          ),
        ),
      ]);
      for (const [n, { order_no: orderNo }] of orders.entries()) {
        expect([orderNo, rooms.bank.payouts.has(orderNo)]).toEqual([orderNo, taken[n] === false]);
      }
    });
  });

  test('what a provider refused goes another way, although another process looks at it in that moment', async () => {
    const order = await here.place(merchantId, { major: '10' });
    rooms.bank.nextCreates = ['refuse'];
    await another(async (other) => {
      const looking = Array.from({ length: 20 }, async (_, n) => {
        await new Promise((resolve) => setTimeout(resolve, n * 5));
        await workPayouts(other);
      });
      await Promise.all([workPayouts(here.payouts), ...looking]);
    });
    await here.work();
    expect(await here.payout(order.id)).toMatchObject({
      status: 'processing',
      stage: 'submitted',
      attempt_no: 2,
    });
  });
});

describe('two persons', () => {
  const letGo = (orderId: bigint, actor: bigint) =>
    ask("payout_dispatch($1, $2, 'seen', NULL)", [orderId, actor]);
  const change = (userId: bigint, what: string, byId: bigint) =>
    admin.query('INSERT INTO account_change (user_id, what, by_id, by_person) VALUES ($1, $2, $3, $3)', [
      userId,
      what,
      byId,
    ]);
  const clerk = () => tenant.user('customerSub', { customer_id: merchantId, parent_id: merchantId });

  test('are asked for from the threshold on, whatever the caller says, and many small ones are the large one', async () => {
    await here.earn(merchantId, 12);
    const person = await clerk();
    const other = await clerk();
    const wish = (major: string, more: PayoutWish = {}): PayoutWish => ({
      major,
      personId: person,
      source: 'manual',
      isAgreed: true,
      ...more,
    });
    const waits = [];
    for (const each of [
      wish('60000'),
      wish('39999'),
      wish('1'),
      // The same merchant's by another hand count too; those of his keys do not.
      wish('1', { personId: other }),
      wish('1', { personId: null }),
    ]) {
      waits.push((await here.place(merchantId, each)).wait_reason);
    }
    expect(waits).toEqual([null, null, 'approval', 'approval', null]);
  });

  test('are asked for by what the policy of the tree says at that moment', async () => {
    const person = await clerk();
    const wish = { major: '100', personId: person, source: 'manual' } as const;
    expect((await here.place(merchantId, wish)).wait_reason).toBeNull();
    await admin.query(
      "INSERT INTO approval_policy (agent_id, act, currency, threshold) VALUES ($1, NULL, 'TWD', 1000000)",
      [tenant.agentId],
    );
    try {
      expect((await here.place(merchantId, wish)).wait_reason).toBe('approval');
    } finally {
      await admin.query('DELETE FROM approval_policy WHERE agent_id = $1', [tenant.agentId]);
    }
  });

  test('of whom neither has his hand in the other, nor was made or reset lately', async () => {
    const [maker, checker, reset, reseter] = await Promise.all(
      Array.from({ length: 4 }, () => tenant.user('admin')),
    );
    const person = maker ?? 0n;
    const wish = { major: '10', personId: person, source: 'manual', isAgreed: false } as const;
    const order = await here.place(merchantId, wish);
    const checkers = { checker: checker ?? 0n, reset: reset ?? 0n };
    // The maker gave this one his password a week ago but a day.
    await admin.query(
      "INSERT INTO account_change (user_id, what, by_id, by_person, at) VALUES ($1, 'rights', $2, $2, now() - interval '6 days')",
      [checkers.checker, person],
    );
    await change(checkers.reset, 'password', reseter ?? 0n);
    expect(await letGo(order.id, person)).toContain('may not let');
    expect(await letGo(order.id, checkers.checker)).toContain('may not let');
    expect(await letGo(order.id, checkers.reset)).toContain('may not let');
    expect(await letGo(order.id, await tenant.user('admin', { made_by: person }))).toContain('may not let');
    expect(await letGo(order.id, await tenant.user('admin', { status: 'disabled' }))).toContain(
      'may not let',
    );
    expect(await letGo(order.id, merchantId)).toContain('may not let');
    expect(await letGo(order.id, 0n)).toContain('may not let');
    expect(await letGo(order.id, await tenant.user('admin'))).toBe('true');
  });

  test('are not done without by a server of the merchant that says no, and a person who asks it again', async () => {
    await admin.query(
      "INSERT INTO audit_setting (user_id, url, key_sealed) VALUES ($1, 'http://127.0.0.1:9/', 'x')",
      [merchantId],
    );
    const order = await here.place(merchantId, { major: '10', isAgreed: false });
    expect(order).toMatchObject({ stage: 'verifying', wait_reason: 'approval' });
    expect(
      await ask("payout_reject($1, 'verify_failed', 'payout.verifyFailed', 'verifyFailed', NULL, NULL)", [
        order.id,
      ]),
    ).toBe('true');
    expect(await ask('payout_reverify($1, $2, NULL)', [order.id, tenant.agentId])).toBe('done');
    expect(await ask('payout_verified($1, NULL)', [order.id])).toBe('true');
    expect(await here.payout(order.id)).toMatchObject({ stage: 'queued', wait_reason: 'approval' });
    expect(await sendPayouts(database.app, [order.id])).toEqual([]);
    expect(await letGo(order.id, tenant.agentId)).toContain('may not let');
  });

  test('a cool-down holds what is verified once more inside of it', async () => {
    await admin.query(
      "INSERT INTO audit_setting (user_id, url, key_sealed) VALUES ($1, 'http://127.0.0.1:9/', 'x')",
      [merchantId],
    );
    const order = await here.place(merchantId, { major: '10' });
    expect(order.wait_reason).toBeNull();
    await ask("payout_reject($1, 'verify_failed', 'payout.verifyFailed', 'verifyFailed', NULL, NULL)", [
      order.id,
    ]);
    await change(merchantId, 'callback', tenant.agentId);
    expect(await ask('payout_reverify($1, $2, NULL)', [order.id, tenant.agentId])).toBe('done');
    expect((await here.payout(order.id)).wait_reason).toBe('coolDown');
  });
});

describe('a payee', () => {
  const place = (accountNo: string, of = merchantId, more: PayoutWish = {}) =>
    here.place(of, { major: '10', accountNo, ...more });

  test('is one payee, however his account is written and whoever pays him', async () => {
    const others = [await tenant.merchant(), await tenant.merchant()];
    for (const id of others) {
      await here.channel(tenant, [id]);
      await here.earn(id);
    }
    const spellings = [
      '0880-0000 12345',
      '０８８０００００１２３４５',
      '088000001‐2345',
      '000880000012345',
      '880000012345',
    ];
    const waits = [];
    for (const [n, spelling] of [...spellings, '0880000012345'].entries()) {
      waits.push((await place(spelling, [merchantId, ...others][n % 3])).wait_reason);
    }
    expect(waits).toEqual([null, null, null, null, null, 'velocity']);
  });

  test('who is put on a list is not paid: not by the next payout, and not by one that waits to be sent', async () => {
    const risk = await openRisk({ db: database, vault, clock, log: base.log, lookEveryMs: 20 });
    try {
      const accountNo = '990000000042';
      const order = await place(accountNo);
      const marks = payeeMarks(vault, { name: 'nobody', card: `00${accountNo}` });
      await admin.query(
        `INSERT INTO block_entry (kind, agent_id, value, shown, note, created_by, created_at)
         VALUES ('card', $1, $2, '*', 'stolen', $1, now())`,
        [tenant.agentId, marks.cardMark],
      );
      // No process has heard of it yet: the database asks by itself, in the commit of the payout.
      const request = payoutRequest(base, merchantId, { accountNo, major: '10' });
      expect(await submitPayout(here.payouts, request, accountNo)).toEqual({
        outcome: 'refused',
        refusal: 'blockedPayee',
      });
      expect(await sendPayouts(database.app, [order.id])).toEqual([]);
      await risk.refresh();
      await another(
        async (payouts) => {
          await admin.query('UPDATE payout_work SET next_at = now()');
          await workPayouts(payouts);
        },
        { gate: risk },
      );
      expect(await here.payout(order.id)).toMatchObject({
        status: 'rejected',
        failure: 'blockedPayee',
        attempt_no: null,
      });
      // Another tree has its own list.
      const stranger = await createTenant(base, { provider: rooms.bank });
      const theirs = await stranger.merchant();
      await here.channel(stranger, [theirs]);
      await here.earn(theirs);
      expect((await place(accountNo, theirs)).status).toBe('processing');
    } finally {
      await risk.stop();
    }
  });

  test('whose sealed account was exchanged for that of another payout is not paid, and nobody else is', async () => {
    const [order, other] = [await place('880000000777'), await place('880000000888')];
    await admin.query('UPDATE payout_order SET card_sealed = $2 WHERE id = $1', [
      order.id,
      other.card_sealed,
    ]);
    for (let round = 0; round < 4; round += 1) await here.work();
    expect(await here.payout(order.id)).toMatchObject({ status: 'rejected', failure: 'channelError' });
    expect([...rooms.bank.payouts.keys()].filter((number) => number.startsWith(order.order_no))).toEqual([]);
    expect((await here.payout(other.id)).stage).toBe('submitted');
  });
});

describe('a way out', () => {
  test('of play money is no real bank, and of real money no sandbox, whoever chose it', async () => {
    const order = await here.place(merchantId, { major: '10' });
    // In production the only bank of these tests is a sandbox.
    await another(
      async (payouts) => {
        const refused = await submitPayout(payouts, payoutRequest(base, merchantId, { major: '10' }), '');
        expect(refused).toMatchObject({ refusal: 'noChannelAvailable' });
        await workPayouts(payouts);
      },
      { production: true },
    );
    expect(await here.payout(order.id)).toMatchObject({ status: 'rejected', failure: 'channelError' });
    expect(rooms.bank.payouts.has(order.order_no)).toBe(false);
  });

  test('that takes no such money is not chosen by hand either', async () => {
    const order = await here.place(merchantId, { major: '10', isAgreed: false });
    const { rows } = await admin.query<{ id: bigint }>(
      "SELECT channel_id AS id FROM customer_method WHERE customer_id = $1 AND alias = 'payout' AND channel_id <> $2",
      [merchantId, order.channel_id],
    );
    const person = actorOf('admin', await tenant.user('admin'));
    const body = {
      reason: 'elsewhere',
      payment_password: 'x',
      one_code: '000000',
      channel_id: String(rows[0]?.id),
    };
    const move = async (payouts: Payouts) => {
      const http = openHttp(base);
      const proven = { userId: person.userId, step: BigInt(Math.floor(performance.now())) };
      const identity = { proveStepUp: async () => proven };
      bindPayoutActs(http.app, payouts, identity, openApprovals({ db: database, identity, fourEyes: true }));
      return (await http.post(person, `/payment/transactions/${order.id}/switchChannel`, body)).code;
    };
    expect(await another(move, { production: true })).toBe(21_001);
    expect((await here.payout(order.id)).channel_id).toBe(order.channel_id);
    expect(await another(move)).toBe(0);
    expect((await here.payout(order.id)).channel_id).toBe(rows[0]?.id);
  });

  test('is changed by nobody who does not stand over it, and to none that takes no such amount', async () => {
    const order = await here.place(merchantId, { major: '10', isAgreed: false });
    const stranger = await createTenant(base, { provider: rooms.bank });
    const { rows } = await admin.query<{ id: bigint }>(
      `SELECT c.id FROM channel c JOIN customer_method m ON m.channel_id = c.id AND m.customer_id = $1
       WHERE c.direction = 'payout' AND c.id <> $2`,
      [merchantId, order.channel_id],
    );
    const to = rows[0]?.id ?? 0n;
    const move = (actor: bigint | null, channel = to) =>
      ask("payout_reroute($1, $2, '{}', $3, NULL)", [order.id, channel, actor]);
    for (const actor of [merchantId, tenant.subAgentId, stranger.agentId, 0n]) {
      expect(await move(actor)).toContain('another way');
    }
    expect(await move(tenant.agentId, stranger.channelId)).toContain('does not serve');
    await admin.query('UPDATE channel SET min_amount = 1000000000 WHERE id = $1', [to]);
    expect(await move(tenant.agentId)).toContain('does not serve');
    await admin.query('UPDATE channel SET min_amount = 0 WHERE id = $1', [to]);
    expect(await move(tenant.agentId)).toBe('true');
  });

  test('is closed with the senior agent himself', async () => {
    const closed = await createTenant(base, { provider: rooms.bank });
    const id = await closed.merchant();
    await here.channel(closed, [id]);
    await here.earn(id);
    const order = await here.place(id, { major: '10' });
    await admin.query("UPDATE app_user SET status = 'disabled' WHERE id = $1", [closed.agentId]);
    await here.work();
    expect((await here.payout(order.id)).stage).toBe('queued');
  });
});

describe('what comes late', () => {
  test('a payment of what was never sent is none: the merchant neither pays for it nor owes it', async () => {
    const order = await here.place(merchantId);
    await cancelPayout(here.payouts, order.id, { actorId: merchantId, requestId: 'r' });
    const said = await ask("payout_paid_late($1, $2, $3, 'INVENTED', NULL)", [
      order.id,
      order.amount,
      order.channel_account_id,
    ]);
    expect(said).toBe('false');
    expect(await rooms.balances(merchantId)).toEqual({ L200: '9715.00' });
  });

  test('letting go what somebody has in hand is not forgotten', async () => {
    const order = await here.place(merchantId, { major: '10', isAgreed: false });
    await ask("payout_reroute($1, $2, '{}', NULL, NULL)", [order.id, order.channel_id]);
    const { rows } = await admin.query<{ lease: string }>(
      "UPDATE payout_work SET next_at = now() + interval '1 minute' WHERE order_id = $1 RETURNING next_at::text AS lease",
      [order.id],
    );
    const seenWaiting = await here.payout(order.id);
    expect(seenWaiting.wait_reason).toBe('approval');
    expect(await ask("payout_dispatch($1, $2, 'seen', NULL)", [order.id, await tenant.user('admin')])).toBe(
      'true',
    );
    await endWork(database.app, { order_id: order.id, looks: 0, lease: rows[0]?.lease ?? '' });
    await here.work();
    expect((await here.payout(order.id)).stage).toBe('submitted');
  });

  test('forged notices fill no disk, over all processes together', async () => {
    const order = await here.place(merchantId, { major: '10' });
    await here.work();
    const account = order.channel_account_id ?? 0n;
    const kept = async () => {
      const { rows } = await admin.query<{ n: bigint }>(
        "SELECT count(*) AS n FROM channel_notice WHERE channel_account_id = $1 AND outcome = 'bad_signature'",
        [account],
      );
      return rows[0]?.n;
    };
    const forge = async () => here.tell(await here.payout(order.id), { secret: 'another', eventId: 'x' });
    const answers = [];
    for (let n = 0; n < 20; n += 1) answers.push(await forge());
    await another(async ({ db }) => {
      const seen = [];
      for (let n = 0; n < 25; n += 1) seen.push(await isForgeryKept(db, account));
      expect(seen.filter(Boolean)).toHaveLength(10);
    });
    for (let n = 0; n < 20; n += 1) answers.push(await forge());
    expect(new Set(answers)).toEqual(new Set([401]));
    expect(await kept()).toBe(20n);
  });
});

describe('the role of the application', () => {
  test('changes nothing of a payout but by the doors', async () => {
    const order = await here.place(merchantId, { major: '10', isAgreed: false });
    const statements = [
      ...[
        'amount = 1',
        "card_sealed = 'x'",
        "card_hash = 'x'",
        "account_name = '別人'",
        'wait_reason = NULL',
      ].map((column) => `UPDATE payout_order SET ${column} WHERE id = ${order.id}`),
      `UPDATE payout_order SET status = 'paid', stage = NULL WHERE id = ${order.id}`,
      `UPDATE payout_order SET check_result = 'accepted' WHERE id = ${order.id}`,
      `DELETE FROM payout_order WHERE id = ${order.id}`,
      'UPDATE payout_hold SET amounts = amounts',
      'UPDATE payout_hold SET given_back_at = now()',
      'DELETE FROM payout_attempt',
      "UPDATE payout_attempt SET outcome = 'failed'",
      'UPDATE payout_chain SET settleable = top_up',
      'DELETE FROM paid_proof',
      "INSERT INTO paid_proof VALUES (1, 'X', 'payout', 1, 1, now())",
      'UPDATE payout_hour SET amount = 0',
      'DELETE FROM payout_flag',
      'UPDATE payout_setting SET payee_hour_count = 0, manual_from = 0',
      "INSERT INTO payout_setting (owner_id, currency, manual_from) VALUES (1, 'TWD', 0)",
      `INSERT INTO audit_setting (user_id, url, key_sealed, enabled) VALUES (${merchantId}, 'http://x', 'x', false)`,
      'UPDATE audit_setting SET enabled = false',
      `SELECT payout_gives_back(o) FROM payout_order o WHERE id = ${order.id}`,
      `SELECT payout_entry(o, 'payout.reverse', 0::smallint, '{1,2}', '{-1,1}', NULL, NULL, NULL) FROM payout_order o WHERE id = ${order.id}`,
      `SELECT note_payout('payout.dispatch', ${order.id}, NULL, NULL, NULL, NULL, NULL)`,
      "SELECT open_payout_chains('{1}', '{1}', '{0}', '{0}', '{1}', '{TWD}', '{main}')",
    ];
    for (const statement of statements) {
      const said = await database.pool.query(statement).then(
        () => 'done',
        (error: unknown) => String(error),
      );
      expect([statement, said]).toEqual([statement, expect.stringContaining('permission denied')]);
    }
  });

  test('gets nothing out of a door by invented values', async () => {
    const order = await here.place(merchantId, { major: '10' });
    const stranger = await createTenant(base, { provider: rooms.bank });
    const before = await rooms.balances(merchantId);
    const id = order.id;
    const said = {
      'rejecting by a stranger': await ask("payout_reject($1, 'rejected', 'payout.reject', 'x', $2, NULL)", [
        id,
        stranger.agentId,
      ]),
      'taking back by a stranger': await ask(
        "payout_reject($1, 'rejected', 'payout.cancel', 'x', $2, NULL)",
        [id, stranger.merchantId],
      ),
      'taking back by nobody': await ask("payout_reject($1, 'rejected', 'payout.cancel', 'x', NULL, NULL)", [
        id,
      ]),
      'ending by an act that is none': await ask(
        "payout_reject($1, 'rejected', 'payout.paid', 'x', NULL, NULL)",
        [id],
      ),
      'ending by no act': await ask("payout_reject($1, 'rejected', NULL, 'x', NULL, NULL)", [id]),
      'becoming paid': await ask("payout_reject($1, 'paid', 'payout.reject', 'x', NULL, NULL)", [id]),
      'failing what is not verified': await ask(
        "payout_reject($1, 'verify_failed', 'payout.verifyFailed', 'x', NULL, NULL)",
        [id],
      ),
      'verifying what is not verified': await ask('payout_verified($1, NULL)', [id]),
      'holding anew what is held': await ask('payout_reverify($1, $2, NULL)', [id, tenant.agentId]),
      'reversing what is not paid': await ask("payout_reverse($1, 1, 'X', 'x', NULL, NULL)", [id]),
      'paying late what is not rejected': await ask("payout_paid_late($1, $2, $3, 'X', NULL)", [
        id,
        order.amount,
        order.channel_account_id,
      ]),
      'hearing of what was not sent': await ask(
        "payout_heard($1, 1::smallint, 1::smallint, 'failed', NULL, NULL, NULL)",
        [id],
      ),
      'letting go what does not wait': await ask("payout_dispatch($1, $2, 'x', NULL)", [id, tenant.agentId]),
      'what is not there': await ask("payout_reject(0, 'rejected', 'payout.reject', 'x', NULL, NULL)"),
    };
    expect(said).toEqual({
      'rejecting by a stranger': expect.stringContaining('may not reject'),
      'taking back by a stranger': expect.stringContaining('may not take'),
      'taking back by nobody': expect.stringContaining('may not take'),
      'ending by an act that is none': expect.stringContaining('no payout becomes'),
      'ending by no act': expect.stringContaining('no payout becomes'),
      'becoming paid': expect.stringContaining('no payout becomes'),
      'failing what is not verified': 'false',
      'verifying what is not verified': 'false',
      'holding anew what is held': 'refused',
      'reversing what is not paid': 'false',
      'paying late what is not rejected': 'false',
      'hearing of what was not sent': 'false',
      'letting go what does not wait': 'false',
      'what is not there': 'false',
    });
    expect(await rooms.balances(merchantId)).toEqual(before);

    await here.work();
    expect(await ask("payout_heard($1, 1::smallint, 1::smallint, 'paid', NULL, NULL, NULL)", [id])).toContain(
      'on hearing',
    );
    rooms.bank.payout(order.order_no).status = 'paid';
    await here.work();
    expect((await here.payout(id)).status).toBe('paid');
    for (const returned of [null, 0n, -1n]) {
      expect(
        await ask("payout_reverse($1, $2, $3, 'x', NULL, NULL)", [
          id,
          returned,
          rooms.bank.payout(order.order_no).payoutNo,
        ]),
      ).toBe('false');
    }
  });

  test('submits for nobody by somebody else: not by a stranger’s key, a stranger, or one who is switched off', async () => {
    const stranger = await createTenant(base, { provider: rooms.bank });
    const { rows } = await admin.query<{ id: bigint }>(
      `INSERT INTO api_key (customer_id, key, secret_sealed, scopes, ip_allowlist, daily_payout_minor, created_at)
       VALUES ($1, 'ak_live_stranger', 'x', '{payout}', '{203.0.113.0/24}', 10000000, now()) RETURNING id`,
      [stranger.merchantId],
    );
    const sub = { customer_id: merchantId, parent_id: merchantId };
    const wishes: PayoutWish[] = [
      { apiKeyId: rows[0]?.id ?? 0n },
      { personId: stranger.merchantId },
      { personId: stranger.agentId },
      { personId: tenant.subAgentId },
      { personId: await tenant.user('customerSub', { ...sub, status: 'disabled' }) },
      { personId: 0n },
    ];
    for (const wish of wishes) {
      expect(await here.submit(merchantId, { major: '10', ...wish })).toEqual({
        outcome: 'refused',
        refusal: 'forbidden',
      });
    }
    for (const personId of [
      merchantId,
      tenant.agentId,
      await tenant.user('customerSub', sub),
      await tenant.user('admin'),
    ]) {
      expect(await here.submit(merchantId, { major: '10', personId })).toMatchObject({ outcome: 'created' });
    }
  });

  test('submits no part of a batch with values that belong to no payout', async () => {
    const request = payoutRequest(base, merchantId, { major: '10' });
    const { rows } = await admin.query<{ id: bigint }>(
      "SELECT channel_id AS id FROM customer_method WHERE customer_id = $1 AND alias = 'payout' ORDER BY channel_id LIMIT 1",
      [merchantId],
    );
    const way = {
      channelId: rows[0]?.id ?? 0n,
      method: 'payout',
      route: { candidates: [] },
      limitedMethodId: null,
    };
    const stranger = await createTenant(base, { provider: rooms.bank });
    const said = await submitAtOnce(database.pool, [
      { ...request, ...way, amount: -1n, merchantOrderNo: 'A1' },
      { ...request, ...way, channelId: stranger.channelId, merchantOrderNo: 'A2' },
      { ...request, ...way, method: 'bank', merchantOrderNo: 'A3' },
      { ...request, ...way, customerId: tenant.agentId, merchantOrderNo: 'A4' },
      { ...request, ...way, customerId: 0n, merchantOrderNo: 'A5' },
      { ...request, ...way, amount: parseAmount('10', 'TWD') * 1_000_000_000n, merchantOrderNo: 'A6' },
      { ...request, ...way, merchantOrderNo: 'A7', requestHash: createHash('sha256').update('A7').digest() },
    ]);
    expect(said.map((each) => ('refusal' in each ? each.refusal : each.outcome))).toEqual([
      'noChannelAvailable',
      'noChannelAvailable',
      'noChannelAvailable',
      'merchantDisabled',
      'merchantDisabled',
      'poor',
      'created',
    ]);
  });
});

describe('a superuser who makes everything else agree', () => {
  /** What the proof names while this stands. */
  async function foundBy(table: string, statement: string): Promise<string[]> {
    const client = await admin.connect();
    try {
      await client.query("SET session_replication_role = 'replica'");
      await client.query(`CREATE TABLE kept AS SELECT * FROM ${table}`);
      const { rowCount } = await client.query(statement);
      expect([statement, rowCount]).not.toEqual([statement, 0]);
      const found = await failing();
      await client.query(`DELETE FROM ${table}`);
      await client.query(`INSERT INTO ${table} OVERRIDING SYSTEM VALUE SELECT * FROM kept`);
      await client.query('DROP TABLE kept');
      return found;
    } finally {
      client.release(true);
    }
  }

  test('is named by the proof, whatever he alters', async () => {
    const [waiting, sent, queued] = [
      await here.place(merchantId, { major: '10', isAgreed: false }),
      await here.place(merchantId, { major: '20' }),
      await here.place(merchantId, { major: '30', notifyUrl: 'https://shop.example.com/' }),
    ];
    await sendPayouts(database.app, [sent.id]);
    expect(await failing()).toEqual([]);
    const order = (id: bigint, change: string) => `UPDATE payout_order SET ${change} WHERE id = ${id}`;
    const other = keepPayee(vault, {
      accountName: '別人',
      bankCode: '004',
      branch: null,
      accountNo: '1234567890',
    });
    const cases: [string, string][] = [
      ['payout_order', order(waiting.id, "account_name = '別人'")],
      ['payout_order', order(waiting.id, `card_hash = '${other.cardHash}'`)],
      ['payout_order', order(waiting.id, `card_shown = '${other.cardShown}'`)],
      ['payout_order', order(waiting.id, "bank_code = '812'")],
      ['payout_order', order(waiting.id, "branch = '別處'")],
      ['payout_order', order(waiting.id, 'name_mark = NULL')],
      ['payout_order', order(waiting.id, 'card_mark = NULL')],
      ['payout_order', order(waiting.id, 'amount = amount * 2')],
      ['payout_order', order(waiting.id, 'merchant_fee = merchant_fee + 1')],
      ['payout_order', order(waiting.id, 'is_test = true')],
      ['payout_order', order(waiting.id, `submitted_by = ${tenant.agentId}`)],
      ['payout_order', order(waiting.id, "source = 'manual'")],
      ['payout_order', order(queued.id, "notify_url = 'https://evil.example.com/'")],
      ['payout_order', order(queued.id, "merchant_order_no = 'ANOTHER'")],
      ['payout_order', order(queued.id, 'sub_agent_id = NULL')],
      ['payout_order', order(queued.id, "status = 'rejected', stage = NULL")],
      ['payout_order', `DELETE FROM payout_order WHERE id = ${queued.id}`],
      ['payout_attempt', `UPDATE payout_attempt SET outcome = 'failed' WHERE order_id = ${sent.id}`],
      ['payout_attempt', `UPDATE payout_attempt SET request_no = 'X' WHERE order_id = ${sent.id}`],
      ['payout_attempt', `UPDATE payout_attempt SET channel_account_id = 0 WHERE order_id = ${sent.id}`],
      ['payout_attempt', `DELETE FROM payout_attempt WHERE order_id = ${sent.id}`],
      ['payout_hold', `UPDATE payout_hold SET amounts = ARRAY[1::bigint] WHERE order_id = ${queued.id}`],
      ['payout_hold', `UPDATE payout_hold SET given_back_at = now() WHERE order_id = ${queued.id}`],
      ['payout_hour', `UPDATE payout_hour SET amount = 0 WHERE customer_id = ${merchantId}`],
      ['payout_hour', `UPDATE payout_hour SET refunded = refunded + 1 WHERE customer_id = ${merchantId}`],
      ['payout_hour', `DELETE FROM payout_hour WHERE customer_id = ${merchantId}`],
      ['payout_work', `DELETE FROM payout_work WHERE order_id = ${queued.id}`],
      ['payout_chain', `UPDATE payout_chain SET settleable = top_up WHERE customer_id = ${merchantId}`],
    ];
    for (const [table, statement] of cases) {
      expect([statement, await foundBy(table, statement)]).not.toEqual([statement, []]);
    }
    expect(await failing()).toEqual([]);
    // He takes the second person away and lets it go: the log knows that it waited.
    await admin.query(order(waiting.id, 'wait_reason = NULL'));
    expect(await sendPayouts(database.app, [waiting.id])).toHaveLength(1);
    const attempt = await findPayoutAttempt(database.app, { orderId: waiting.id, n: 1 });
    expect(attempt).toBeDefined();
    expect((await failing()).map((each) => each.split(' ')[0])).toContain('Y9');
    if (attempt !== undefined)
      expect(await hear(database.app, attempt, 'accepted', { againAfterS: 60 })).toBe(true);
  }, 120_000);
});

// The last one: from here on the books are those of a production.
test('in production a payout that is neither a key’s nor a person’s is submitted by nobody', async () => {
  await admin.query("INSERT INTO installation (mode) VALUES ('production')");
  const wish = { major: '10' };
  expect(await here.submit(merchantId, wish)).toEqual({ outcome: 'refused', refusal: 'forbidden' });
  expect(await here.submit(merchantId, { ...wish, personId: merchantId })).toMatchObject({
    outcome: 'created',
  });
});
