import { median } from './callers.ts';
import { describeCost } from './figures.ts';
import { loadCreates } from './http-load.ts';
import { startHttpProduct, startHttpServer } from './http-server.ts';
import type { BenchOptions } from './options.ts';
import { programTimeUs } from './processor-time.ts';
import { ownRoot } from './product.ts';

const warmUpSeconds = 2;

/** `POST /api/v2/collections` end to end, HMAC included, against a bare Fastify route, in alternating rounds. */
export async function benchHttp(options: BenchOptions): Promise<void> {
  const bare = await startHttpServer(ownRoot, 'http-bare.ts');
  const product = await startHttpProduct(ownRoot);
  try {
    await loadCreates(bare.url, warmUpSeconds);
    await product.load(warmUpSeconds);
    const ratios: number[] = [];
    for (let round = 1; round <= options.rounds; round += 1) {
      const before = programTimeUs(bare.pid);
      const reference = await loadCreates(bare.url, options.seconds);
      const bareUs = (programTimeUs(bare.pid) - before) / reference.operations;
      const measured = await product.load(options.seconds);
      ratios.push(measured.perSecond / reference.perSecond);
      console.log(
        `round ${round}: bare ${reference.perSecond.toFixed(0)}/s (p99 ${reference.p99Ms} ms, Node ${bareUs.toFixed(0)} µs) · create ${measured.perSecond.toFixed(0)}/s = ${(measured.perSecond / reference.perSecond).toFixed(2)} × (p50 ${measured.p50Ms}, p99 ${measured.p99Ms} ms, ${measured.operations} created, ${measured.refused} refused) · ${describeCost(measured)}`,
      );
      if (measured.refused > 0) process.exitCode = 1;
    }
    console.log(
      `signed create ÷ bare route, median of ${options.rounds}: ${median(ratios).toFixed(2)} (must 0.20)`,
    );
  } finally {
    await Promise.all([bare.stop(), product.stop()]);
  }
}
