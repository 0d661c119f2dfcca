import { parseSignedLedger } from '@suanpan/money/amount';
import { openAdmin } from '../harness/database.ts';
import { Merchant } from '../harness/merchant.ts';
import type { ServerView } from '../harness/server-view.ts';
import { loadMerchants } from './load.ts';

/**
 * The books as a merchant can keep them himself: what the verified callbacks credited, each event once, must be what a
 * signed question for the balance answers. Holds while nobody takes money out. Answers where it does not.
 */
export async function compareBalances(server: ServerView): Promise<string[]> {
  const shop = openAdmin(server, 'suanpan_echo');
  const breaches: string[] = [];
  try {
    for (const username of loadMerchants) {
      const told = await shop.query<{ body: string }>(
        `SELECT DISTINCT ON (event_key) body FROM echo_shop.event
         WHERE shop = $1 AND verified AND type = 'collection.succeeded' ORDER BY event_key`,
        [username],
      );
      const credited = told
        .map(({ body }) => (JSON.parse(body) as { data: { credited_amount: string } }).data.credited_amount)
        .reduce((sum, amount) => sum + parseSignedLedger(amount, 'TWD'), 0n);
      // What the history freezes is the merchant's still.
      const { total, frozen } = await new Merchant(server.url, server.account(username)).balance();
      const held = parseSignedLedger(total, 'TWD') + parseSignedLedger(frozen, 'TWD');
      if (held !== credited)
        breaches.push(`${username} was told of ${credited} minor units and holds ${held}`);
    }
    return breaches;
  } finally {
    await shop.close();
  }
}
