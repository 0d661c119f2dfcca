import { median } from './callers.ts';
import { startCluster } from './cluster.ts';
import { withCost } from './cost.ts';
import { describeFigures, describeYard } from './figures.ts';
import type { Figures } from './figures.ts';
import type { BenchOptions } from './options.ts';
import { openPayoutLanes, payoutKinds, preparePayouts } from './payout-lanes.ts';
import type { PayoutKind } from './payout-lanes.ts';
import { loadProduct } from './product.ts';
import { printProof } from './prove.ts';
import { adminQuery, printSettings } from './settings.ts';
import { prepareTpcb } from './tpcb.ts';
import type { Yard } from './tpcb.ts';

const warmUp = 4_000;
const reserve = 1.5;

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
    await preparePayouts(books);
    const lanes = openPayoutLanes(books);
    const runs = new Map<PayoutKind, { yard: Yard; figures: Figures }[]>(
      payoutKinds.map((kind) => [kind, []]),
    );
    const best = new Map<PayoutKind, number>();
    for (const kind of payoutKinds) {
      best.set(kind, (await lanes.run(kind, `warm-${kind}`, warmUp, options.seconds)).perSecond);
    }
    for (let round = 1; round <= options.rounds; round += 1) {
      const yard = await tpcb.measure(options.seconds);
      console.log(`round ${round}: ${describeYard(yard)}`);
      for (const kind of payoutKinds) {
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
