import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen({ port, host: '127.0.0.1', exclusive: true }, () => probe.close(() => resolve(true)));
  });
}

/**
 * A free port of loopback below the range from which systems take the ports of outgoing connections, so that a
 * server that was killed finds it free again.
 */
export async function freePort(): Promise<number> {
  for (let attempt = 0; attempt < 50; attempt += 1) {
    const port = randomInt(10_000, 15_000);
    if (await isFree(port)) return port;
  }
  throw new Error('No free port was found');
}
