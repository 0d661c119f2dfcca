import type { DataRow } from '@suanpan/contract/endpoints/data-screens';
import { regionDayOf, regionDayText } from '@suanpan/domain/region-day';
import { successRate } from '@suanpan/domain/reports/success-rate';
import { parseSignedLedger } from '@suanpan/money/amount';
import type { Currency } from '@suanpan/money/currency';
import type { Kysely } from 'kysely';
import { businessNow } from '../../../platform/clock.ts';
import type { Tables } from '../../../platform/db/tables.generated.ts';
import type { Actor } from '../../../platform/http/actor.ts';
import { merchantsWithoutChannel } from '../../channels/index.ts';
import { lastOrdersOf, merchantsOf } from '../../collections/index.ts';
import { sumsOfGroups } from './day-sums.queries.ts';
import { statesOf } from './people.queries.ts';
import { bothWaysSource } from './sources.queries.ts';

type Detail = NonNullable<DataRow['merchant']>;

const daysShown = 7;

/**
 * What a merchant's row says besides its figures: his state, the success rates of the last seven days, today's last, when his
 * last order was made, and what somebody should look at. His balance is low when it would not last another day like those.
 */
export async function merchantDetails(
  db: Kysely<Tables>,
  actor: Actor,
  currency: Currency,
  unanswered: readonly bigint[],
  rows: readonly DataRow[],
): Promise<ReadonlyMap<string, Detail>> {
  const ids = rows.map(({ key }) => BigInt(key));
  const today = regionDayOf(await businessNow(db));
  const days = Array.from({ length: daysShown }, (_, n) => regionDayText(today - daysShown + 1 + n));
  const question = { scope: actor.scope, currency, first: days[0] ?? '', last: days.at(-1) ?? '', of: {} };
  const asked = rows.map(({ key }) => ({ about: { day: '', customer: key }, sums: {} }));
  const sums = await sumsOfGroups(db, bothWaysSource, question, asked);
  const [states, lastOrders, channelless, untold] = [
    await statesOf(db, ids),
    await lastOrdersOf(db, actor.scope, ids),
    await merchantsWithoutChannel(db, ids),
    await merchantsOf(db, actor.scope, unanswered),
  ];
  return new Map(
    rows.map(({ figures, key }): [string, Detail] => {
      const id = BigInt(key);
      const own = sums.filter(({ about }) => about.customer === key);
      const paidOut = own.reduce((total, one) => total + (one.sums['payout_paid_amount'] ?? 0n), 0n);
      const balance = figures['balance'];
      const isLow =
        typeof balance === 'string' && parseSignedLedger(balance, currency) * BigInt(daysShown) < paidOut;
      return [
        key,
        {
          status: states.get(id) ?? 'pending',
          rates: days.map((day) => {
            const one = own.find(({ about }) => about.day === day)?.sums;
            return one ? successRate(one['success_count'] ?? 0n, one['failed_count'] ?? 0n) : null;
          }),
          last_order_at: lastOrders.get(id)?.toISOString() ?? null,
          alerts: [
            ...(untold.has(id) ? (['callbackFailed'] as const) : []),
            ...(isLow ? (['lowBalance'] as const) : []),
            ...(channelless.has(id) ? (['noChannel'] as const) : []),
          ],
        },
      ];
    }),
  );
}
