import { tradeResult } from '@suanpan/domain/journals/income-exchange';
import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { actorOf } from '../../../../test/http.ts';
import { actTogether } from '../../identity/testing/act-together.ts';
import type { Person } from '../../identity/testing/open-door.ts';
import { openWithdrawalRooms, paymentPassword } from '../../withdrawals/testing/open-withdrawal-rooms.ts';
import { foldIncome } from '../fold-income.store.ts';
import { exchangeExport, openIncome } from '../index.ts';

const here = await openWithdrawalRooms();
const { admin, boss, database, person } = here;
openIncome({ db: database, identity: here.identity, approvals: here.approvals, log: here.log }).bind(
  here.app,
);
const exchanges = '/accounting/systemIncome/exchanges';

let agent: Person;
let other: Person;
let merchant: Person;
let address: string;
beforeAll(async () => {
  agent = await person({ paymentPassword });
  other = await person({ kind: 'admin', paymentPassword });
  merchant = await person({ kind: 'customer', parentId: agent.id, paymentPassword });
  await here.fund(merchant, '5000000');
  address = await here.addressOf(merchant);
  await here.raiseCeiling('1000000');
  await here.setRate('TWD', 'USDT', '32.60');
});

/** J8: he is sent 1,000 USDT for 32,600 TWD, so that the house owes them. */
async function withdrawn(amount = '32600'): Promise<string> {
  const { id, no } = (await here.apply(merchant, address, amount)).data;
  await here.decide(boss, 'take', id);
  expect((await here.decide(boss, 'approve', id, { third_party_no: `X-${no}` })).data.state).toBe('done');
  return id;
}
interface Position {
  readonly held: string;
  readonly cost: string;
  readonly rate: string | null;
}
// Whatever the endpoint says; each test knows what it asked for.
// oxlint-disable-next-line no-explicit-any
const told = async (who = boss): Promise<any> => (await here.get(who, exchanges)).data;
const position = async (): Promise<Position> =>
  (await told()).summary.positions.find((one: { base: string }) => one.base === 'USDT');
const exchange = (who: Person, side: 'buy' | 'sell', amount: string, price: string, more: object = {}) =>
  here.ask(who, exchanges, {
    base: 'USDT',
    quote: 'TWD',
    side,
    base_amount: amount,
    quote_amount: price,
    counterparty: 'First Bank',
    ...here.stepUp(who),
    ...more,
  });
async function agreed(side: 'buy' | 'sell', amount: string, price: string): Promise<void> {
  const { approval_id: id = '' } = (await exchange(boss, side, amount, price)).data;
  expect((await here.approve(other, id)).code).toBe(0);
}
/** Whatever a test left is bought back or sold at the price that it cost. */
async function close(): Promise<void> {
  const { cost, held } = await position();
  const typed = (amount: string): string => amount.replace('-', '').replace(/\.?0+$/, '');
  if (/[1-9]/.test(held)) await agreed(held.startsWith('-') ? 'buy' : 'sell', typed(held), typed(cost));
}
async function legs(): Promise<string[]> {
  const { rows } = await admin.query<{ leg: string }>(
    `SELECT p.currency || ' ' || a.kind || ' ' || p.amount AS leg FROM posting p JOIN account a ON a.id = p.account_id
     WHERE p.event = 'income.exchange' AND p.ref_id = (SELECT max(id) FROM house_exchange) ORDER BY p.currency DESC, p.amount`,
  );
  return rows.map(({ leg }) => leg);
}
const drawable = async (): Promise<number> => {
  const { rows } = await admin.query<{ n: bigint }>("SELECT drawable_income('TWD') AS n");
  return Number(rows[0]?.n) / 10_000; // Not money: compared in a test.
};

describe('what the house exchanges for itself', () => {
  test('J8: what is bought back closes its position, and the difference is its result', async () => {
    const before = await drawable();
    await withdrawn();
    expect(await position()).toEqual({
      base: 'USDT',
      quote: 'TWD',
      held: '-1000.000000',
      cost: '-32600.0000',
      rate: '32.6',
    });
    expect(await drawable()).toBe(before);
    const asked = await exchange(boss, 'buy', '1000', '32400');
    expect(asked.data).toMatchObject({ state: 'waiting' });
    expect((await position()).held).toBe('-1000.000000');
    expect((await here.approve(boss, asked.data.approval_id ?? '')).code).toBe(21701);
    expect((await here.approve(other, asked.data.approval_id ?? '')).code).toBe(0);
    expect((await here.approve(other, asked.data.approval_id ?? '')).code).not.toBe(0);
    expect(await legs()).toEqual([
      'USDT A110 -1000000000',
      'USDT F300 1000000000',
      'TWD F300 -326000000',
      'TWD R420 2000000',
      'TWD A110 324000000',
    ]);
    expect(await position()).toMatchObject({ held: '0.000000', cost: '0.0000', rate: null });
    expect(await drawable()).toBe(before + 200);
    expect((await told()).items[0]).toMatchObject({
      side: 'buy',
      base_amount: '1000.000000',
      quote_amount: '32400.0000',
      rate: '32.4',
      held_before: '-1000.000000',
      held_after: '0.000000',
      result: '200.0000',
      operator: boss.username,
      checker: other.username,
    });
    const fx = await here.get(boss, '/accounting/systemIncome?tab=fx');
    expect(fx.data.items).toMatchObject([{ currency: 'TWD', accrued: '200.0000', collected: '200.0000' }]);
    expect(await here.failing()).toEqual([]);
  });

  test('a part is realised pro rata at a loss, folded or not, and what comes back makes a position again', async () => {
    const id = await withdrawn();
    await agreed('buy', '400', '13140');
    expect((await told()).items[0]).toMatchObject({ result: '-100.0000', held_after: '-600.000000' });
    const open = await position();
    expect(open).toMatchObject({ held: '-600.000000', cost: '-19560.0000', rate: '32.6' });
    await foldIncome(database.app, 0);
    expect(await position()).toEqual(open);
    const back = await here.decide(boss, 'reverse', id);
    expect((await here.approve(other, back.data.approval_id ?? '')).code).toBe(0);
    expect(await position()).toMatchObject({ held: '400.000000', cost: '13040.0000', rate: '32.6' });
    await close();
    expect(await here.failing()).toEqual([]);
  });

  test('a position that is altered together with its cost, so that it would bring the same, is told', async () => {
    const client = await admin.connect();
    const scaled = (how: string) =>
      client.query(`UPDATE house_exchange SET held = held ${how} 2, cost = cost ${how} 2 WHERE result <> 0 RETURNING
        result = house_result(held, cost, base_amount, quote_amount) AS same`);
    try {
      await client.query("SET session_replication_role = 'replica'");
      const { rows } = await scaled('*');
      expect(rows.some(({ same }) => same)).toBe(true);
      expect(await here.failing()).toEqual(['I8']);
      await scaled('/');
      expect(await here.failing()).toEqual([]);
    } finally {
      client.release(true);
    }
  });

  test('of two who buy back all of it at one moment the second finds nothing to close', async () => {
    await withdrawn();
    const asked = [
      await exchange(boss, 'buy', '1000', '32000'),
      await exchange(boss, 'buy', '1000', '32100'),
    ];
    const third = await person({ kind: 'admin', paymentPassword });
    const answers = await actTogether(
      here,
      asked.map(({ data }, n) => ({
        who: n === 0 ? other : third,
        path: `/admin/approvals/${data.approval_id}/approve`,
        body: {},
      })),
    );
    expect(answers.map(({ code }) => code)).toEqual([0, 0]);
    const [last, first] = (await told()).items;
    expect(last).toMatchObject({ result: '0.0000', held_before: '0.000000', held_after: '1000.000000' });
    expect(['600.0000', '500.0000']).toContain(first.result);
    await close();
    expect(await here.failing()).toEqual([]);
  });

  test('is nobody’s but the platform’s, of a pair that was exchanged, and with a second factor', async () => {
    for (const who of [agent, merchant]) {
      expect((await here.get(who, exchanges)).code).toBe(20403);
      expect((await exchange(who, 'buy', '1', '32')).code).toBe(20403);
    }
    expect((await exchange(boss, 'buy', '1', '32', { base: 'USD' })).code).toBe(404);
    expect((await exchange(boss, 'buy', '1', '32', { base: 'TWD', quote: 'USDT' })).code).toBe(404);
    expect((await exchange(boss, 'buy', '0', '32')).code).not.toBe(0);
    expect((await exchange(boss, 'buy', '1', '32', { payment_password: 'another' })).code).not.toBe(0);
    const reader = { db: database, actor: actorOf('agent', agent.id), locale: 'en' } as const;
    expect(await exchangeExport.count(reader, exchangeExport.filter.parse({}))).toBe(0);
  });

  test('the door lets nobody past it who was not agreed to', async () => {
    const { approval_id: id = '' } = (await exchange(boss, 'buy', '1', '32')).data;
    const client = await admin.connect();
    await client.query('BEGIN');
    await client.query("SET LOCAL session_replication_role = 'replica'");
    await client.query(
      "UPDATE approval SET state = 'approved', checker_id = $2, decided_at = business_now() WHERE id = $1",
      [id, other.id],
    );
    await client.query('DELETE FROM installation');
    await client.query("INSERT INTO installation (mode) VALUES ('production')");
    const exact = { base: 'USDT', amount: '1000000', price: '-320000', party: 'First Bank', agreed: id };
    const by = (change: Partial<Record<keyof typeof exact, string | null>>) => {
      const { agreed: agreement, amount, base, party, price } = { ...exact, ...change };
      return client
        .query("SELECT exchange_house($1, 'TWD', $2, $3, $4, $5, $6, 'as the bank says', NULL)", [
          base,
          amount,
          price,
          party,
          boss.id,
          agreement,
        ])
        .then(() => 'done')
        .catch(({ code }: { code: string }) => code);
    };
    try {
      for (const change of [
        { agreed: null },
        { base: 'USD' },
        { amount: '2000000' },
        { price: '-310000' },
        { party: 'Second Bank' },
      ]) {
        await client.query('SAVEPOINT before');
        expect([change, await by(change)]).toEqual([change, 'LG403']);
        await client.query('ROLLBACK TO before');
      }
      expect(await by({})).toBe('done');
    } finally {
      await client.query('ROLLBACK');
      client.release(true);
    }
    expect(await here.failing()).toEqual([]);
  });

  test('a file has as many rows as the list, and the same result', async () => {
    const reader = { db: database, actor: actorOf('admin', boss.id), locale: 'en' } as const;
    const filter = exchangeExport.filter.parse({ currency: 'USDT' });
    const { summary, total } = await told();
    expect(await exchangeExport.count(reader, filter)).toBe(total);
    const { rows } = await exchangeExport.read(reader, filter, { after: null, limit: 100 });
    expect(rows).toHaveLength(total);
    const result = rows.reduce((all, row) => all + Number((row['result'] as { money: string }).money), 0); // Not money: compared in a test.
    expect(result).toBe(Number(summary.by_currency[0].result));
  });

  test('the door realises what the domain says', async () => {
    const amount = fc.bigInt(-(10n ** 15n), 10n ** 15n);
    const moved = fc.bigInt(1n, 10n ** 15n);
    const cases = fc.sample(fc.tuple(amount, amount, fc.boolean(), moved, moved), 500);
    const trades = cases.map(([held, cost, isBuy, base, quote]) => ({
      position: { held, cost },
      trade: isBuy ? { base, quote: -quote } : { base: -base, quote },
    }));
    const { rows } = await admin.query<{ result: bigint }>(
      `SELECT house_result(t.held, t.cost, t.base, t.quote) AS result
       FROM unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::bigint[]) WITH ORDINALITY AS t (held, cost, base, quote, n) ORDER BY n`,
      [
        trades.map(({ position: { held } }) => held),
        trades.map(({ position: { cost } }) => cost),
        trades.map(({ trade }) => trade.base),
        trades.map(({ trade }) => trade.quote),
      ],
    );
    expect(rows.map(({ result }) => result)).toEqual(
      trades.map(({ position, trade }) => tradeResult(position, trade)),
    );
  });
});
