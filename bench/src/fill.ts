import { openFilledCluster } from './filled-cluster.ts';
import type { BenchOptions } from './options.ts';
import { loadProduct } from './product.ts';

/** Fills books of the sizes asked for where they are not kept yet, so that other benchmarks find them there. */
export async function benchFill(options: BenchOptions): Promise<void> {
  const cluster = await openFilledCluster(await loadProduct(), options.filled);
  await cluster.stop();
}
