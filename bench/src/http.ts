import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { median } from './callers.ts';
import { loadCreates } from './http-load.ts';
import type { HttpFigures } from './http-load.ts';

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
      const reference = await load(bare, options.seconds);
      const measured = await load(product, options.seconds);
      ratios.push(measured.perSecond / reference.perSecond);
      console.log(
        `round ${round}: bare ${reference.perSecond.toFixed(0)}/s (p99 ${reference.p99Ms} ms, ${reference.cpuUs.toFixed(0)} µs of Node each) · create ${measured.perSecond.toFixed(0)}/s (p99 ${measured.p99Ms} ms, ${measured.cpuUs.toFixed(0)} µs of Node each, ${measured.created} created, ${measured.refused} refused) = ${(measured.perSecond / reference.perSecond).toFixed(2)} ×`,
      );
    }
    console.log(
      `signed create ÷ bare route, median of ${options.rounds}: ${median(ratios).toFixed(2)} (must 0.5)`,
    );
  } finally {
    await Promise.all([bare.stop(), product.stop()]);
  }
}

interface Served {
  readonly url: string;
  /** Processor time of the server so far, all threads. */
  cpuUs(): Promise<number>;
  stop(): Promise<void>;
}

/** What a busy machine changes least is the processor time of one answer. */
async function load({ cpuUs, url }: Served, seconds: number): Promise<HttpFigures & { cpuUs: number }> {
  const before = await cpuUs();
  const figures = await loadCreates(url, seconds);
  return { ...figures, cpuUs: ((await cpuUs()) - before) / Math.max(1, figures.created) };
}

async function start(file: string): Promise<Served> {
  const child: ChildProcess = fork(fileURLToPath(new URL(file, import.meta.url)), {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const hear = <T>(): Promise<T> =>
    new Promise((resolve, reject) => {
      const died = (code: number | null): void => reject(new Error(`${file} ended with ${code}`));
      child.once('exit', died);
      child.once('message', (message) => {
        child.off('exit', died);
        resolve(message as T);
      });
    });
  const { url } = await hear<{ url: string }>();
  return {
    url,
    async cpuUs() {
      const heard = hear<{ cpuUs: number }>();
      child.send('cpu');
      return (await heard).cpuUs;
    },
    async stop() {
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.disconnect();
      await ended;
    },
  };
}
