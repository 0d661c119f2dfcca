import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { openPaidLane } from '../../apps/server/src/modules/payouts/paid/paid-lane.ts';
import { sendPayouts } from '../../apps/server/src/modules/payouts/send/attempts.store.ts';
import { openSubmitLane } from '../../apps/server/src/modules/payouts/submit/submit-lane.ts';
import type { RoutedSubmit } from '../../apps/server/src/modules/payouts/submit/submit-request.ts';
import type { Books } from './books.ts';
import { drive, median } from './callers.ts';
import type { Measured } from './callers.ts';
import { startCluster } from './cluster.ts';
import { withCost } from './cost.ts';
import { describeFigures, describeYard } from './figures.ts';
import type { Figures } from './figures.ts';
import type { BenchOptions } from './options.ts';
import { merchantOf } from './orders.ts';
import { loadProduct } from './product.ts';
import { printProof } from './prove.ts';
import { adminQuery, printSettings } from './settings.ts';
import { agentOf, firstMerchantId, merchantCount } from './tenants.ts';
import { prepareTpcb } from './tpcb.ts';
import type { Yard } from './tpcb.ts';

/** 10 TWD each, in minor units. */
const amount = 100_000n;
/** What every merchant has before the work begins: 100,000,000 TWD come in by one collection. */
const funding = 1_000_000_000_000n;
const warmUp = 4_000;
const reserve = 1.5;
const sentAtOnce = 2_000;

const kinds = ['submit spread', 'submit hot', 'paid spread', 'paid hot'] as const;
type Kind = (typeof kinds)[number];

interface PlacedPayout {
  readonly orderId: bigint;
  readonly customerId: bigint;
}

/**
 * Submitting and paying payouts through the product's own lanes, against pgbench TPC-B in alternating rounds: prices, limits,
 * velocity, funds, hold, journal, news and audit included. Proves the books afterwards.
 */
export async function benchPayout(options: BenchOptions): Promise<void> {
  const product = await loadProduct();
  const cluster = await startCluster(product, []);
  try {
    await printSettings(cluster.adminUrl);
    const tpcb = await prepareTpcb(cluster, options.tpcbScale);
    const [books] = cluster.books;
    if (books === undefined) throw new Error('There are no books');
    await prepare(books);
    const lanes = openLanes(books);
    const runs = new Map<Kind, { yard: Yard; figures: Figures }[]>(kinds.map((kind) => [kind, []]));
    const best = new Map<Kind, number>();
    for (const kind of kinds) {
      best.set(kind, (await lanes.run(kind, `warm-${kind}`, warmUp, options.seconds)).perSecond);
    }
    for (let round = 1; round <= options.rounds; round += 1) {
      const yard = await tpcb.measure(options.seconds);
      console.log(`round ${round}: ${describeYard(yard)}`);
      for (const kind of kinds) {
        const ready = Math.ceil((best.get(kind) ?? 0) * reserve * options.seconds);
        const work = await lanes.ready(kind, `r${round}-${kind}`, ready);
        await adminQuery(cluster.adminUrl, 'CHECKPOINT');
        const figures = await withCost(cluster, () => work(options.seconds));
        best.set(kind, Math.max(best.get(kind) ?? 0, figures.perSecond));
        runs.get(kind)?.push({ yard, figures });
        console.log(`round ${round}: ${kind} ${describeFigures(figures, yard)}`);
      }
    }
    await lanes.close();
    for (const [kind, measured] of runs) {
      const speed = median(measured.map(({ figures, yard }) => figures.perSecond / yard.perSecond));
      const time = median(measured.map(({ figures, yard }) => yard.postgresUs / figures.postgresUs));
      console.log(
        `payout ${kind} ÷ TPC-B, median of ${measured.length}: ${speed.toFixed(2)} (must 2.0) · by processor time ${time.toFixed(2)}`,
      );
    }
    for (const act of ['submit', 'paid'] as const) {
      const [hot, spread] = [runs.get(`${act} hot`), runs.get(`${act} spread`)];
      const ratio = median(
        (hot ?? []).map(({ figures }, at) => figures.perSecond / (spread?.[at]?.figures.perSecond ?? NaN)),
      );
      console.log(`payout ${act} hot ÷ spread: ${ratio.toFixed(2)} (must 1.0)`);
    }
    await printProof(books);
  } finally {
    await cluster.stop();
  }
}

/** A channel out, money for everybody, and rules that are looked at and allow it. */
async function prepare(books: Books): Promise<void> {
  await adminQuery(
    books.productUrl,
    `UPDATE app_user SET settle_rule = 'D0' WHERE kind = 'customer';
     INSERT INTO channel_account (provider_id, agent_id, name, direction, currency, base_url, credentials_sealed, created_at)
     VALUES (1, 100001, 'Out', 'payout', 'TWD', 'http://127.0.0.1:9', '-', now());
     INSERT INTO channel (direction, code, name, method_type, channel_account_id, currency, endpoint_per_item)
     VALUES ('payout', 'OUT', 'Out', 'bank_transfer', 2, 'TWD', 80000);
     INSERT INTO agent_method (agent_id, channel_id, system_per_item) SELECT id, 2, 20000 FROM app_user WHERE kind = 'agent';
     INSERT INTO customer_method (customer_id, channel_id, alias, merchant_pct, merchant_per_item, sub_agent_pct, sub_agent_per_item)
     SELECT id, 2, 'out', 0.1, 150000, 0, 30000 FROM app_user WHERE kind = 'customer';
     UPDATE payout_setting SET merchant_peak_factor = 1000000000, payee_hour_count = 1000000, key_hour_count = 1000000000;
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

function openLanes(books: Books) {
  const { database } = books;
  const submit = openSubmitLane(database, () => {});
  const paid = openPaidLane(database);
  const keys = keyIds(books);

  async function submitOne(run: string, number: number, isHot: boolean): Promise<PlacedPayout> {
    const customerId = merchantOf(number, isHot);
    const outcome = await submit.submit(
      requestOf(customerId, `${run}-${number}`, (await keys).get(customerId)),
    );
    if (outcome.outcome !== 'created' || outcome.waitReason !== null) {
      throw new Error(
        `A payout of ${run} answered ${JSON.stringify(outcome, (_, value: unknown) => String(value))}`,
      );
    }
    return { orderId: outcome.orderId, customerId };
  }

  /** Makes what the work needs, unmeasured; answers the work. */
  async function ready(kind: Kind, run: string, count: number) {
    const isHot = kind.endsWith('hot');
    if (kind.startsWith('submit')) {
      return (seconds: number): Promise<Measured> => {
        let next = 0;
        return drive(seconds, async () => {
          await submitOne(run, next++, isHot);
          return true;
        });
      };
    }
    const placed: PlacedPayout[] = [];
    let next = 0;
    await drive(600, async () => {
      const number = next++;
      if (number >= count) return false;
      placed.push(await submitOne(run, number, isHot));
      return true;
    });
    for (let start = 0; start < placed.length; start += sentAtOnce) {
      const ids = placed.slice(start, start + sentAtOnce).map(({ orderId }) => orderId);
      const sent = await sendPayouts(database.workers, ids);
      if (sent.length !== ids.length) throw new Error(`${ids.length - sent.length} payouts were not sent`);
    }
    await adminQuery(books.productUrl, 'VACUUM (ANALYZE) payout_order, payout_attempt, payout_work');
    return (seconds: number): Promise<Measured> => {
      let at = 0;
      return drive(seconds, async () => {
        const payout = placed[at++];
        if (payout === undefined) return false;
        const { customerId, orderId } = payout;
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
        return true;
      });
    };
  }

  return {
    ready,
    run: async (kind: Kind, run: string, count: number, seconds: number): Promise<Measured> =>
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
      accountName: 'Wang Xiaoming',
      bankCode: '004',
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
