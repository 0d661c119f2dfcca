import { receiveNotice } from '../src/modules/collections/confirm/receive-notice.ts';
import { createHash } from 'node:crypto';
import { parseAmount } from '@suanpan/money/amount';
import {
  findPayout,
  keepPayee,
  openPayouts,
  receivePayoutNotice,
  submitPayout,
  workPayouts,
} from '../src/modules/payouts/index.ts';
import type { PayoutRow, Payouts, SubmitOutcome, SubmitRequest } from '../src/modules/payouts/index.ts';
import { createOutbound } from '../src/platform/outbound.ts';
import { atEnd } from './at-end.ts';
import type { TestDatabase } from './database.ts';
import type { NoticeNews } from './fake-bank.ts';
import type { MoneyRooms } from './money-rooms.ts';
import type { Tenant } from './tenant.ts';

/** Payouts opened beside the money rooms, against the same bank. */
export interface PayoutRooms {
  readonly payouts: Payouts;
  /** A real channel by which these merchants pay others, at the prices of domain §3, J5. */
  channel(
    tenant: Tenant,
    merchants: readonly bigint[],
    more?: Parameters<Tenant['channel']>[0],
  ): Promise<{ channelAccountId: bigint; channelId: bigint }>;
  /** Settleable money, as the merchant's own collections bring it (D0): 9715.00 for each ten thousand. */
  earn(merchantId: bigint, orders?: number): Promise<void>;
  submit(merchantId: bigint, order?: PayoutWish): Promise<SubmitOutcome>;
  /** Submitted and kept; throws where it was refused. */
  place(merchantId: bigint, order?: PayoutWish): Promise<PayoutRow>;
  /** One round of the worker, what was put off included. */
  work(): Promise<void>;
  /** What the provider's notice of a payout comes to. */
  /** As the product hears it: by the one address of all notices. */
  tell(order: PayoutRow, news?: Partial<NoticeNews>, ip?: string): Promise<number>;
  payout(orderId: bigint): Promise<PayoutRow>;
  /** The legs of a journal as text: `L200 -5020.00`. */
  journal(event: string, orderId: bigint): Promise<string[]>;
}

export type PayoutWish = Partial<SubmitRequest> & { readonly major?: string; readonly accountNo?: string };

let serial = 0;

export function payoutRequest(
  { vault }: TestDatabase,
  merchantId: bigint,
  { accountNo, major = '5000', ...more }: PayoutWish = {},
): SubmitRequest {
  serial += 1;
  const merchantOrderNo = more.merchantOrderNo ?? `PT-${process.pid}-${serial}`;
  // An account of its own, so that payees do not meet unless a test wants it.
  const account = accountNo ?? `9${String(process.pid).padStart(7, '0')}${String(serial).padStart(6, '0')}`;
  return {
    customerId: merchantId,
    merchantOrderNo,
    currency: 'TWD',
    amount: parseAmount(major, 'TWD'),
    payee: keepPayee(vault, {
      accountName: '王小明',
      bankCode: '004',
      branch: null,
      accountNo: account,
    }),
    memo: null,
    metadata: {},
    notifyUrl: null,
    locale: null,
    source: 'api',
    apiVersion: 'v2',
    apiKeyId: null,
    personId: null,
    isTest: false,
    requestHash: createHash('sha256').update(`${merchantOrderNo} ${major} ${account}`).digest(),
    requestIp: null,
    requestId: null,
    isAgreed: true,
    isDuplicateKnown: true,
    ...more,
  };
}

export async function openPayoutRooms(
  base: TestDatabase,
  rooms: MoneyRooms,
  /** Servers of merchants that may be called although they are no public ones. */
  merchants: readonly string[] = [],
): Promise<PayoutRooms> {
  const { database, log, vault } = base;
  const outbound = createOutbound({ trustedOrigins: [rooms.bank.origin, ...merchants], allowHttp: true });
  const payouts = openPayouts({
    db: database,
    channels: rooms.channels,
    vault,
    log,
    outbound,
    publicUrl: 'http://127.0.0.1:3000',
  });
  atEnd(async () => {
    await payouts.close();
    await outbound.close();
  });

  const here: PayoutRooms = {
    payouts,
    async channel(tenant, merchants, more = {}) {
      const made = await tenant.channel({
        merchants,
        ...more,
        account: { direction: 'payout', ...more.account },
        channel: {
          direction: 'payout',
          endpoint_pct: '0',
          endpoint_per_item: parseAmount('8', 'TWD'),
          ...more.channel,
        },
        method: {
          alias: 'payout',
          merchant_pct: '0.1',
          merchant_per_item: parseAmount('15', 'TWD'),
          sub_agent_pct: '0',
          sub_agent_per_item: parseAmount('3', 'TWD'),
          middleman_pct: '0',
          middleman_per_item: 0n,
          ...more.method,
        },
      });
      await database.app
        .updateTable('agent_method')
        .set({ system_pct: '0', system_per_item: parseAmount('2', 'TWD') })
        .where('channel_id', '=', made.channelId)
        .execute();
      return made;
    },
    async earn(merchantId, orders = 1) {
      await database.app
        .updateTable('app_user')
        .set({ settle_rule: 'D0' })
        .where('id', '=', merchantId)
        .where('payout_from_unsettled', '=', false)
        .execute();
      for (let order = 0; order < orders; order += 1) {
        const placed = await rooms.place(merchantId);
        rooms.bank.pay(placed.order_no);
        await rooms.tell(placed);
      }
    },
    submit(merchantId, order = {}) {
      const request = payoutRequest(base, merchantId, order);
      return submitPayout(payouts, request, order.accountNo ?? '');
    },
    async place(merchantId, order) {
      const outcome = await here.submit(merchantId, order);
      if (!('orderId' in outcome)) throw new Error(`Refused: ${outcome.refusal}`);
      return here.payout(outcome.orderId);
    },
    async work() {
      await base.admin.query('UPDATE payout_work SET next_at = now()');
      await base.admin.query('UPDATE payout_attempt SET asking_until = NULL');
      await workPayouts(payouts);
    },
    async tell(order, news, ip = '203.0.113.9') {
      const account = order.channel_account_id ?? 0n;
      const number = `${order.order_no}${(order.attempt_no ?? 1) > 1 ? `R${order.attempt_no}` : ''}`;
      const answer = await receiveNotice(
        rooms.collections,
        {
          channelAccountId: account,
          notice: rooms.bank.notice(account, number, news),
          ip,
          requestId: 'request-of-a-notice',
        },
        (channel, received) => receivePayoutNotice(payouts, channel, received),
      );
      return answer.status;
    },
    async payout(orderId) {
      const order = await findPayout(database.app, orderId);
      if (order === undefined) throw new Error(`There is no payout ${orderId}`);
      return order;
    },
    async journal(event, orderId) {
      const { rows } = await base.admin.query<{ leg: string }>(
        `SELECT a.kind || coalesce('[' || u.kind || ']', '') || ' ' || trim_scale(p.amount / 10000.0) AS leg
         FROM posting p JOIN account a ON a.id = p.account_id LEFT JOIN app_user u ON u.id = a.owner_id
         WHERE p.event = $1 AND p.ref_id = $2 ORDER BY p.seq, p.leg_no`,
        [event, orderId],
      );
      return rows.map(({ leg }) => leg);
    },
  };
  return here;
}
