import { median } from './callers.ts';
import { describeCost } from './figures.ts';
import { loadSigned, signedCalls } from './http-load.ts';
import type { SignedCall } from './http-load.ts';
import { startHttpProduct, startHttpServer } from './http-server.ts';
import type { BenchOptions } from './options.ts';
import { programTimeUs } from './processor-time.ts';
import { ownRoot } from './product.ts';

const warmUpSeconds = 2;
const must: Readonly<Record<SignedCall, string>> = { create: '0.20', payout: '0.15' };
const calls = Object.keys(signedCalls) as readonly SignedCall[];

/** What merchants ask end to end, HMAC included, against a bare Fastify route with the same load, in alternating rounds. */
export async function benchHttp(options: BenchOptions): Promise<void> {
  const bare = await startHttpServer(ownRoot, 'http-bare.ts');
  const product = await startHttpProduct(ownRoot);
  const ratios = new Map<SignedCall, number[]>(calls.map((call) => [call, []]));
  try {
    for (const call of calls) {
      await loadSigned(bare.url, signedCalls[call], warmUpSeconds);
      await product.load(call, warmUpSeconds);
    }
    for (let round = 1; round <= options.rounds; round += 1) {
      for (const call of calls) {
        const before = programTimeUs(bare.pid);
        const reference = await loadSigned(bare.url, signedCalls[call], options.seconds);
        const bareUs = (programTimeUs(bare.pid) - before) / reference.operations;
        const measured = await product.load(call, options.seconds);
        const ratio = measured.perSecond / reference.perSecond;
        ratios.get(call)?.push(ratio);
        console.log(
          `round ${round}: bare ${reference.perSecond.toFixed(0)}/s (p99 ${reference.p99Ms} ms, Node ${bareUs.toFixed(0)} µs) · ${call} ${measured.perSecond.toFixed(0)}/s = ${ratio.toFixed(2)} × (p50 ${measured.p50Ms}, p99 ${measured.p99Ms} ms, ${measured.operations} made, ${measured.refused} refused) · ${describeCost(measured)}`,
        );
        if (measured.refused > 0) process.exitCode = 1;
      }
    }
    for (const [call, measured] of ratios) {
      console.log(
        `signed ${call} ÷ bare route, median of ${options.rounds}: ${median(measured).toFixed(2)} (must ${must[call]})`,
      );
    }
  } finally {
    await Promise.all([bare.stop(), product.stop()]);
  }
}
