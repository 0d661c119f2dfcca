import { livePayouts, payoutDetail, searchPayouts } from '@suanpan/contract/endpoints/payouts';
import { beforeAll, describe, expect, test } from 'vitest';
import { testDatabase } from '../../../test/database.ts';
import { actorOf, openHttp } from '../../../test/http.ts';
import { openMoneyRooms } from '../../../test/money-rooms.ts';
import { openPayoutRooms } from '../../../test/payout-rooms.ts';
import { createTenant } from '../../../test/tenant.ts';
import type { Tenant } from '../../../test/tenant.ts';
import { recordAudit } from '../audit/index.ts';
import { bindPayouts, payoutExports } from './index.ts';
import type { PayoutRow } from './index.ts';

const base = await testDatabase();
const rooms = await openMoneyRooms(base);
const here = await openPayoutRooms(base, rooms);
const http = openHttp(base);
bindPayouts(http.app, here.payouts, async () => []);
const search = '/payment/transactions/search';
const accountNo = '0901560501232';
let tenant: Tenant;
let paid: PayoutRow;
let waiting: PayoutRow;
let foreign: PayoutRow;

beforeAll(async () => {
  tenant = await createTenant(base, { provider: rooms.bank });
  const other = await createTenant(base, { provider: rooms.bank });
  for (const each of [tenant, other]) {
    await here.channel(each, [each.merchantId]);
    await here.earn(each.merchantId);
  }
  paid = await here.place(tenant.merchantId, { accountNo });
  await here.work();
  rooms.bank.payout(paid.order_no).status = 'paid';
  await here.tell(await here.payout(paid.id));
  waiting = await here.place(tenant.merchantId, { major: '10', isAgreed: false });
  foreign = await here.place(other.merchantId, { major: '10' });
});

describe('the list of payouts', () => {
  test('shows what lies in the caller’s tree, with totals of all of it, and only the ends of accounts', async () => {
    const answer = await http.post(actorOf('customer', tenant.merchantId), search, {});
    expect(searchPayouts.output.safeParse(answer.data).success).toBe(true);
    expect(answer.data.items.map(({ id }: { id: string }) => id)).toEqual([
      String(waiting.id),
      String(paid.id),
    ]);
    expect(answer.data.summary.by_currency).toEqual([
      {
        currency: 'TWD',
        count: 2,
        paid_count: 1,
        amount: '5010.0000',
        paid_amount: '5000.0000',
        fee: '20.0000',
      },
    ]);
    expect(answer.data.items[0]).toMatchObject({
      stage: 'queued',
      wait_reason: 'approval',
      agent: null,
      payer: null,
    });
    expect(JSON.stringify(answer.data)).not.toContain(accountNo);
  });

  test('finds an account by its whole number, and nobody else’s payouts', async () => {
    const agent = actorOf('agent', tenant.agentId);
    const found = await http.post(agent, search, { card_no: '0901-5605 0123-2' });
    expect(found.data.items.map(({ id }: { id: string }) => id)).toEqual([String(paid.id)]);
    expect((await http.post(agent, search, { order_no: paid.order_no })).data.total).toBe(1);
    expect((await http.post(agent, search, { order_no: foreign.order_no })).data.total).toBe(0);
    expect((await http.post(agent, search, { status: ['paid'], amount_min: '5000' })).data.total).toBe(1);
    expect((await http.post(agent, search, { unknown: 1 })).code).toBe(400);
  });
});

describe('a search', () => {
  test('finds by any number, and names those that are nobody’s', async () => {
    const agent = actorOf('agent', tenant.agentId);
    for (const number of [
      paid.order_no,
      paid.merchant_order_no,
      (await here.payout(paid.id)).provider_order_no,
    ]) {
      const { data } = await http.post(agent, search, { numbers: [number, 'nobody'] });
      expect(data.items.map(({ id }: { id: string }) => id)).toEqual([String(paid.id)]);
      expect(data.unmatched).toEqual(['nobody']);
      expect((await http.post(agent, search, { numbers: [foreign.order_no] })).data.total).toBe(0);
    }
  });

  test('finds by a currency, for lists in which several stand', async () => {
    const agent = actorOf('agent', tenant.agentId);
    const all = (await http.post(agent, search, {})).data;
    expect((await http.post(agent, search, { currency: 'TWD' })).data.total).toBe(all.total);
    expect((await http.post(agent, search, { currency: 'USDT' })).data.items).toEqual([]);
    expect((await http.post(agent, search, { currency: 'XXX' })).code).toBe(400);
  });

  test('tells what a payee has beyond the dates, and an agent that is nobody’s', async () => {
    const agent = actorOf('agent', tenant.agentId);
    const past = { created_from: '2020-01-01T00:00:00Z', created_to: '2020-01-02T00:00:00Z' };
    const { data } = await http.post(agent, search, { account_name: '王小明', ...past });
    expect([data.total, data.outside]).toEqual([0, 2]);
    const strange = await http.post(agent, search, { agent_id: String(tenant.merchantId) });
    expect(strange.errors).toEqual({ agent_id: ['Please enter the correct Premium Proxy ID'] });
  });

  test('by a payee tells nothing to those who may not know him', async () => {
    const earner = actorOf('subAgent', tenant.subAgentId);
    expect((await http.post(earner, search, {})).data.total).toBe(2);
    expect((await http.post(earner, search, { account_name: '王小明' })).data.total).toBe(0);
    expect((await http.post(earner, search, { card_no: accountNo, bank_code: '004' })).data.total).toBe(0);
  });

  test('brings live rows whole, and says which of them the filter shows', async () => {
    const agent = actorOf('agent', tenant.agentId);
    const ids = [paid.id, waiting.id, foreign.id].map(String);
    const { data } = await http.post(agent, '/payment/transactions/live', { ids, status: ['paid'] });
    expect(livePayouts.output.safeParse(data).success).toBe(true);
    expect(data.items.map(({ id }: { id: string }) => id).toSorted()).toEqual(ids.slice(0, 2).toSorted());
    expect(data.shown).toEqual([String(paid.id)]);
  });

  test('is a file with the same count and sums', async () => {
    const actor = actorOf('agent', tenant.agentId);
    const reader = { db: base.database, actor, locale: 'en' as const };
    const [list] = payoutExports(base.vault);
    if (list === undefined) throw new Error('No list of payouts');
    const { data } = await http.post(actor, search, {});
    expect(await list.count(reader, {})).toBe(data.total);
    const wanted = { columns: ['amount', 'card_no'], form: 'csv' as const, totals: ['amount'] };
    const first = await list.write(reader, {}, { after: null, limit: 1 }, wanted);
    const rest = await list.write(reader, {}, { after: first.next, limit: 10 }, wanted);
    const text = Buffer.concat([...first.bytes, ...rest.bytes]).toString();
    const amounts = text
      .trim()
      .split('\r\n')
      .map((line) => line.split(',')[0]);
    expect(new Set(amounts)).toEqual(new Set(['10.0000', '5000.0000']));
    const sums = [first, rest].flatMap(({ totals }) => totals().map((total) => total.sums['amount'] ?? 0n));
    expect(sums.reduce((all, sum) => all + sum, 0n)).toBe(50_100_000n);
    expect(text).not.toContain(accountNo);
  });
});

describe('the story of a payout', () => {
  test('tells the platform all of it', async () => {
    const { data } = await http.get(actorOf('admin', 1n), `/payment/transactions/${paid.id}`);
    expect(payoutDetail.safeParse(data).success).toBe(true);
    expect(data.timeline.map(({ kind }: { kind: string }) => kind)).toEqual([
      'payout.submit',
      'payout.send',
      'payout.attempt',
      'payout.paid',
    ]);
    expect(data.holds).toEqual([{ account: 'L200', amount: '5020.0000' }]);
    expect(data.money.lines).toContainEqual(expect.objectContaining({ party: 'agent', amount: '9.0000' }));
    expect(data.attempts).toMatchObject([{ n: 1, outcome: 'paid' }]);
    // The account that was sent to the provider is not kept with what was said.
    expect(data.provider.length).toBeGreaterThan(0);
    expect(JSON.stringify(data.provider)).not.toContain(accountNo);
  });

  test('names to a senior agent nobody who stands above him', async () => {
    const above = await tenant.user('admin', { agent_id: null, parent_id: null });
    await base.admin.query("UPDATE app_user SET tenant_path = id || '.' WHERE id = $1", [above]);
    await recordAudit(base.database.app, {
      actorId: above,
      act: 'payment.transactions.take',
      objectKind: 'payout',
      objectId: String(waiting.id),
    });
    const path = `/payment/transactions/${waiting.id}`;
    const actorIn = async (actor: Parameters<typeof http.get>[0]) =>
      (await http.get(actor, path)).data.timeline.at(-1).actor;
    expect(await actorIn(actorOf('agent', tenant.agentId))).toBeNull();
    expect(await actorIn(actorOf('admin', 1n))).not.toBeNull();
  });

  test('tells the merchant his own part, and nothing of one that is not his', async () => {
    const merchant = actorOf('customer', tenant.merchantId);
    const { data } = await http.get(merchant, `/payment/transactions/${paid.id}`);
    expect(data.money.lines).toEqual([{ party: 'merchant', pct: null, per_item: null, amount: '20.0000' }]);
    expect([data.provider, data.attempts, data.route]).toEqual([null, null, null]);
    const [theirs, absent] = [
      await http.get(merchant, `/payment/transactions/${foreign.id}`),
      await http.get(merchant, '/payment/transactions/999999999'),
    ];
    expect([theirs.code, theirs.code]).toEqual([404, absent.code]);
  });
});
