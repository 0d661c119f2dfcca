import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { AssertionError } from 'node:assert';
import { createHttp } from '../http/create-http.ts';
import { standAsLastResort } from '../last-resort.ts';
import { createLog } from '../log.ts';
import { createStopper } from '../stopper.ts';

/**
 * A server that does wrong in the way that it is told, as a process of its own: what nobody catches cannot be tried
 * inside a test. It tells its port first and then what was counted.
 */
const log = createLog({ logLevel: 'silent' });
const app = createHttp({
  config: { production: true, publicUrl: 'http://127.0.0.1', trustedProxies: [], allowedOrigins: [] },
  log,
  words: (name) => name,
  authenticate: async () => Promise.reject(new Error('nobody signs in here')),
});
const wrongs: Readonly<Record<string, () => void>> = {
  thrown: () => {
    throw new TypeError('thrown where nobody listens');
  },
  rejected: () => void Promise.reject(new Error('rejected where nobody listens')),
  broken: () => void Promise.reject(new AssertionError({ message: 'the books do not balance' })),
  cut: () => {
    // A server without a listener for errors on a port that is taken: what the system answers nobody hears.
    createServer().listen((app.server.address() as AddressInfo).port, '127.0.0.1');
  },
};
app.get<{ Params: { wrong: string } }>('/in-a-request/:wrong', (request) => {
  setTimeout(() => wrongs[request.params.wrong]?.(), 5);
  return new Promise(() => {});
});
app.get('/slow', async (_request, reply) => {
  await sleep(300);
  return reply.send('done');
});
await app.listen({ host: '127.0.0.1', port: 0 });
const stopper = createStopper(log, () => app.close());
standAsLastResort({
  log,
  count: (kind) => process.send?.({ counted: kind }),
  stop: () => stopper.stop('a fault', 1),
});
process.on('SIGTERM', () => stopper.stop('SIGTERM', 0));
process.on('message', (wrong: string) => wrongs[wrong]?.());
process.send?.({ port: (app.server.address() as AddressInfo).port });
