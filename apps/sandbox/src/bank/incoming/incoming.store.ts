import type pg from 'pg';
import type { Incoming } from './incoming.ts';

const columns = `id, ref, destination, amount_micro as "amountMicro", currency, payer_name as "payerName",
  payer_account as "payerAccount", memo, token, sent_at as "sentAt", final_at as "finalAt"`;

export async function insertIncoming(pool: pg.Pool, incoming: Omit<Incoming, 'id'>): Promise<void> {
  await pool.query(
    `insert into sandbox_bank.incoming (ref, destination, amount_micro, currency, payer_name, payer_account, memo, token,
       sent_at, final_at) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    [
      incoming.ref,
      incoming.destination,
      incoming.amountMicro,
      incoming.currency,
      incoming.payerName,
      incoming.payerAccount,
      incoming.memo,
      incoming.token,
      incoming.sentAt,
      incoming.finalAt,
    ],
  );
}

/** What came to destinations with this beginning since then, the oldest first, behind the one that was read last. */
export async function listIncoming(
  pool: pg.Pool,
  asked: { beginning: string; isWhole: boolean; since: Date; after: bigint; limit: number },
): Promise<Incoming[]> {
  const { rows } = await pool.query<Incoming>(
    `select ${columns} from sandbox_bank.incoming
     where (destination = $1 or (not $2 and starts_with(destination, $1))) and sent_at >= $3 and id > $4
     order by id limit $5`,
    [asked.beginning, asked.isWhole, asked.since, asked.after, asked.limit],
  );
  return rows;
}

export async function listLastIncoming(pool: pg.Pool, limit: number): Promise<Incoming[]> {
  const { rows } = await pool.query<Incoming>(
    `select ${columns} from sandbox_bank.incoming order by id desc limit $1`,
    [limit],
  );
  return rows;
}

/** What was sent under this number. */
export async function findIncoming(pool: pg.Pool, ref: string): Promise<Incoming | undefined> {
  const { rows } = await pool.query<Incoming>(`select ${columns} from sandbox_bank.incoming where ref = $1`, [
    ref,
  ]);
  return rows[0];
}

/** What is left of a coin at an address, of what stands by then: all that came, less all that was sent on from there. */
export async function heldAt(pool: pg.Pool, address: string, token: string, at: Date): Promise<bigint> {
  const { rows } = await pool.query<{ held: bigint }>(
    `select greatest(0, coalesce(sum(case when destination = $1 then amount_micro else -amount_micro end), 0))::bigint as held
     from sandbox_bank.incoming
     where (destination = $1) <> (payer_account is not distinct from $1) and token = $2 and final_at <= $3`,
    [address, token, at],
  );
  return rows[0]?.held ?? 0n;
}
