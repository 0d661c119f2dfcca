import { parseSignedLedger } from '@suanpan/money/amount';
import { openAdmin } from '../harness/database.ts';
import { Merchant } from '../harness/merchant.ts';
import type { ServerView } from '../harness/server-view.ts';
import { loadMerchants } from './load.ts';

/** What else moved a merchant's money: payouts, withdrawals, refunds and what is held for them, less what he topped up. */
const goneOut = `
  SELECT coalesce(-sum(leg.amount), 0)::bigint AS gone
  FROM journal j CROSS JOIN unnest(j.account_ids, j.amounts) AS leg (account_id, amount)
  JOIN account a ON a.id = leg.account_id AND a.kind IN ('L200', 'L201', 'L202', 'L210', 'L220')
  JOIN app_user u ON u.id = a.owner_id
  WHERE u.username = $1 AND a.currency = 'TWD' AND a.book = 'main'
    AND j.event NOT IN ('collection.settle', 'collection.release')`;

/**
 * The books as a merchant can keep them himself: what the verified callbacks credited, each event once, must be what a
 * signed question for the balance answers, together with what has gone out or is held for it since. Answers where it is not.
 */
export async function compareBalances(server: ServerView): Promise<string[]> {
  const shop = openAdmin(server, 'suanpan_echo');
  const product = openAdmin(server);
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
      const gone = BigInt((await product.query<{ gone: string }>(goneOut, [username]))[0]?.gone ?? 0);
      if (held + gone !== credited)
        breaches.push(
          `${username} was told of ${credited} minor units, holds ${held}, and ${gone} have gone out`,
        );
    }
    return breaches;
  } finally {
    await shop.close();
    await product.close();
  }
}
