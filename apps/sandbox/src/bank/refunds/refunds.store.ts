import type pg from 'pg';
import type { Refund } from './refund.ts';

type Client = pg.Pool | pg.PoolClient;

const columns = `id, bank_no as "bankNo", refund_no as "refundNo", request_hash as "requestHash", amount_micro as "amountMicro",
  currency, status`;

export async function findRefund(
  client: Client,
  merchantNo: string,
  refundNo: string,
): Promise<Refund | null> {
  const { rows } = await client.query<Refund>(
    `select ${columns} from sandbox_bank.refund where merchant_no = $1 and refund_no = $2`,
    [merchantNo, refundNo],
  );
  return rows[0] ?? null;
}

/** What of a charge was paid and has not gone back; the charge is held until the transaction ends. Null for none. */
export async function lockRefundable(
  client: pg.PoolClient,
  merchantNo: string,
  orderNo: string,
): Promise<{ readonly id: bigint; readonly leftMicro: bigint } | null> {
  const { rows } = await client.query<{ id: bigint; paid: bigint | null }>(
    `select id, case when status = 'paid' then paid_micro end as paid from sandbox_bank.charge
     where merchant_no = $1 and merchant_order_no = $2 for update`,
    [merchantNo, orderNo],
  );
  const [charge] = rows;
  if (charge === undefined) return null;
  const { rows: sums } = await client.query<{ sum: bigint }>(
    `select coalesce(sum(amount_micro), 0)::bigint as sum from sandbox_bank.refund where charge_id = $1 and status <> 'failed'`,
    [charge.id],
  );
  return { id: charge.id, leftMicro: (charge.paid ?? 0n) - (sums[0]?.sum ?? 0n) };
}

/** Keeps it, and books what left; one that the merchant asked for under the same number before is not made again: null. */
export async function insertRefund(
  client: pg.PoolClient,
  refund: Omit<Refund, 'id'> & { readonly merchantNo: string; readonly chargeId: bigint; readonly at: Date },
): Promise<Refund | null> {
  const { rows } = await client.query<Refund>(
    `insert into sandbox_bank.refund (bank_no, merchant_no, refund_no, charge_id, request_hash, amount_micro, currency, status,
       created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9) on conflict on constraint refund_no_key do nothing returning ${columns}`,
    [
      refund.bankNo,
      refund.merchantNo,
      refund.refundNo,
      refund.chargeId,
      refund.requestHash,
      refund.amountMicro,
      refund.currency,
      refund.status,
      refund.at,
    ],
  );
  const [made] = rows;
  if (made?.status === 'paid') {
    await client.query(
      `insert into sandbox_bank.entry (charge_id, merchant_no, currency, kind, amount_micro, booked_at)
       values ($1, $2, $3, 'reversal', $4, $5)`,
      [refund.chargeId, refund.merchantNo, refund.currency, -refund.amountMicro, refund.at],
    );
  }
  return made ?? null;
}
