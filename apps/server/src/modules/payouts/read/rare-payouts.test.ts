import { regionDayOf, startOfRegionDay } from '@suanpan/domain/region-day';
import { payoutStatuses, rarePayoutStatuses } from '@suanpan/domain/states/payout';
import { beforeAll, expect, test } from 'vitest';
import { moveBusinessClock, testDatabase } from '../../../../test/database.ts';
import { openMoneyRooms } from '../../../../test/money-rooms.ts';
import { openPayoutRooms } from '../../../../test/payout-rooms.ts';
import { createTenant } from '../../../../test/tenant.ts';
import type { Tenant } from '../../../../test/tenant.ts';
import { businessNow } from '../../../platform/clock.ts';
import type { Scope } from '../../../platform/http/actor.ts';
import { keptSumsOf } from '../../orders/index.ts';
import type { PayoutFilter } from './payout-search.ts';
import { listPayouts, sumPayouts, sumPayoutRows } from './search.queries.ts';
import type { ListedPayout } from './search.queries.ts';

const base = await testDatabase();
const { admin, database } = base;
const rooms = await openMoneyRooms(base);
const here = await openPayoutRooms(base, rooms);
let own: Tenant;
let foreign: Tenant;
let before: number;

/** Four evenings of payouts of two trees: paid, refused, without money, and under way; the sums of the first two are folded. */
beforeAll(async () => {
  [own, foreign] = [
    await createTenant(base, { provider: rooms.bank }),
    await createTenant(base, { provider: rooms.bank }),
  ];
  for (const each of [own, foreign]) {
    await here.channel(each, [each.merchantId]);
    await here.earn(each.merchantId, 4);
  }
  before = regionDayOf(await businessNow(database.app));
  for (let evening = 0; evening < 4; evening += 1) {
    const now = await businessNow(database.app);
    const at = startOfRegionDay(regionDayOf(now) + 1).getTime() + (23.9 * 3_600_000 + evening * 60_000);
    await moveBusinessClock(database, at - now.getTime());
    for (const [index, { merchantId }] of [own, foreign].entries()) {
      const major = (more: number): string => `${100 + evening * 10 + index * 5 + more}`;
      const paid = await here.place(merchantId, { major: major(1) });
      const refused = await here.place(merchantId, { major: major(2) });
      await here.work();
      for (const [payout, status] of [
        [paid, 'paid'],
        [refused, 'failed'],
      ] as const) {
        rooms.bank.payout(payout.order_no).status = status;
        await here.tell(await here.payout(payout.id));
      }
      await here.submit(merchantId, { major: '9000000' });
      await here.place(merchantId, { major: major(3), isAgreed: false });
    }
    if (evening === 1) await admin.query('SELECT fold_payouts(100000)');
  }
  await admin.query(`UPDATE payout_order SET callback_status = 'failed' WHERE id % 3 = 0`);
}, 240_000);

const scopes = (): Readonly<Record<string, Scope>> => ({
  platform: { kind: 'platform' },
  'senior agent': { kind: 'agent', agentId: own.agentId },
  'general agent': { kind: 'subAgent', subAgentId: own.subAgentId },
  middleman: { kind: 'middleman', middlemanId: own.middlemanId },
  merchant: { kind: 'customer', customerId: own.merchantId },
});
const questions = (): Readonly<
  Record<string, readonly [PayoutFilter, (payout: ListedPayout) => boolean]>
> => {
  const status = (...wanted: readonly string[]) =>
    [{ status: wanted }, (payout: ListedPayout) => wanted.includes(payout.status)] as const;
  return {
    none: [{}, () => true],
    paid: status('paid'),
    refused: status('rejected'),
    'without money': status('insufficient_balance'),
    'two rare ones': status('rejected', 'insufficient_balance'),
    'a rare one and a common one': status('rejected', 'paid'),
    'under way': status('processing'),
    queued: [{ stage: ['queued'] }, ({ stage }) => stage === 'queued'],
    reversed: [{ reverseStatus: ['reversed'] }, () => false],
    'why it failed': [{ failure: 'insufficientBalance' }, ({ failure }) => failure === 'insufficientBalance'],
    untold: [{ callbackStatus: ['failed'] }, (payout) => payout.callback_status === 'failed'],
    'no channel': [{ channelId: 0n }, (payout) => payout.channel_id === null],
    'another currency': [{ currency: 'USDT' }, () => false],
    'no tests': [{ isTest: false }, (payout) => !payout.is_test],
    'of another tree': [
      { agentId: foreign.agentId, status: ['rejected'] },
      (payout) => payout.agent_id === foreign.agentId && payout.status === 'rejected',
    ],
  };
};
const hours = (day: number, hour: number): Date =>
  new Date(startOfRegionDay(before + day).getTime() + hour * 3_600_000);
const ranges = (): Readonly<Record<string, PayoutFilter>> => ({
  'whole days': { createdFrom: hours(0, 0), createdTo: hours(10, 0) },
  'days with ends between payouts': { createdFrom: hours(1, 23.92), createdTo: hours(4, 23.96) },
  'a day': { createdFrom: hours(1, 0), createdTo: hours(2, 0) },
  'all time': {},
});

test.each(Object.keys(ranges()))(
  'over %s pages and totals are those of the payouts, whoever looks for whatever',
  async (range) => {
    const dates = ranges()[range] ?? {};
    for (const [who, scope] of Object.entries(scopes())) {
      const all = { offset: 0, limit: 1_000 };
      const whole = await listPayouts(database.app, scope, dates, '-created_at', all);
      for (const [asked, [filter, meets]] of Object.entries(questions())) {
        const met = whole.filter(meets).map(({ id }) => id);
        const read = async (limit: number): Promise<bigint[]> =>
          (
            await listPayouts(database.app, scope, { ...filter, ...dates }, '-created_at', {
              offset: 0,
              limit,
            })
          ).map(({ id }) => id);
        expect([who, asked, await read(1_000), await read(2)]).toEqual([who, asked, met, met.slice(0, 2)]);
        const counted = await sumPayoutRows(database.app, scope, { ...filter, ...dates });
        expect(counted.reduce((total, { count }) => total + count, 0n)).toBe(BigInt(met.length));
        for (const db of [database.app, database.reports])
          expect([who, asked, await sumPayouts(db, scope, { ...filter, ...dates })]).toEqual([
            who,
            asked,
            counted,
          ]);
      }
    }
  },
  180_000,
);

test('there is something of what is asked to be missed, and whole days are read from the kept sums', async () => {
  const platform: Scope = { kind: 'platform' };
  const all = await listPayouts(database.app, platform, {}, '-created_at', { offset: 0, limit: 1_000 });
  const missing = Object.entries(questions()).filter(([, [, meets]]) => !all.some(meets));
  expect(missing.map(([name]) => name)).toEqual(['reversed', 'no channel', 'another currency']);
  const days = ranges()['whole days'] ?? {};
  const unkept = Object.entries(questions()).filter(
    ([, [filter]]) => keptSumsOf(platform, { ...filter, ...days }) === null,
  );
  expect(unkept.map(([name]) => name)).toEqual(['queued', 'reversed', 'why it failed', 'untold']);
  // A sum that was altered is what is told: nothing else tells of it.
  for (const [table, asked] of Object.entries({
    payout_agent_day: days,
    payout_channel_day: { ...days, customerId: own.merchantId },
  })) {
    const [sum] = await sumPayouts(database.app, platform, asked);
    await admin.query(`UPDATE ${table} SET made_amount = made_amount + 1 WHERE made_count > 0`);
    const [altered] = await sumPayouts(database.app, platform, asked);
    expect(altered?.amount).toBeGreaterThan(sum?.amount ?? 0n);
    await admin.query(`UPDATE ${table} SET made_amount = made_amount - 1 WHERE made_count > 0`);
  }
});

test('where a payout is rare is said alike here and in the database', async () => {
  const { rows } = await admin.query<{ status: string }>(
    'SELECT s AS status FROM unnest($1::text[]) AS s WHERE payout_is_rare(s)',
    [payoutStatuses],
  );
  expect(rows.map(({ status }) => status).toSorted()).toEqual([...rarePayoutStatuses].toSorted());
});
