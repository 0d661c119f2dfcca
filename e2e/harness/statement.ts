import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import type { AdminDatabase } from './database.ts';
import { until } from './until.ts';

/** A business day of a channel account on which its provider's payments were booked. */
export interface BookedDay {
  readonly account: string;
  /** YYYY-MM-DD, in the platform's zone. */
  readonly day: string;
}
interface BookedPayment {
  readonly ref: string;
  readonly currency: string;
  readonly amount: string;
  readonly less: string;
  readonly at: Date;
}

/** Payments that a statement with differences is wrong about. */
const wrong = 4;
const localDay = `(b.at AT TIME ZONE 'Asia/Taipei')::date`;
const today = `(business_now() AT TIME ZONE 'Asia/Taipei')::date`;

/** Of TWD, so that the figures of the view can be written as they stand; what went out counts for nothing. */
const bookedDays = `
  SELECT a.id::text AS account, d.day::text FROM (
    SELECT b.channel_account_id, ${localDay} AS day, bool_and(b.item LIKE 'in:%') AS plain,
           count(b.fee) FILTER (WHERE b.item LIKE 'in:%' AND b.amount > 10000) AS paid
    FROM reconciliation_booked b GROUP BY 1, 2
  ) d JOIN channel_account a ON a.id = d.channel_account_id
  WHERE a.currency = 'TWD' AND NOT EXISTS (
    SELECT FROM reconciliation_day k WHERE k.channel_account_id = a.id AND k.day = d.day)`;

/**
 * Today of an account with payments enough to be wrong about, of which no statement was imported; so long is paid. `pay` answers
 * the merchant's number of what was paid: by an account that takes none of those it would never see one more.
 */
export function bookedToday(database: AdminDatabase, pay: () => Promise<string>): Promise<BookedDay> {
  return until('an account takes payments', async () => {
    const [found] = await database.query<BookedDay>(
      `${bookedDays} AND d.day = ${today} AND d.paid >= ${wrong}
         AND a.id = (SELECT o.channel_account_id FROM collection_order o WHERE o.merchant_order_no = $1)`,
      [await pay()],
    );
    return found;
  });
}

/** A day that is over, on which only payments came in and of which no statement was imported. */
export async function bookedBefore(database: AdminDatabase): Promise<BookedDay> {
  const [found] = await database.query<BookedDay>(
    `${bookedDays} AND d.day < ${today} AND d.plain AND d.paid > 0 ORDER BY d.day DESC, a.id LIMIT 1`,
  );
  if (found === undefined) throw new Error('No payments came in before today');
  return found;
}

/** The statement of a day as the sandbox bank hands it out, on its page beside the back office. */
export async function bankStatement(
  page: Page,
  url: string,
  database: AdminDatabase,
  { account, day }: BookedDay,
): Promise<string> {
  const [named] = await database.query<{ name: string }>('SELECT name FROM channel_account WHERE id = $1', [
    account,
  ]);
  const bank = await page.context().newPage();
  try {
    await bank.goto(`${url}/sandbox/statements?lang=en`);
    const row = bank
      .getByRole('row')
      .filter({ hasText: day })
      .filter({ hasText: named?.name ?? '' });
    const [file] = await Promise.all([
      bank.waitForEvent('download'),
      row.getByRole('link', { name: 'CSV', exact: true }).click(),
    ]);
    return readFileSync(await file.path(), 'utf8');
  } finally {
    await bank.close();
  }
}

const title = 'charge_no,merchant_order_no,type,amount,fee,currency,status,booked_at';

/**
 * The payments of a day in the form of the sandbox bank. One with differences leaves one out, has another amount of one, says that
 * one failed, charges for one what nobody agreed on, and has one that nobody made.
 */
export async function statementOf(
  database: AdminDatabase,
  { account, day }: BookedDay,
  { differs }: { readonly differs: boolean },
): Promise<string> {
  const booked = await database.query<BookedPayment>(
    `SELECT b.ref, a.currency, trim_scale(b.amount / 10000.0)::text AS amount, trim_scale(b.amount / 10000.0 - 1)::text AS less, b.at
     FROM reconciliation_booked b JOIN channel_account a ON a.id = b.channel_account_id
     WHERE b.channel_account_id = $1 AND ${localDay} = $2::date AND b.item LIKE 'in:%'
     ORDER BY b.fee IS NULL, b.amount DESC, b.item`,
    [account, day],
  );
  const line = ({ amount, at, currency, ref }: BookedPayment, fee = '', status = 'paid'): string =>
    [ref, '', 'payment', amount, fee, currency, status, at.toISOString()].join(',');
  const [missing, other, failed, dear, ...rest] = booked;
  if (!differs) return file(booked.map((payment) => line(payment)));
  if (!missing || !other || !failed || !dear) throw new Error(`Too little was paid on ${day}`);
  return file([
    line({ ...other, amount: other.less }),
    line(failed, '', 'failed'),
    line(dear, '0.01'),
    line({ ...dear, ref: `${dear.ref}-X` }),
    ...rest.map((payment) => line(payment)),
  ]);
}

const file = (lines: readonly string[]): string => `${[title, ...lines].join('\r\n')}\r\n`;
