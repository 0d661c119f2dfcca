import { openAdmin } from './database.ts';
import type { ServerView } from './server-view.ts';
import { until } from './until.ts';

/**
 * Waits until the house is at rest: no event waits to be dispatched, no callback is due or on its way, and the bank
 * has nothing to send. What has not happened by then does not happen by itself.
 */
export async function quiet(server: ServerView): Promise<void> {
  const product = openAdmin(server);
  const bank = openAdmin(server, 'suanpan_bank');
  const count = async (from: typeof product, query: string): Promise<number> =>
    Number((await from.query<{ n: string }>(query))[0]?.n);
  try {
    await until(
      'the house is at rest',
      async () =>
        (await count(product, 'SELECT count(*) AS n FROM outbox_event')) === 0 &&
        (await count(
          product,
          `SELECT count(*) AS n FROM callback WHERE lease_until > now() OR next_at < now() + interval '100 ms'`,
        )) === 0 &&
        (await count(
          bank,
          `SELECT count(*) AS n FROM sandbox_bank.notify WHERE due_at < now() + interval '100 ms'`,
        )) === 0,
    );
  } finally {
    await Promise.all([product.close(), bank.close()]);
  }
}
