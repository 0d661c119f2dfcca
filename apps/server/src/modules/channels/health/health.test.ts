import { breakerFailuresInARow } from '@suanpan/domain/limits';
import { expect, test } from 'vitest';
import { testDatabase } from '../../../../test/database.ts';
import { actorOf, openHttp } from '../../../../test/http.ts';
import { openMoneyRooms } from '../../../../test/money-rooms.ts';
import { createTenant } from '../../../../test/tenant.ts';
import type { Actor } from '../../../platform/http/actor.ts';
import { probeChannels } from './probe-channels.ts';
import { transact } from '../../../platform/db/transact.ts';
import { bindChannelState } from './state.routes.ts';
import { changeState } from './state.store.ts';

const base = await testDatabase();
const rooms = await openMoneyRooms(base);
const tenant = await createTenant(base, { provider: rooms.bank });
const { channelId, merchantId } = tenant;
const deps = { db: base.database, channels: rooms.channels, log: base.log };

const stateOf = async (): Promise<string> =>
  (await base.admin.query('SELECT state FROM channel_state WHERE channel_id = $1', [channelId])).rows[0]
    ?.state ?? 'ok';
const newsOf = async (): Promise<string[]> =>
  (
    await base.admin.query(
      `SELECT payload ->> 'state' AS state FROM outbox WHERE kind = 'channel.stateChanged' ORDER BY id`,
    )
  ).rows.map(({ state }) => state as string);
const lamp = async () =>
  (
    await base.admin.query('SELECT lamp, error, uptime_24h FROM channel_check WHERE channel_id = $1', [
      channelId,
    ])
  ).rows[0];
const rest = () =>
  base.admin.query("UPDATE channel_state SET since = since - interval '6 minutes' WHERE channel_id = $1", [
    channelId,
  ]);
/** Until somebody waits for a row that another holds. */
async function untilWaiting(): Promise<void> {
  const waiting =
    "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'";
  for (let n = 0; n < 200; n += 1) {
    if ((await base.admin.query(waiting)).rows.length > 0) return;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  throw new Error('Nobody waits');
}
const askAgain = () => base.admin.query("UPDATE channel_probe SET at = at - interval '10 minutes'");

test('a provider that fails in a row is given no more orders, and people hear of it once', async () => {
  rooms.bank.takeCreates = 'lost';
  for (let n = 0; n < breakerFailuresInARow; n += 1) {
    expect(await stateOf()).toBe('ok');
    await rooms.place(merchantId).catch(() => {});
  }
  expect([await stateOf(), await newsOf()]).toEqual(['tripped', ['tripped']]);
  rooms.bank.takeCreates = 'answer';
  await expect(rooms.place(merchantId)).rejects.toMatchObject({ refusal: 'noChannelAvailable' });
  const { rows } = await base.admin.query("SELECT to_status FROM audit_log WHERE act = 'channel.state'");
  expect(rows).toEqual([{ to_status: 'tripped' }]);
});

test('it is asked after its rest, and comes back only with an answer', async () => {
  await probeChannels(deps);
  // It answers, but it has not rested.
  expect([await stateOf(), await lamp()]).toMatchObject(['tripped', { lamp: 'green', uptime_24h: '100.00' }]);
  await rest();
  await askAgain();
  rooms.bank.takeQueries = 'error';
  await probeChannels(deps);
  expect([await stateOf(), await lamp()]).toMatchObject(['tripped', { lamp: 'red' }]);
  expect((await lamp()).error).not.toBeNull();
  rooms.bank.takeQueries = 'answer';
  await askAgain();
  await probeChannels(deps);
  expect([await stateOf(), await newsOf()]).toEqual(['ok', ['tripped', 'ok']]);
  expect(await lamp()).toMatchObject({ lamp: 'amber', error: null, uptime_24h: '66.67' });
  expect((await rooms.place(merchantId)).channel_id).toBe(channelId);
});

test('a provider that counts orders it does not know is not asked; what was tripped comes back after its rest', async () => {
  const quiet = { ...deps, channels: { ...rooms.channels, unprobed: () => ['simpay'] } };
  const asked = async (): Promise<number> =>
    (await base.admin.query('SELECT count(*)::int AS n FROM channel_probe')).rows[0].n as number;
  const before = await asked();
  await base.admin.query("UPDATE channel_state SET state = 'tripped', since = business_now()");
  await askAgain();
  await probeChannels(quiet);
  expect(await stateOf()).toBe('tripped');
  await rest();
  await probeChannels(quiet);
  expect([await stateOf(), await asked()]).toEqual(['ok', before]);
});

test('unpaid and expired orders trip nothing', async () => {
  for (let n = 0; n < 30; n += 1) await rooms.place(merchantId);
  await base.admin.query("UPDATE collection_order SET status = 'expired' WHERE status = 'pending'");
  expect(await stateOf()).toBe('ok');
});

test('maintenance is set by a person alone, and no probe ends it', async () => {
  const http = openHttp(base);
  bindChannelState(http.app, base.database);
  const put = async (who: Actor, state: string) =>
    (await http.send(who, 'PUT', `/channels/${channelId}/state`, { state, reason: 'mended until six' })).code;
  const agent = actorOf('agent', tenant.agentId);
  const other = await createTenant(base, { provider: rooms.bank });
  expect(await put(actorOf('agent', other.agentId), 'maintenance')).toBe(404);
  expect(await put(actorOf('customer', merchantId), 'maintenance')).toBe(20_403);
  expect(await put(agent, 'maintenance')).toBe(0);
  expect(await put(agent, 'maintenance')).toBe(21_001);
  await rest();
  await askAgain();
  await probeChannels(deps);
  expect(await stateOf()).toBe('maintenance');
  await expect(rooms.place(merchantId)).rejects.toMatchObject({ refusal: 'noChannelAvailable' });
  expect(await put(agent, 'ok')).toBe(0);
  expect(await newsOf()).toEqual(['tripped', 'ok', 'ok', 'maintenance', 'ok']);
});

test('takes the right to change channels of its own direction', async () => {
  const http = openHttp(base);
  bindChannelState(http.app, base.database);
  const agent = actorOf('agent', tenant.agentId);
  const permissions = new Set(
    [...agent.permissions].filter((right) => !right.startsWith('collectionMethod.')),
  );
  const put = (who: Actor) =>
    http.send(who, 'PUT', `/channels/${channelId}/state`, { state: 'maintenance', reason: 'mended' });
  expect((await put({ ...agent, permissions })).code).toBe(20_403);
  expect(await stateOf()).toBe('ok');
});

test('a failure that is told while a person takes the channel out of use does not bring it back', async () => {
  const person = await base.database.pool.connect();
  await person.query('BEGIN');
  await person.query('SELECT FROM channel WHERE id = $1 FOR NO KEY UPDATE', [channelId]);
  const tripped = transact(base.database.app, (tx) =>
    changeState(tx, { channelId, state: 'tripped', from: ['ok'], reason: 'late' }),
  );
  await untilWaiting();
  await person.query("UPDATE channel_state SET state = 'maintenance' WHERE channel_id = $1", [channelId]);
  await person.query('COMMIT');
  person.release();
  expect([await tripped, await stateOf()]).toEqual([false, 'maintenance']);
  await base.admin.query("UPDATE channel_state SET state = 'ok' WHERE channel_id = $1", [channelId]);
});

test('what a provider is told as a secret is kept nowhere, even where it repeats it', async () => {
  const { secret } = rooms.bank;
  await rooms.channels.open(tenant.channelAccountId);
  const exchange = rooms.channels.exchangeFor(null, tenant.channelAccountId);
  const url = `${rooms.bank.origin}/nothing?key=${encodeURIComponent(secret)}`;
  await exchange({
    operation: 'leak',
    method: 'POST',
    url,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ key: secret }),
  });
  const { rows } = await base.admin.query(
    "SELECT request, response FROM provider_log WHERE operation = 'leak'",
  );
  expect(rows).toHaveLength(1);
  expect(JSON.stringify(rows)).not.toContain(secret);
  expect(JSON.stringify(rows)).not.toContain(encodeURIComponent(secret));
});

test('a channel that is off is asked nothing, and its lamp goes out', async () => {
  await base.admin.query('UPDATE channel SET enabled = false WHERE id = $1', [channelId]);
  await askAgain();
  await probeChannels(deps);
  expect(await lamp()).toMatchObject({ lamp: 'grey' });
});
