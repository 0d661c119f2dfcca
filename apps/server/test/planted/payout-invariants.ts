import { prove } from '../../src/modules/ledger/index.ts';
import { sendPayouts } from '../../src/modules/payouts/send/attempts.store.ts';
import { moveBusinessClock } from '../database.ts';
import type { TestDatabase } from '../database.ts';
import type { MoneyRooms } from '../money-rooms.ts';
import type { PayoutRooms } from '../payout-rooms.ts';
import { createTenant } from '../tenant.ts';

/** The rooms of payouts on a database of their own, with a bug in it or without. */
export interface PayoutWorld {
  readonly base: TestDatabase;
  readonly rooms: MoneyRooms;
  readonly here: PayoutRooms;
}

/** Makes something happen and answers what is wrong afterwards: nothing, where the product is right. */
export type PayoutInvariant = (world: PayoutWorld) => Promise<readonly string[]>;

async function failingChecks({ base }: PayoutWorld): Promise<string[]> {
  return (await prove(base.database)).checks
    .filter(({ passed }) => !passed)
    .map(({ examples, name }) => `${name}: ${examples.join()}`);
}

/** A merchant with two ways out, and 9715.00 to spend. */
async function merchantOf({ base, here, rooms }: PayoutWorld, columns = {}) {
  const tenant = await createTenant(base, { provider: rooms.bank });
  const merchantId = await tenant.merchant(columns);
  await here.channel(tenant, [merchantId]);
  await here.channel(tenant, [merchantId]);
  await here.earn(merchantId);
  return { tenant, merchantId };
}

/** What a function of the database answers, or the words in which it refuses. */
async function ask({ base }: PayoutWorld, call: string, values: readonly unknown[]): Promise<string> {
  try {
    const { rows } = await base.admin.query<{ said: unknown }>(`SELECT ${call} AS said`, [...values]);
    return String(rows[0]?.said);
  } catch (error) {
    return `refused: ${String(error)}`;
  }
}

const reject = (world: PayoutWorld, id: bigint) =>
  ask(world, "payout_reject($1, 'rejected', 'payout.reject', 'channelError', NULL, NULL)", [id]);

/** A payout that a provider may have keeps its hold, and goes nowhere else (S6). */
export const unknownIsNeverReleased: PayoutInvariant = async (world) => {
  const { here, rooms } = world;
  const { merchantId } = await merchantOf(world);
  const order = await here.place(merchantId);
  rooms.bank.takeCreates = 'cut';
  await here.work();
  rooms.bank.takeCreates = 'answer';
  const released = await reject(world, order.id);
  const { rows } = await world.base.admin.query<{ id: bigint }>(
    "SELECT id FROM channel WHERE direction = 'payout' AND id <> $1 ORDER BY id DESC LIMIT 1",
    [order.channel_id],
  );
  const moved = await ask(world, "payout_reroute($1, $2, '{}', NULL, NULL)", [order.id, rows[0]?.id]);
  return [
    ...(released === 'false' ? [] : [`rejecting it answered ${released}`]),
    ...(moved === 'false' ? [] : [`sending it elsewhere answered ${moved}`]),
    ...(await failingChecks(world)),
  ];
};

/** A provider that does not know the number proves nothing until it was asked often and long enough. */
export const notFoundIsNoFailure: PayoutInvariant = async (world) => {
  const { here, rooms } = world;
  const { merchantId } = await merchantOf(world);
  const order = await here.place(merchantId);
  rooms.bank.takeCreates = 'cut';
  rooms.bank.takeQueries = 'refuse';
  for (let round = 0; round < 5; round += 1) await here.work();
  rooms.bank.takeQueries = 'answer';
  const { status } = await here.payout(order.id);
  return status === 'processing' ? [] : [`${status} although the bank has it`];
};

/** What a hold took of early money goes back to its own day. */
export const holdsGoBackToTheirDay: PayoutInvariant = async (world) => {
  const { merchantId } = await merchantOf(world, { payout_from_unsettled: true, settle_rule: 'D2' });
  const order = await world.here.place(merchantId);
  const done = await reject(world, order.id);
  const { L200 } = await world.rooms.balances(merchantId);
  return [
    ...(done === 'true' ? [] : [`rejecting it answered ${done}`]),
    ...(L200 === undefined ? [] : [`${L200} is settled money before its day`]),
    ...(await failingChecks(world)),
  ];
};

/** A rule that cannot be read lets nothing go by itself. */
export const unreadableRulesWait: PayoutInvariant = async (world) => {
  const { merchantId } = await merchantOf(world);
  await world.base.admin.query('UPDATE payout_setting SET payee_hour_count = NULL WHERE owner_id = 0');
  const order = await world.here.place(merchantId, { major: '10' });
  return order.wait_reason === 'velocity' ? [] : [`it waits for ${String(order.wait_reason)}`];
};

/** A key pays no more in a day than it may. */
export const keysHaveTheirDay: PayoutInvariant = async (world) => {
  const { merchantId } = await merchantOf(world);
  const { rows } = await world.base.admin.query<{ id: bigint }>(
    `INSERT INTO api_key (customer_id, key, secret_sealed, scopes, ip_allowlist, daily_payout_minor, created_at)
     VALUES ($1, 'ak_live_planted', 'x', '{payout}', '{203.0.113.0/24}', 10000000, now()) RETURNING id`,
    [merchantId],
  );
  const apiKeyId = rows[0]?.id ?? 0n;
  const first = await world.here.place(merchantId, { major: '900', apiKeyId });
  const second = await world.here.place(merchantId, { major: '200', apiKeyId });
  return [
    ...(first.wait_reason === null ? [] : ['the first one waits']),
    ...(second.wait_reason === 'velocity' ? [] : ['1100 left by a key that may pay 1000']),
  ];
};

/** A number makes one payout, whatever is sent how often. */
export const onePayoutANumber: PayoutInvariant = async (world) => {
  const { merchantId } = await merchantOf(world);
  const wish = { merchantOrderNo: 'ONCE', requestHash: Buffer.from('same'), major: '10' };
  const said = [];
  for (let time = 0; time < 3; time += 1) {
    said.push(await world.here.submit(merchantId, wish).then(({ outcome }) => outcome, String));
  }
  return said.join() === 'created,replayed,replayed' ? [] : [said.join()];
};

/** What several at once take together is never more than there is. */
export const batchesDoNotOverspend: PayoutInvariant = async (world) => {
  const { merchantId } = await merchantOf(world);
  const said = await Promise.all(
    Array.from({ length: 20 }, () =>
      world.here.submit(merchantId, { major: '1000' }).then(({ outcome }) => outcome, String),
    ),
  );
  const made = said.filter((outcome) => outcome === 'created').length;
  return [
    ...(made === 9 ? [] : [`${made} of nine were taken`]),
    ...said.filter((outcome) => outcome !== 'created' && outcome !== 'poor'),
    ...(await failingChecks(world)),
  ];
};

/** What waits for a person is not sent. */
export const waitingIsNotSent: PayoutInvariant = async (world) => {
  const { merchantId } = await merchantOf(world);
  const order = await world.here.place(merchantId, { major: '10', isAgreed: false });
  const sent = await sendPayouts(world.base.database.app, [order.id]);
  return sent.length === 0 ? [] : ['it was sent without anybody'];
};

/** Nobody lets go what he submitted himself. */
export const nobodyDecidesHisOwn: PayoutInvariant = async (world) => {
  const { merchantId, tenant } = await merchantOf(world);
  const maker = await tenant.user('admin');
  const order = await world.here.place(merchantId, {
    major: '10',
    source: 'manual',
    personId: maker,
    isAgreed: false,
  });
  const said = await ask(world, "payout_dispatch($1, $2, 'mine', NULL)", [order.id, maker]);
  return said.startsWith('refused') ? [] : [`letting it go answered ${said}`];
};

/** Only the amount that was ordered pays, and every end is told. */
export const paidAsOrderedAndTold: PayoutInvariant = async (world) => {
  const { here } = world;
  const { merchantId } = await merchantOf(world);
  const order = await here.place(merchantId, { major: '10', notifyUrl: 'https://shop.example.com/hook' });
  await here.work();
  const pay = (amount: bigint, ref: string) =>
    ask(
      world,
      '(SELECT outcome FROM payout_paid(ARRAY[$1::bigint], ARRAY[$2::bigint], ARRAY[$3::bigint], ARRAY[$4], ARRAY[NULL]))',
      [order.id, amount, order.channel_account_id, ref],
    );
  const said = [
    await pay(order.amount + 1n, 'A'),
    await pay(order.amount, 'B'),
    await pay(order.amount, 'C'),
  ];
  return [...(said.join() === 'mismatch,paid,already' ? [] : [said.join()]), ...(await failingChecks(world))];
};

/** Nothing comes back but the provider's own payment of this payout. */
export const reversedOnlyByItsPayment: PayoutInvariant = async (world) => {
  const { here, rooms } = world;
  const { merchantId } = await merchantOf(world);
  const order = await here.place(merchantId, { major: '10' });
  await here.work();
  rooms.bank.payout(order.order_no).status = 'paid';
  await here.work();
  const said = await ask(world, "payout_reverse($1, $2, 'another', 'channelError', NULL, NULL)", [
    order.id,
    order.amount,
  ]);
  await moveBusinessClock(world.base.database, 1_000);
  return said.startsWith('refused') ? [] : [`a return that never arrived answered ${said}`];
};

/** Whoever was reset lately lets nothing go, and a right of his own does not help him. */
export const nobodyResetDecides: PayoutInvariant = async (world) => {
  const { merchantId, tenant } = await merchantOf(world);
  const [checker, helper] = [await tenant.user('admin'), await tenant.user('admin')];
  await world.base.admin.query(
    "INSERT INTO account_change (user_id, what, by_id, by_person) VALUES ($1, 'password', $2, $2)",
    [checker, helper],
  );
  const order = await world.here.place(merchantId, { major: '10', isAgreed: false });
  const said = await ask(world, "payout_dispatch($1, $2, 'reset', NULL)", [order.id, checker]);
  return said.startsWith('refused') ? [] : [`letting it go answered ${said}`];
};

/** A person's payout above the threshold waits for another, whatever its caller says. */
export const largeOnesTakeTwo: PayoutInvariant = async (world) => {
  const { merchantId, tenant } = await merchantOf(world);
  await world.base.admin.query(
    "INSERT INTO approval_policy (agent_id, act, currency, threshold) VALUES ($1, NULL, 'TWD', 1000000)",
    [tenant.agentId],
  );
  const by = { personId: merchantId, source: 'manual', isAgreed: true } as const;
  const small = await world.here.place(merchantId, { major: '60', ...by });
  const large = await world.here.place(merchantId, { major: '40', ...by });
  return [
    ...(small.wait_reason === null ? [] : [`the small one waits for ${small.wait_reason}`]),
    ...(large.wait_reason === 'approval' ? [] : ['a hundred by one person went without another']),
  ];
};

/** What waited for a person before its merchant's server said no waits for him when it is asked anew. */
export const verifiedAnewItWaits: PayoutInvariant = async (world) => {
  const { merchantId, tenant } = await merchantOf(world);
  await world.base.admin.query(
    "INSERT INTO audit_setting (user_id, url, key_sealed) VALUES ($1, 'http://127.0.0.1:9/', 'x')",
    [merchantId],
  );
  const { id } = await world.here.place(merchantId, { major: '10', isAgreed: false });
  await ask(world, "payout_reject($1, 'verify_failed', 'payout.verifyFailed', 'verifyFailed', NULL, NULL)", [
    id,
  ]);
  await ask(world, 'payout_reverify($1, $2, NULL)', [id, tenant.agentId]);
  await ask(world, 'payout_verified($1, NULL)', [id]);
  const sent = await sendPayouts(world.base.database.app, [id]);
  return sent.length === 0 ? [] : ['it was sent without anybody'];
};

/** Whom a list names is paid by no new payout, and by none that waits to be sent. */
export const blockedIsNotPaid: PayoutInvariant = async (world) => {
  const { merchantId, tenant } = await merchantOf(world);
  const accountNo = '990000000042';
  const order = await world.here.place(merchantId, { major: '10', accountNo });
  await world.base.admin.query(
    `INSERT INTO block_entry (kind, value, shown, note, created_by, created_at) VALUES ('card', $1, '*', 'x', $2, now())`,
    [order.card_mark, tenant.agentId],
  );
  const said = await world.here.submit(merchantId, { major: '10', accountNo });
  const sent = await sendPayouts(world.base.database.app, [order.id]);
  return [
    ...(said.outcome === 'refused' ? [] : [`submitting answered ${said.outcome}`]),
    ...(sent.length === 0 ? [] : ['it was sent']),
  ];
};

/** What was never given to a provider cannot turn out to have been paid. */
export const onlyWhatWasSentIsPaidLate: PayoutInvariant = async (world) => {
  const { merchantId } = await merchantOf(world);
  const order = await world.here.place(merchantId, { major: '10' });
  await reject(world, order.id);
  const said = await ask(world, "payout_paid_late($1, $2, $3, 'INVENTED', NULL)", [
    order.id,
    order.amount,
    order.channel_account_id,
  ]);
  return said === 'false' ? [] : [`booking it answered ${said}`];
};
