import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { median } from './callers.ts';
import { loadCreates } from './http-load.ts';

/** `POST /api/v2/collections` end to end, HMAC included, against a bare Fastify route, in alternating rounds. */
export async function benchHttp(options: {
  readonly seconds: number;
  readonly rounds: number;
}): Promise<void> {
  const bare = await start('http-bare.ts');
  const product = await start('http-product.ts');
  try {
    const ratios: number[] = [];
    for (let round = 1; round <= options.rounds; round += 1) {
      const reference = await loadCreates(bare.url, options.seconds);
      const measured = await loadCreates(product.url, options.seconds);
      ratios.push(measured.perSecond / reference.perSecond);
      console.log(
        `round ${round}: bare ${reference.perSecond.toFixed(0)}/s (p99 ${reference.p99Ms} ms) · create ${measured.perSecond.toFixed(0)}/s (p99 ${measured.p99Ms} ms, ${measured.created} created, ${measured.refused} refused) = ${(measured.perSecond / reference.perSecond).toFixed(2)} ×`,
      );
    }
    console.log(
      `signed create ÷ bare route, median of ${options.rounds}: ${median(ratios).toFixed(2)} (must 0.5)`,
    );
  } finally {
    await Promise.all([bare.stop(), product.stop()]);
  }
}

async function start(file: string): Promise<{ url: string; stop(): Promise<void> }> {
  const child: ChildProcess = fork(fileURLToPath(new URL(file, import.meta.url)), {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const { url } = await new Promise<{ url: string }>((resolve, reject) => {
    child.once('message', (message) => resolve(message as { url: string }));
    child.once('exit', (code) => reject(new Error(`${file} ended with ${code}`)));
  });
  return {
    url,
    async stop() {
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.disconnect();
      await ended;
    },
  };
}
