import { moveClockBy } from '../harness/business-clock.ts';
import { openAdmin } from '../harness/database.ts';
import type { ServerView } from '../harness/server-view.ts';
import { ownPrefix } from '../harness/merchant.ts';
import { until } from '../harness/until.ts';
import { blindCreates } from './blind-creates.ts';
import { isLong } from './form.ts';
import { endings } from './load.ts';
import type { Ending } from './load.ts';
import { compareBalances } from './told-credits.ts';
import type { Acknowledged } from './witness.ts';

interface OrderRow extends Record<string, unknown> {
  readonly id: string;
  readonly merchant_order_no: string;
  readonly username: string;
  readonly status: string;
  readonly has_channel: boolean;
  readonly settled: string;
  readonly events: string;
}

const wireStatus: Readonly<Record<string, string>> = { success: 'succeeded' };

/** How long the house may take to come to rest after the load. */
const usualRestMs = isLong ? 600_000 : 60_000;

const endingOf = (amount: string): Ending => amount.slice(-5, -3) as Ending;

/**
 * Lets time run out for what nobody paid, waits until all is told, and compares every acknowledged order with what
 * the bank did to it: nothing lost, nothing made or credited or told twice, and every merchant holds what he was told.
 * Answers how many of each there were.
 */
export async function checkOutcome(
  server: ServerView,
  acknowledged: readonly Acknowledged[],
  crashes: number,
  restWithinMs = usualRestMs,
): Promise<Record<string, number>> {
  const product = openAdmin(server);
  const bank = openAdmin(server, 'suanpan_bank');
  const shop = openAdmin(server, 'suanpan_echo');
  const count = async (from: typeof product, query: string): Promise<number> =>
    Number((await from.query<{ n: string }>(query))[0]?.n);
  try {
    await until(
      'the bank has done and told what it was going to',
      async () =>
        (await count(bank, 'SELECT count(*) AS n FROM sandbox_bank.step')) +
          (await count(bank, 'SELECT count(*) AS n FROM sandbox_bank.notify WHERE due_at IS NOT NULL')) ===
        0,
      { withinMs: restWithinMs, everyMs: 250 },
    );
    await moveClockBy(server.url, 16 * 60_000);
    await until(
      'no order is open any more',
      async () =>
        (await count(product, "SELECT count(*) AS n FROM collection_order WHERE status = 'pending'")) === 0,
      { withinMs: restWithinMs, everyMs: 250 },
    );
    await until(
      'everything is told',
      async () =>
        (await count(product, 'SELECT count(*) AS n FROM outbox_event')) +
          (await count(
            product,
            "SELECT count(*) AS n FROM callback WHERE status <> 'success' AND (next_at IS NOT NULL OR lease_until IS NOT NULL)",
          )) ===
        0,
      { withinMs: restWithinMs, everyMs: 250 },
    );

    const rows = await product.query<OrderRow>(
      `SELECT o.id, o.merchant_order_no, u.username, o.status, o.channel_id IS NOT NULL AS has_channel,
              (SELECT count(*) FROM journal j WHERE j.event = 'collection.settle' AND j.ref_id = o.id) AS settled,
              (SELECT count(*) FROM callback c WHERE c.order_kind = 'collection' AND c.order_id = o.id) AS events
       FROM collection_order o JOIN app_user u ON u.id = o.customer_id WHERE o.merchant_order_no LIKE $1`,
      [`${ownPrefix}%`],
    );
    const breaches: string[] = [];
    const tally: Record<string, number> = {};
    const found = new Map(rows.map((row) => [row.merchant_order_no, row]));
    const known = new Set<string>();
    for (const order of acknowledged) {
      known.add(order.order_no);
      const row = found.get(order.order_no);
      if (row === undefined || `col_${row.id}` !== order.id || row.username !== order.merchant) {
        breaches.push(`${order.order_no} was acknowledged as ${order.id} and is ${row?.id ?? 'lost'}`);
        continue;
      }
      const expected = endings[endingOf(order.amount)];
      const status = wireStatus[row.status] ?? row.status;
      tally[status] = (tally[status] ?? 0) + 1;
      if (status !== expected) breaches.push(`${order.order_no} should be ${expected} and is ${status}`);
      if (row.settled !== (expected === 'succeeded' ? '1' : '0')) {
        breaches.push(`${order.order_no} (${expected}) was credited ${row.settled} times`);
      }
      if (!row.has_channel) breaches.push(`${order.order_no} lost its channel`);
      if (row.events !== '1') breaches.push(`${order.order_no} has ${row.events} events`);
    }
    // Whatever was sent is acknowledged in the end, so an order beyond these was made out of nothing.
    for (const row of rows) {
      if (!known.has(row.merchant_order_no))
        breaches.push(`${row.merchant_order_no} was made and never asked for`);
    }
    const paid = await count(
      bank,
      `SELECT count(DISTINCT charge_id) AS n FROM sandbox_bank.entry WHERE kind = 'payment'`,
    );
    const paidHere = (tally['succeeded'] ?? 0) + (tally['amount_mismatch'] ?? 0);
    if (paid !== paidHere) breaches.push(`the bank booked ${paid} payments, we know of ${paidHere}`);

    const heard = await shop.query<{ deliveries: string; events: string }>(
      `SELECT count(*) AS deliveries, count(DISTINCT event_key) AS events FROM echo_shop.event
       WHERE order_no LIKE $1 AND verified`,
      [`${ownPrefix}%`],
    );
    const { deliveries = '0', events = '0' } = heard[0] ?? {};
    if (Number(events) !== known.size) breaches.push(`${events} events arrived of ${known.size} orders`);
    const repeated = Number(deliveries) - Number(events);
    if (repeated > crashes * callbacksInFlight) breaches.push(`${repeated} callbacks came twice`);
    breaches.push(...(await compareBalances(server)));
    for (const orderNo of await blindCreates(server))
      breaches.push(`${orderNo} was asked for again without a look at the first time`);
    if (breaches.length > 0) {
      throw new Error(`${breaches.length} breaches:\n${breaches.slice(0, 20).join('\n')}`);
    }
    return { ...tally, repeatedCallbacks: repeated };
  } finally {
    await Promise.all([product.close(), bank.close(), shop.close()]);
  }
}

/** Callbacks that one process may have on their way at the most. */
const callbacksInFlight = 64;
