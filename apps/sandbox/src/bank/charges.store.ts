import type pg from 'pg';
import type { Charge } from './charge.ts';
import type { Decision } from './decide.ts';
import type { PlannedStep } from './plan-steps.ts';
import type { Act } from './scenarios.ts';

type Client = pg.Pool | pg.PoolClient;

const columns = `id, charge_no as "chargeNo", merchant_no as "merchantNo", merchant_order_no as "merchantOrderNo",
  request_hash as "requestHash", amount_micro as "amountMicro", currency, kind, notify_url as "notifyUrl",
  return_url as "returnUrl", payer_name as "payerName", expires_at as "expiresAt", created_at as "createdAt",
  scenario, status, paid_micro as "paidMicro", paid_at as "paidAt", simulated, payment, dialect, told`;

/** A charge before the database numbered it. */
export type NewCharge = Omit<Charge, 'id' | 'status' | 'paidMicro' | 'paidAt' | 'simulated'> & {
  accountNo: string | null;
};

/** Another charge already has the account number; the transaction is lost and another number must be drawn. */
export class AccountTaken extends Error {}

/**
 * Inserts a charge; null when the merchant already used the order number.
 * @throws AccountTaken
 */
export async function insertCharge(client: Client, charge: NewCharge): Promise<Charge | null> {
  try {
    const { rows } = await client.query<Charge>(
      `insert into sandbox_bank.charge (charge_no, merchant_no, merchant_order_no, request_hash, amount_micro,
         currency, kind, notify_url, return_url, payer_name, expires_at, created_at, scenario, payment, account_no,
         dialect, told)
       values ($1,$2,$3,$4,$5,$6,$7,$8,$9,$10,$11,$12,$13,$14,$15,$16,$17)
       on conflict on constraint charge_order_key do nothing returning ${columns}`,
      [
        charge.chargeNo,
        charge.merchantNo,
        charge.merchantOrderNo,
        charge.requestHash,
        charge.amountMicro,
        charge.currency,
        charge.kind,
        charge.notifyUrl,
        charge.returnUrl,
        charge.payerName,
        charge.expiresAt,
        charge.createdAt,
        charge.scenario,
        JSON.stringify(charge.payment),
        charge.accountNo,
        charge.dialect,
        JSON.stringify(charge.told),
      ],
    );
    return rows[0] ?? null;
  } catch (error) {
    const constraint = (error as { constraint?: string }).constraint;
    if (constraint === 'charge_account_no_key') throw new AccountTaken();
    // The charge number follows from the order number, so its collision is the same order once more.
    if (constraint === 'charge_charge_no_key') return null;
    throw error;
  }
}

export async function findCharge(
  client: Client,
  merchantNo: string,
  merchantOrderNo: string,
): Promise<Charge | null> {
  const { rows } = await client.query<Charge>(
    `select ${columns} from sandbox_bank.charge where merchant_no = $1 and merchant_order_no = $2`,
    [merchantNo, merchantOrderNo],
  );
  return rows[0] ?? null;
}

/** Notes that a merchant asks for a charge, or what has become of it, before he is answered. */
export async function saveAsked(
  client: Client,
  merchantNo: string,
  merchantOrderNo: string,
  act: 'create' | 'query',
): Promise<void> {
  await client.query(
    'insert into sandbox_bank.asked (merchant_no, merchant_order_no, act) values ($1, $2, $3)',
    [merchantNo, merchantOrderNo, act],
  );
}

export async function findChargeByNo(client: Client, chargeNo: string): Promise<Charge | null> {
  const { rows } = await client.query<Charge>(
    `select ${columns} from sandbox_bank.charge where charge_no = $1`,
    [chargeNo],
  );
  return rows[0] ?? null;
}

export async function findChargeById(client: Client, id: bigint): Promise<Charge | null> {
  const { rows } = await client.query<Charge>(`select ${columns} from sandbox_bank.charge where id = $1`, [
    id,
  ]);
  return rows[0] ?? null;
}

/** Keeps what a language repeats of a charge. */
export async function saveTold(
  client: Client,
  id: bigint,
  told: Readonly<Record<string, string>>,
): Promise<void> {
  await client.query('update sandbox_bank.charge set told = $2 where id = $1', [id, JSON.stringify(told)]);
}

/** The last charge of an order: a platform that asked again under another number appends R2, R3 … to the first. */
export async function findChargeByOrder(client: Client, orderNo: string): Promise<Charge | null> {
  const { rows } = await client.query<Charge>(
    `select ${columns} from sandbox_bank.charge
     where merchant_order_no = $1 or starts_with(merchant_order_no, $1 || 'R') order by id desc limit 1`,
    [orderNo],
  );
  return rows[0] ?? null;
}

/** Finds what a payer at a counter pays to: an account number or a store code. */
export async function findChargeByAccount(client: Client, accountNo: string): Promise<Charge | null> {
  const { rows } = await client.query<Charge>(
    `select ${columns} from sandbox_bank.charge where account_no = $1`,
    [accountNo],
  );
  return rows[0] ?? null;
}

export async function listCharges(client: Client, limit: number): Promise<Charge[]> {
  const { rows } = await client.query<Charge>(
    `select ${columns} from sandbox_bank.charge order by id desc limit $1`,
    [limit],
  );
  return rows;
}

/** Reads a charge and holds it until the transaction ends: everything about one charge happens in line. */
export async function lockCharge(client: pg.PoolClient, id: bigint): Promise<Charge> {
  const { rows } = await client.query<Charge>(
    `select ${columns} from sandbox_bank.charge where id = $1 for update`,
    [id],
  );
  const charge = rows[0];
  if (!charge) throw new Error(`charge ${id} is gone`);
  return charge;
}

export async function saveChange(
  client: Client,
  id: bigint,
  change: NonNullable<Decision['change']>,
): Promise<void> {
  await client.query(
    'update sandbox_bank.charge set status = $2, paid_micro = $3, paid_at = $4, simulated = $5 where id = $1',
    [id, change.status, change.paidMicro, change.paidAt, change.simulated],
  );
}

export async function saveScenario(client: Client, id: bigint, scenario: string | null): Promise<void> {
  await client.query('update sandbox_bank.charge set scenario = $2 where id = $1', [id, scenario]);
}

export async function insertEntry(
  client: Client,
  charge: Charge,
  entry: NonNullable<Decision['entry']>,
  bookedAt: Date,
): Promise<void> {
  await client.query(
    `insert into sandbox_bank.entry (charge_id, merchant_no, currency, kind, amount_micro, booked_at)
     values ($1, $2, $3, $4, $5, $6)`,
    [charge.id, charge.merchantNo, charge.currency, entry.kind, entry.amountMicro, bookedAt],
  );
}

export async function insertSteps(client: Client, chargeId: bigint, steps: PlannedStep[]): Promise<void> {
  for (const step of steps) {
    await client.query('insert into sandbox_bank.step (charge_id, due_at, act) values ($1, $2, $3)', [
      chargeId,
      step.dueAt,
      JSON.stringify(step.act),
    ]);
  }
}

export async function deleteSteps(client: Client, chargeId: bigint): Promise<void> {
  await client.query('delete from sandbox_bank.step where charge_id = $1', [chargeId]);
}

/** Takes the due steps of a charge out, oldest first. Called under the lock of the charge. */
export async function takeDueSteps(client: Client, chargeId: bigint, now: Date): Promise<Act[]> {
  const { rows } = await client.query<{ act: Act }>(
    `with taken as (delete from sandbox_bank.step where charge_id = $1 and due_at <= $2 returning id, due_at, act)
     select act from taken order by due_at, id`,
    [chargeId, now],
  );
  return rows.map((row) => row.act);
}

export async function listSteps(client: Client, chargeId: bigint): Promise<PlannedStep[]> {
  const { rows } = await client.query<PlannedStep>(
    'select due_at as "dueAt", act from sandbox_bank.step where charge_id = $1 order by due_at, id',
    [chargeId],
  );
  return rows;
}

export async function listDueCharges(client: Client, now: Date, limit: number): Promise<bigint[]> {
  const { rows } = await client.query<{ id: bigint }>(
    `select charge_id as id from sandbox_bank.step where due_at <= $1 group by charge_id order by min(due_at) limit $2`,
    [now, limit],
  );
  return rows.map((row) => row.id);
}
