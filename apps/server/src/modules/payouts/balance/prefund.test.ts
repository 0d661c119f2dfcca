import { beforeAll, expect, test } from 'vitest';
import { openMoneyRooms } from '../../../../test/money-rooms.ts';
import { openPayoutRooms } from '../../../../test/payout-rooms.ts';
import { createTenant } from '../../../../test/tenant.ts';
import { openDoor } from '../../identity/testing/open-door.ts';
import type { Person } from '../../identity/testing/open-door.ts';
import { prove } from '../../ledger/index.ts';
import { openTestUsers } from '../../users/testing/open-test-users.ts';
import { bindPayoutBalances, bindPrefund } from '../index.ts';

const door = await openDoor();
const { admin, call, database, person } = door;
const rooms = await openMoneyRooms(door);
const here = await openPayoutRooms(door, rooms);
const approvals = openTestUsers(door, door.app, door.identity);
bindPayoutBalances(door.app, here.payouts);
bindPrefund(door.app, here.payouts, door.identity, approvals);
const paymentPassword = 'a payment password';

let boss: Person;
let other: Person;
let accountId: bigint;
let collectionAccountId: bigint;
beforeAll(async () => {
  boss = await person({ kind: 'admin', paymentPassword });
  other = await person({ kind: 'admin', paymentPassword });
  const tenant = await createTenant(door, { provider: rooms.bank });
  collectionAccountId = tenant.channelAccountId;
  ({ channelAccountId: accountId } = await here.channel(tenant, [await tenant.merchant()]));
});

interface Answer {
  readonly code: number;
  // Whatever the endpoint says; each test knows what it asked for.
  // oxlint-disable-next-line no-explicit-any
  readonly data: any;
}
const ask = (who: Person, path: string, body: object = {}): Promise<Answer> =>
  door.ask(who, path, { reason: 'as agreed', ...body });
const prefund = (amount: string, ref: string, id = accountId) =>
  ask(boss, `/payment/balances/${id}/prefund`, { amount, transfer_ref: ref });
const approve = async ({ data }: Answer) =>
  (await ask(other, `/admin/approvals/${data.approval_id}/approve`, { reason: undefined })).code;
const ledger = async (): Promise<string> => {
  const { data } = (await call('GET', '/payment/balances?paginate=200', {
    token: await door.tokenOf(boss),
  })) as unknown as Answer;
  return data.items.find(({ id }: { id: string }) => id === String(accountId)).ledger;
};
const failing = async (): Promise<string[]> =>
  (await prove(database)).checks.flatMap(({ name, passed }) => (passed ? [] : [name]));

test('J20: what the platform paid a provider is entered by two persons, once by its number, and can pay others', async () => {
  const asked = await prefund('50000', 'FT 2026-0001');
  expect(asked.data).toMatchObject({ state: 'waiting' });
  expect(await ledger()).toBe('0.0000');
  expect(await approve(asked)).toBe(0);
  expect(await ledger()).toBe('50000.0000');
  const { rows } = await admin.query(
    `SELECT a.kind, a.channel_account_id, p.amount FROM posting p JOIN account a ON a.id = p.account_id
     WHERE p.event = 'channel.prefund' ORDER BY p.amount`,
  );
  expect(rows).toEqual([
    { kind: 'A100', channel_account_id: accountId, amount: -500_000_000n },
    { kind: 'A110', channel_account_id: null, amount: 500_000_000n },
  ]);
  // The same transfer, however its number is written.
  expect((await prefund('1', 'ft2026-0001')).code).toBe(21_005);
  expect(await failing()).toEqual([]);
});

test('nothing, too many decimals, an account that only collects, or nobody who agreed', async () => {
  expect((await prefund('0', 'FT-2')).code).toBe(21_010);
  expect((await prefund('1.001', 'FT-2')).code).toBe(21_010);
  expect((await prefund('1', 'FT-2', collectionAccountId)).code).toBe(404);
  const { agent_id: agentId } = (
    await admin.query<{ agent_id: bigint }>('SELECT agent_id FROM channel_account WHERE id = $1', [accountId])
  ).rows[0] ?? { agent_id: 0n };
  await expect(
    admin.query("SELECT prefund_channel($1, 1, 'FT-3', $2, NULL, 'x', 'r')", [accountId, agentId]),
  ).rejects.toMatchObject({ code: 'LG403' });
  expect(await failing()).toEqual([]);
});
