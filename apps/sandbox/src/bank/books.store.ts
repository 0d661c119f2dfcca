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

/** A payment of the time before the bank kept charges. */
export type EarlierPayment = Pick<
  StatementLine,
  'chargeNo' | 'merchantOrderNo' | 'amountMicro' | 'currency' | 'bookedAt'
>;

/** What a day of a merchant comes to. */
export interface DayOfBooks {
  merchantNo: string;
  currency: string;
  /** YYYY-MM-DD of Taipei. */
  day: string;
  lines: number;
  sumMicro: bigint;
}

/** Everything that was booked for merchants, whenever it was. */
const booked = `(
  select e.id, e.merchant_no, c.charge_no, c.merchant_order_no, e.kind, e.amount_micro, e.currency, e.booked_at
  from sandbox_bank.entry e join sandbox_bank.charge c on c.id = e.charge_id
  union all
  select b.id, b.merchant_no, b.charge_no, b.merchant_order_no, 'payment', b.amount_micro, b.currency, b.booked_at
  from sandbox_bank.earlier_entry b) e`;

/** What was booked for a merchant on a day of Taipei (YYYY-MM-DD), in the order of booking. */
export async function listStatement(
  pool: pg.Pool,
  merchantNo: string,
  day: string,
): Promise<StatementLine[]> {
  const { rows } = await pool.query<StatementLine>(
    `select e.id, e.charge_no as "chargeNo", e.merchant_order_no as "merchantOrderNo", e.kind,
       e.amount_micro as "amountMicro", e.currency, e.booked_at as "bookedAt"
     from ${booked}
     where e.merchant_no = $1
       and e.booked_at >= $2::date::timestamp at time zone 'Asia/Taipei'
       and e.booked_at < ($2::date + 1)::timestamp at time zone 'Asia/Taipei'
     order by e.booked_at, e.id`,
    [merchantNo, day],
  );
  return rows;
}

/** The days of all merchants from one (YYYY-MM-DD) on, the newest first. */
export async function listDays(pool: pg.Pool, from: string): Promise<DayOfBooks[]> {
  const { rows } = await pool.query<Omit<DayOfBooks, 'sumMicro'> & { sum: string }>(
    `select e.merchant_no as "merchantNo", e.currency, to_char(e.booked_at at time zone 'Asia/Taipei', 'YYYY-MM-DD') as day,
       count(*)::int as lines, sum(e.amount_micro)::text as sum
     from ${booked} where e.booked_at >= $1::date::timestamp at time zone 'Asia/Taipei'
     group by 1, 2, 3 order by 3 desc, 1, 2`,
    [from],
  );
  return rows.map(({ sum, ...day }) => ({ ...day, sumMicro: BigInt(sum) }));
}

/** Keeps payments of before, each once by its number; answers how many are new. */
export async function keepEarlier(
  pool: pg.Pool,
  merchantNo: string,
  payments: readonly EarlierPayment[],
): Promise<number> {
  const { rowCount } = await pool.query(
    `insert into sandbox_bank.earlier_entry (merchant_no, charge_no, merchant_order_no, currency, amount_micro, booked_at)
     select $1, * from unnest($2::text[], $3::text[], $4::text[], $5::bigint[], $6::timestamptz[])
     on conflict on constraint earlier_entry_once do nothing`,
    [
      merchantNo,
      payments.map(({ chargeNo }) => chargeNo),
      payments.map(({ merchantOrderNo }) => merchantOrderNo),
      payments.map(({ currency }) => currency),
      payments.map(({ amountMicro }) => amountMicro),
      payments.map(({ bookedAt }) => bookedAt),
    ],
  );
  return rowCount ?? 0;
}

/** What the bank holds for a merchant, in micro units. */
export async function sumBalance(pool: pg.Pool, merchantNo: string, currency: string): Promise<bigint> {
  const { rows } = await pool.query<{ sum: string }>(
    `select coalesce(sum(amount_micro), 0)::text as sum from (
       select merchant_no, currency, amount_micro from sandbox_bank.entry
       union all select merchant_no, currency, amount_micro from sandbox_bank.earlier_entry
       union all select merchant_no, currency, amount_micro from sandbox_bank.payout_entry) e
     where merchant_no = $1 and currency = $2`,
    [merchantNo, currency],
  );
  return BigInt(rows[0]?.sum ?? '0');
}
