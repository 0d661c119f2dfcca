import { formatLedger } from '@suanpan/money/amount';
import { simpayHeaders } from '@suanpan/signing/simpay';
import type { WallClock } from '../../platform/clock.ts';
import type { Database } from '../../platform/db/database.ts';
import { channelAccountNames } from '../demo-names.ts';
import type { DemoSecrets } from '../demo-secrets.ts';
import { demoChannelAccounts } from '../tenants/demo-channels.ts';
import { listPaidHistory } from './history.queries.ts';
import type { PaidHistoryRow } from './history.queries.ts';

export interface TellBankDeps {
  readonly db: Database;
  readonly secrets: DemoSecrets;
  readonly clock: WallClock;
  readonly bankOrigin: string;
}

/** As many as the bank takes in one call. */
const perCall = 1_000;
const path = '/simpay/v1/earlier';

/**
 * Tells the sandbox bank what the history was paid, so that its statements and balances agree with the books of days on
 * which it did not stand yet. Told twice, it keeps each payment once. Rejects where the bank does not take it.
 */
export async function tellBank({ bankOrigin, clock, db, secrets }: TellBankDeps): Promise<void> {
  // Those that speak another provider's language have no statements at the bank.
  for (const { facade, merchantNo } of demoChannelAccounts) {
    const name = channelAccountNames[merchantNo];
    if (facade !== undefined || name === undefined) continue;
    const paid = await listPaidHistory(db.app, name);
    for (let first = 0; first < paid.length; first += perCall) {
      const body = JSON.stringify({ payments: paid.slice(first, first + perCall).map(lineOf) });
      const timestamp = String(Math.floor(clock.now().getTime() / 1_000));
      const signed = simpayHeaders(
        { method: 'POST', path, timestamp, body },
        merchantNo,
        secrets.bank(merchantNo),
      );
      const answer = await fetch(`${bankOrigin}${path}`, {
        method: 'POST',
        headers: { ...signed, 'content-type': 'application/json' },
        body,
        signal: AbortSignal.timeout(30_000),
      });
      if (!answer.ok) throw new Error(`The sandbox bank answered ${answer.status}: ${await answer.text()}`);
    }
  }
}

const lineOf = ({ amount, at, currency, order_no: orderNo, ref }: PaidHistoryRow) => ({
  charge_no: ref,
  merchant_order_no: orderNo,
  amount: formatLedger(amount, currency),
  currency,
  booked_at: at.toISOString(),
});
