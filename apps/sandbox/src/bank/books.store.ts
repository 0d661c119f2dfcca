import type pg from 'pg';

/** A line of the statement; amounts in micro units, negative for a reversal. */
export interface StatementLine {
  id: bigint;
  chargeNo: string;
  merchantOrderNo: string;
  kind: 'payment' | 'reversal';
  amountMicro: bigint;
  currency: string;
  bookedAt: Date;
}

/** What was booked for a merchant on a day of Taipei (YYYY-MM-DD), in the order of booking. */
export async function listStatement(
  pool: pg.Pool,
  merchantNo: string,
  day: string,
): Promise<StatementLine[]> {
  const { rows } = await pool.query<StatementLine>(
    `select e.id, c.charge_no as "chargeNo", c.merchant_order_no as "merchantOrderNo", e.kind,
       e.amount_micro as "amountMicro", e.currency, e.booked_at as "bookedAt"
     from sandbox_bank.entry e join sandbox_bank.charge c on c.id = e.charge_id
     where e.merchant_no = $1
       and e.booked_at >= $2::date::timestamp at time zone 'Asia/Taipei'
       and e.booked_at < ($2::date + 1)::timestamp at time zone 'Asia/Taipei'
     order by e.booked_at, e.id`,
    [merchantNo, day],
  );
  return rows;
}

/** What the bank holds for a merchant, in micro units. */
export async function sumBalance(pool: pg.Pool, merchantNo: string, currency: string): Promise<bigint> {
  const { rows } = await pool.query<{ sum: string }>(
    `select coalesce(sum(amount_micro), 0)::text as sum from (
       select merchant_no, currency, amount_micro from sandbox_bank.entry
       union all select merchant_no, currency, amount_micro from sandbox_bank.payout_entry) e
     where merchant_no = $1 and currency = $2`,
    [merchantNo, currency],
  );
  return BigInt(rows[0]?.sum ?? '0');
}
