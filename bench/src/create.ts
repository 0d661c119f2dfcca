import { median } from './callers.ts';
import { startCluster } from './cluster.ts';
import { withCost } from './cost.ts';
import { describeBooks, describeFigures, describeYard } from './figures.ts';
import type { Figures } from './figures.ts';
import type { BenchOptions } from './options.ts';
import { loadProduct } from './product.ts';
import { printSettings } from './settings.ts';
import { prepareTpcb } from './tpcb.ts';
import type { Yard } from './tpcb.ts';

const warmUpSeconds = 1;

/** Creating through the product's own lane, idempotency, audit, outbox and rollups included, against TPC-B. */
export async function benchCreate(options: BenchOptions): Promise<void> {
  const product = await loadProduct();
  const cluster = await startCluster(product, options.filled);
  try {
    await printSettings(cluster.adminUrl);
    const tpcb = await prepareTpcb(cluster, options.tpcbScale);
    const series = cluster.books.map((books) => ({ books, runs: [] as { yard: Yard; figures: Figures }[] }));
    for (const { books } of series) await books.lanes.create('warm', warmUpSeconds);
    for (let round = 1; round <= options.rounds; round += 1) {
      const yard = await tpcb.measure(options.seconds);
      console.log(`round ${round}: ${describeYard(yard)}`);
      for (const { books, runs } of series) {
        const figures = await withCost(cluster, () => books.lanes.create(`r${round}`, options.seconds));
        runs.push({ yard, figures });
        console.log(`round ${round}: create${describeBooks(books)} ${describeFigures(figures, yard)}`);
      }
    }
    for (const { books, runs } of series) {
      const speed = median(runs.map(({ yard, figures }) => figures.perSecond / yard.perSecond));
      const time = median(runs.map(({ yard, figures }) => yard.postgresUs / figures.postgresUs));
      const postgresUs = median(runs.map(({ figures }) => figures.postgresUs));
      console.log(
        `create${describeBooks(books)} ÷ TPC-B, median of ${options.rounds}: ${speed.toFixed(2)} (must 4.5) · by processor time ${time.toFixed(2)} · PostgreSQL ${postgresUs.toFixed(0)} µs`,
      );
    }
  } finally {
    await cluster.stop();
  }
}
