import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { openPaidLane } from '../../apps/server/src/modules/payouts/paid/paid-lane.ts';
import { sendPayouts } from '../../apps/server/src/modules/payouts/send/attempts.store.ts';
import { openSubmitLane } from '../../apps/server/src/modules/payouts/submit/submit-lane.ts';
import type { RoutedSubmit } from '../../apps/server/src/modules/payouts/submit/submit-request.ts';
import type { Books } from './books.ts';
import { drive } from './callers.ts';
import type { Measured } from './callers.ts';
import { merchantOf } from './orders.ts';
import { adminQuery } from './settings.ts';
import { agentOf, firstMerchantId, merchantCount, payoutTerms } from './tenants.ts';

/** 10 TWD each, in minor units. */
const amount = 100_000n;
/** What every merchant has before the work begins: 100,000,000 TWD come in by one collection. */
const funding = 1_000_000_000_000n;
const sentAtOnce = 2_000;

export const payoutKinds = ['submit spread', 'submit hot', 'paid spread', 'paid hot'] as const;
export type PayoutKind = (typeof payoutKinds)[number];

interface PlacedPayout {
  readonly orderId: bigint;
  readonly customerId: bigint;
}

/** A channel out, money for everybody, and rules that are looked at and allow it. */
export async function preparePayouts(books: Books): Promise<void> {
  await adminQuery(
    books.productUrl,
    `UPDATE app_user SET settle_rule = 'D0' WHERE kind = 'customer';
     ${payoutTerms}
     INSERT INTO api_key (customer_id, key, secret_sealed, scopes, ip_allowlist, daily_payout_minor, created_at)
     SELECT id, 'ak_live_' || id, '-', '{payout}', '{203.0.113.0/24}', 1000000000000000, now() FROM app_user WHERE kind = 'customer';`,
  );
  const { backfill, database, product } = books;
  await product.transact(database.workers, async (tx) => {
    const at = await product.businessNow(tx);
    const orders = Array.from({ length: merchantCount }, (_, place) => ({
      ...product.orderRequest(BigInt(firstMerchantId + place), `funding-${place}`),
      amount: funding,
      notifyUrl: null,
      taken: 'bank',
    }));
    const created = await backfill.create(tx, orders, at);
    await backfill.settle(
      tx,
      created.map(({ orderId }) => ({
        orderId,
        paidAmount: funding,
        channelAccountId: 1n,
        providerOrderNo: `P${orderId}`,
        lateAllowed: false,
        requestId: 'bench',
      })),
      at,
    );
  });
}

/** The product's own lanes of payouts, and what the work in them needs. */
export function openPayoutLanes(books: Books) {
  const { database } = books;
  const submit = openSubmitLane(database, () => {});
  const paid = openPaidLane(database);
  const keys = keyIds(books);

  async function submitOne(
    run: string,
    number: number,
    { isHot, isTold }: { readonly isHot: boolean; readonly isTold: boolean },
  ): Promise<PlacedPayout> {
    const customerId = merchantOf(number, isHot);
    const request = requestOf(customerId, `${run}-${number}`, (await keys).get(customerId));
    const outcome = await submit.submit(isTold ? request : { ...request, notifyUrl: null });
    if (outcome.outcome !== 'created' || outcome.waitReason !== null) {
      throw new Error(
        `A payout of ${run} answered ${JSON.stringify(outcome, (_, value: unknown) => String(value))}`,
      );
    }
    return { orderId: outcome.orderId, customerId };
  }

  async function payOne({ customerId, orderId }: PlacedPayout): Promise<void> {
    const agentId = agentOf(customerId);
    const outcome = await paid.submit({
      orderId,
      agentId,
      partyIds: [customerId, agentId],
      channelAccountId: 2n,
      paidAmount: amount,
      providerOrderNo: `O${orderId}`,
      requestId: 'bench',
    });
    if (outcome !== 'paid') throw new Error(`Payout ${orderId} answered ${outcome}`);
  }

  async function sendAll(placed: readonly PlacedPayout[]): Promise<void> {
    for (let start = 0; start < placed.length; start += sentAtOnce) {
      const ids = placed.slice(start, start + sentAtOnce).map(({ orderId }) => orderId);
      const sent = await sendPayouts(database.workers, ids);
      if (sent.length !== ids.length) throw new Error(`${ids.length - sent.length} payouts were not sent`);
    }
  }

  /** Makes what the work needs, unmeasured; answers the work. */
  async function ready(kind: PayoutKind, run: string, count: number) {
    const isHot = kind.endsWith('hot');
    if (kind.startsWith('submit')) {
      return (seconds: number): Promise<Measured> => {
        let next = 0;
        return drive(seconds, async () => {
          await submitOne(run, next++, { isHot, isTold: true });
          return true;
        });
      };
    }
    const placed: PlacedPayout[] = [];
    let next = 0;
    await drive(600, async () => {
      const number = next++;
      if (number >= count) return false;
      placed.push(await submitOne(run, number, { isHot, isTold: true }));
      return true;
    });
    await sendAll(placed);
    await adminQuery(books.productUrl, 'VACUUM (ANALYZE) payout_order, payout_attempt, payout_work');
    return (seconds: number): Promise<Measured> => {
      let at = 0;
      return drive(seconds, async () => {
        const payout = placed[at++];
        if (payout === undefined) return false;
        await payOne(payout);
        return true;
      });
    };
  }

  return {
    ready,
    /** Payouts of the past from their request until they are paid; nobody is told of them any more. */
    async payOut(run: string, numbers: readonly number[]): Promise<void> {
      const placed = await Promise.all(
        numbers.map((number) => submitOne(run, number, { isHot: false, isTold: false })),
      );
      await sendAll(placed);
      await Promise.all(placed.map(payOne));
    },
    run: async (kind: PayoutKind, run: string, count: number, seconds: number): Promise<Measured> =>
      (await ready(kind, run, count))(seconds),
    async close() {
      await Promise.all([submit.close(), paid.close()]);
    },
  };
}

async function keyIds({ database }: Books): Promise<ReadonlyMap<bigint, bigint>> {
  const { rows } = await sql<{ id: bigint; customer_id: bigint }>`
    SELECT id, customer_id FROM api_key WHERE 'payout' = ANY (scopes)`.execute(database.app);
  return new Map(rows.map((row) => [row.customer_id, row.id]));
}

function requestOf(customerId: bigint, number: string, apiKeyId: bigint | undefined): RoutedSubmit {
  const hash = createHash('sha256').update(number);
  const print = hash.digest('hex');
  return {
    customerId,
    merchantOrderNo: number.replaceAll(' ', '-'),
    currency: 'TWD',
    amount,
    payee: {
      accountName: `Wang ${parseInt(print.slice(0, 4), 16)}`,
      bankCode: ['004', '007', '012', '808', '822'][parseInt(print.slice(4, 8), 16) % 5] ?? '004',
      branch: null,
      cardSealed: `v1.bench.${print.slice(0, 16)}.${print}`,
      cardHash: print,
      cardShown: '**********1234',
      nameMark: print,
      cardMark: print,
    },
    memo: null,
    metadata: {},
    notifyUrl: 'https://shop.example/hooks/payouts',
    locale: null,
    source: 'api',
    apiVersion: 'v2',
    apiKeyId: apiKeyId ?? null,
    personId: null,
    isTest: false,
    requestHash: Buffer.from(print.slice(0, 32), 'hex'),
    requestIp: '203.0.113.7',
    requestId: 'bench',
    isAgreed: true,
    isDuplicateKnown: true,
    channelId: 2n,
    method: 'out',
    limitedMethodId: null,
    route: { candidates: [{ channel_id: '2', channel: 'Out', chosen: true, reason: 'chosen' }] },
  };
}
