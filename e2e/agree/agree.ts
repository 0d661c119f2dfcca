import { proveBooks } from '../harness/books.ts';
import { openAdmin } from '../harness/database.ts';
import type { ServerView } from '../harness/server-view.ts';
import { readColumns, tableOf } from './columns.ts';
import { drive, payBack } from './drive.ts';
import type { Traffic } from './drive.ts';
import { settleDown } from './settle-down.ts';

/** Drives traffic through a running product until nothing is open, and holds what three sides say of it against each other. */
export async function agree(
  server: ServerView,
  traffic: Traffic,
): Promise<{ readonly text: string; readonly differences: number }> {
  const product = openAdmin(server);
  const bank = openAdmin(server, 'suanpan_bank');
  const shop = openAdmin(server, 'suanpan_echo');
  try {
    const asked = await drive(server, product, traffic);
    await settleDown(server, product, bank, asked, traffic.withinMs);
    await payBack(product, asked.orders, traffic.refunds);
    await settleDown(server, product, bank, asked, traffic.withinMs);
    const table = tableOf(await readColumns({ bank, product, shop }, asked));
    await proveBooks(server);
    return table;
  } finally {
    await Promise.all([product.close(), bank.close(), shop.close()]);
  }
}
