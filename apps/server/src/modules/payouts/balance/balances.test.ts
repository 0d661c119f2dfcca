import { beforeAll, expect, test } from 'vitest';
import { testDatabase } from '../../../../test/database.ts';
import { actorOf, openHttp } from '../../../../test/http.ts';
import { openMoneyRooms } from '../../../../test/money-rooms.ts';
import { openPayoutRooms } from '../../../../test/payout-rooms.ts';
import { createTenant } from '../../../../test/tenant.ts';
import type { Tenant } from '../../../../test/tenant.ts';
import type { Actor } from '../../../platform/http/actor.ts';
import { bindPayoutBalances, checkBalances } from '../index.ts';

const base = await testDatabase();
const rooms = await openMoneyRooms(base);
const here = await openPayoutRooms(base, rooms);
const http = openHttp(base);
bindPayoutBalances(http.app, here.payouts);

let own: Tenant;
let other: Tenant;
let merchantId: bigint;
let accountId: bigint;
beforeAll(async () => {
  own = await createTenant(base, { provider: rooms.bank });
  other = await createTenant(base, { provider: rooms.bank });
  merchantId = await own.merchant();
  ({ channelAccountId: accountId } = await here.channel(own, [merchantId]));
  await here.channel(other, [await other.merchant()]);
  await here.earn(merchantId, 2);
});
const boss = (): Actor => actorOf('admin', 900_001n);
const agent = (): Actor => actorOf('agent', own.agentId);

interface Row {
  readonly id: string;
  readonly ledger: string | null;
  readonly provider: string | null;
  readonly difference: string | null;
  readonly state: string;
  readonly version: number;
  readonly actions: readonly string[];
}
const rowOf = async (who: Actor): Promise<Row> => {
  const { items } = (await http.get(who, '/payment/balances')).data as { items: Row[] };
  const row = items.find(({ id }) => id === String(accountId));
  if (row === undefined) throw new Error('It is not in the list');
  return row;
};
const mark = async (amount: string | null, who = agent()) =>
  http.send(who, 'PUT', `/payment/balances/${accountId}`, {
    low_water: amount,
    version: (await rowOf(agent())).version,
  });
const refresh = (who: Actor) => http.post(who, `/payment/balances/${accountId}/refresh`);
const alerts = async (): Promise<number> => {
  const { rows } = await base.admin.query<{ n: string }>(
    "SELECT count(*) AS n FROM outbox WHERE kind = 'channel.balance_low' AND subject = $1",
    [`channelAccount:${accountId}`],
  );
  return Number(rows[0]?.n);
};
/** What is known of a merchant's ways is read anew after a second. */
const settled = () => new Promise((resolve) => setTimeout(resolve, 1_100));

test('what the provider holds stands beside what left by it', async () => {
  expect(await rowOf(agent())).toMatchObject({ provider: null, state: 'unknown', ledger: '0.0000' });
  const order = await here.place(merchantId, { major: '300' });
  await here.work();
  const bank = rooms.bank.payout(order.order_no);
  bank.status = 'paid';
  await here.tell(await here.payout(order.id));
  rooms.bank.available = '5000.50';
  expect((await refresh(agent())).data).toMatchObject({
    provider: '5000.5000',
    ledger: '-300.0000',
    difference: '5300.5000',
    state: 'ok',
    actions: ['refresh', 'update'],
  });
});

test('below its mark people are told once, and the next payout finds no way', async () => {
  rooms.bank.available = '1000.00';
  expect((await mark('800')).code).toBe(0);
  await refresh(agent());
  await settled();
  expect(await here.submit(merchantId, { major: '10' })).toMatchObject({ outcome: 'created' });
  // More than there is, the provider's fee included.
  expect(await here.submit(merchantId, { major: '993' })).toMatchObject({ refusal: 'noChannelAvailable' });

  rooms.bank.available = '799.99';
  expect((await refresh(boss())).data.state).toBe('low');
  await refresh(agent());
  expect(await alerts()).toBe(1);
  await settled();
  expect(await here.submit(merchantId, { major: '10' })).toMatchObject({ refusal: 'noChannelAvailable' });

  expect((await mark(null)).code).toBe(0);
  await settled();
  expect(await here.submit(merchantId, { major: '10' })).toMatchObject({ outcome: 'created' });
  const { rows } = await base.admin.query(
    "SELECT before, after FROM audit_log WHERE act = 'payment.balance.update' ORDER BY id",
  );
  expect(rows.at(-1)).toMatchObject({ before: { low_water: '800.0000' } });
});

test('however many cannot be asked, the others have their turn', async () => {
  await mark('1');
  const { rows } = await base.admin.query<{ id: bigint }>(
    `INSERT INTO channel_account (name, provider_id, agent_id, currency, direction, base_url, credentials_sealed, low_water, created_at)
     SELECT 'unreadable ' || n, a.provider_id, a.agent_id, a.currency, 'payout', a.base_url, 'no credentials', 1, a.created_at
     FROM channel_account a, generate_series(1, 25) AS n WHERE a.id = $1 RETURNING id`,
    [accountId],
  );
  const lost = rows.map(({ id }) => id);
  await base.admin.query(
    "UPDATE channel_account SET balance_checked_at = CASE WHEN id = ANY ($1) THEN NULL ELSE now() - interval '1 day' END",
    [lost],
  );
  rooms.bank.available = '778.00';
  for (let round = 0; round < 3; round += 1) await checkBalances(here.payouts);
  expect((await rowOf(agent())).provider).toBe('778.0000');
  await base.admin.query('UPDATE channel_account SET enabled = false WHERE id = ANY ($1)', [lost]);
});

test('accounts with a mark are asked by themselves; what cannot be read is unknown and stops nothing', async () => {
  await mark('1');
  await base.admin.query('UPDATE channel_account SET balance_checked_at = NULL');
  rooms.bank.available = '777.00';
  await checkBalances(here.payouts);
  expect(await rowOf(agent())).toMatchObject({ provider: '777.0000', state: 'ok' });
  rooms.bank.available = '0.00';
  await checkBalances(here.payouts);
  expect((await rowOf(agent())).provider).toBe('777.0000');
  rooms.bank.takeQueries = 'garbage';
  expect((await refresh(agent())).data).toMatchObject({ provider: null, state: 'unknown' });
  rooms.bank.takeQueries = 'answer';
  await settled();
  expect(await here.submit(merchantId, { major: '10' })).toMatchObject({ outcome: 'created' });
  const { rows } = await base.admin.query(
    'SELECT count(*)::int AS n FROM channel_account WHERE low_water IS NULL AND balance_checked_at IS NOT NULL',
  );
  expect(rows).toEqual([{ n: 0 }]);
});

test('a merchant learns whether he can be paid for and no figure; nobody sees another tree', async () => {
  expect(await rowOf(actorOf('customer', merchantId))).toMatchObject({
    provider: null,
    ledger: null,
    low_water: null,
    agent: null,
    actions: [],
  });
  const { items } = (await http.get(actorOf('customer', own.merchantId), '/payment/balances')).data;
  expect(items).toEqual([]);
  const stranger = actorOf('agent', other.agentId);
  expect((await http.get(stranger, '/payment/balances')).data.total).toBe(1);
  expect((await refresh(stranger)).code).toBe(404);
  expect((await mark('5', stranger)).code).toBe(404);
  const { version } = await rowOf(agent());
  const stale = { low_water: '5', version: version - 1 };
  expect((await http.send(agent(), 'PUT', `/payment/balances/${accountId}`, stale)).code).toBe(20_412);
  expect((await mark('1.005')).code).toBe(21_010);
});
