import type pg from 'pg';
import type { Payout } from './payout.ts';
import type { PayoutStep } from './payout-scenarios.ts';

type Client = pg.Pool | pg.PoolClient;

const columns = `id, payout_no as "payoutNo", merchant_no as "merchantNo", merchant_order_no as "merchantOrderNo",
  request_hash as "requestHash", amount_micro as "amountMicro", currency, bank_code as "bankCode",
  account_no as "accountNo", account_name as "accountName", notify_url as "notifyUrl", created_at as "createdAt",
  scenario, status, returned_micro as "returnedMicro"`;

/** Inserts a payout; null when the merchant used the number before. */
export async function insertPayout(
  client: Client,
  payout: Omit<Payout, 'id' | 'status' | 'returnedMicro'>,
): Promise<Payout | null> {
  const { rows } = await client.query<Payout>(
    `insert into sandbox_bank.payout (payout_no, merchant_no, merchant_order_no, request_hash, amount_micro, currency,
       bank_code, account_no, account_name, notify_url, created_at, scenario)
     values ($1,$2,$3,$4,$5,$6,$7,$8,$9,$10,$11,$12)
     on conflict on constraint payout_order_key do nothing returning ${columns}`,
    [
      payout.payoutNo,
      payout.merchantNo,
      payout.merchantOrderNo,
      payout.requestHash,
      payout.amountMicro,
      payout.currency,
      payout.bankCode,
      payout.accountNo,
      payout.accountName,
      payout.notifyUrl,
      payout.createdAt,
      payout.scenario,
    ],
  );
  return rows[0] ?? null;
}

export async function findPayout(
  client: Client,
  merchantNo: string,
  merchantOrderNo: string,
): Promise<Payout | null> {
  const { rows } = await client.query<Payout>(
    `select ${columns} from sandbox_bank.payout where merchant_no = $1 and merchant_order_no = $2`,
    [merchantNo, merchantOrderNo],
  );
  return rows[0] ?? null;
}

/** Reads a payout and holds it until the transaction ends. */
export async function lockPayout(client: pg.PoolClient, id: bigint): Promise<Payout> {
  const { rows } = await client.query<Payout>(
    `select ${columns} from sandbox_bank.payout where id = $1 for update`,
    [id],
  );
  const payout = rows[0];
  if (!payout) throw new Error(`payout ${id} is gone`);
  return payout;
}

export async function savePayout(
  client: Client,
  id: bigint,
  status: Payout['status'],
  returnedMicro: bigint | null,
): Promise<void> {
  await client.query('update sandbox_bank.payout set status = $2, returned_micro = $3 where id = $1', [
    id,
    status,
    returnedMicro,
  ]);
}

/** The bank's own books: what left by a payout, and what came back. */
export async function bookPayout(
  client: Client,
  payout: Payout,
  kind: 'payout' | 'return',
  bookedAt: Date,
): Promise<void> {
  await client.query(
    `insert into sandbox_bank.payout_entry (payout_id, merchant_no, currency, kind, amount_micro, booked_at)
     values ($1, $2, $3, $4, $5, $6)`,
    [
      payout.id,
      payout.merchantNo,
      payout.currency,
      kind,
      kind === 'payout' ? -payout.amountMicro : payout.amountMicro,
      bookedAt,
    ],
  );
}

export async function insertPayoutSteps(
  client: Client,
  payoutId: bigint,
  steps: readonly { readonly dueAt: Date; readonly step: PayoutStep }[],
): Promise<void> {
  for (const { dueAt, step } of steps) {
    await client.query('insert into sandbox_bank.payout_step (payout_id, due_at, step) values ($1, $2, $3)', [
      payoutId,
      dueAt,
      JSON.stringify(step),
    ]);
  }
}

/** Takes the due steps of a payout out, oldest first. Called under its lock. */
export async function takePayoutSteps(client: Client, payoutId: bigint, now: Date): Promise<PayoutStep[]> {
  const { rows } = await client.query<{ step: PayoutStep }>(
    `with taken as (delete from sandbox_bank.payout_step where payout_id = $1 and due_at <= $2 returning id, due_at, step)
     select step from taken order by due_at, id`,
    [payoutId, now],
  );
  return rows.map((row) => row.step);
}

export async function listDuePayouts(client: Client, now: Date, limit: number): Promise<bigint[]> {
  const { rows } = await client.query<{ id: bigint }>(
    `select payout_id as id from sandbox_bank.payout_step where due_at <= $1 group by payout_id
     order by min(due_at) limit $2`,
    [now, limit],
  );
  return rows.map((row) => row.id);
}

export async function insertPayoutNotify(
  client: Client,
  payout: Payout,
  told: { readonly eventId: string; readonly body: string; readonly dueAt: Date },
): Promise<void> {
  await client.query(
    'insert into sandbox_bank.notify (payout_id, event_id, target_url, body, due_at) values ($1, $2, $3, $4, $5)',
    [payout.id, told.eventId, payout.notifyUrl, told.body, told.dueAt],
  );
}
