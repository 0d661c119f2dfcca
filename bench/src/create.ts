import { openCreateLane } from '../../apps/server/src/modules/collections/create-lane.ts';
import { drive, median } from './callers.ts';
import { startCluster } from './cluster.ts';
import { merchantOf, orderRequest } from './orders.ts';
import { printSettings } from './settings.ts';
import { seedTenants } from './tenants.ts';
import { prepareTpcb } from './tpcb.ts';

const callers = 64;
/** Of every fifty calls one repeats the number of the call before it. */
const repeatEvery = 50;

/** Creating through the product's own lane, idempotency, audit, outbox and rollups included, against TPC-B. */
export async function benchCreate(options: {
  readonly seconds: number;
  readonly rounds: number;
}): Promise<void> {
  const cluster = await startCluster();
  try {
    await printSettings(cluster.adminUrl);
    await seedTenants(cluster.productUrl);
    const tpcb = await prepareTpcb(cluster.adminUrl);
    const ratios: number[] = [];
    for (let round = 1; round <= options.rounds; round += 1) {
      const reference = await tpcb.measure(options.seconds);
      const lane = openCreateLane(cluster.database);
      let next = 0;
      let created = 0;
      const measured = await drive(callers, options.seconds, async () => {
        const number = next++;
        const order = number % repeatEvery === 1 ? number - 1 : number;
        const { outcome } = await lane.submit(orderRequest(merchantOf(order, false), `c${round}-${order}`));
        if (outcome === 'created') created += 1;
        return true;
      });
      await lane.close();
      ratios.push(measured.perSecond / reference);
      console.log(
        `round ${round}: TPC-B ${reference.toFixed(0)}/s · create ${measured.perSecond.toFixed(0)}/s = ${(measured.perSecond / reference).toFixed(2)} × (p50 ${measured.p50Ms.toFixed(1)}, p99 ${measured.p99Ms.toFixed(1)} ms; ${created} of ${measured.operations} were new)`,
      );
    }
    console.log(`create ÷ TPC-B, median of ${options.rounds}: ${median(ratios).toFixed(2)} (must 5)`);
  } finally {
    await cluster.stop();
  }
}
