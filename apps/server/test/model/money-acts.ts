import { errorCode } from '../../src/platform/db/database-error.ts';
import { moveBusinessClock } from '../database.ts';
import type { TestDatabase } from '../database.ts';
import type { MoneyRooms } from '../money-rooms.ts';
import type { Tenant } from '../tenant.ts';
import { releaseAll } from './play.ts';
import { chosen, ofWhich } from './purse.ts';
import type { MoneyAct, Purse, Said } from './purse.ts';

/** What people do with a merchant's money, through the product's own doors: the maker asks and sends, the checker decides. */
export async function openMoneyActs(base: TestDatabase, rooms: MoneyRooms, tenant: Tenant) {
  const { admin, database } = base;
  const person = () => tenant.user('admin', { agent_id: null, parent_id: null });
  const [maker, checker] = [await person(), await person()];
  // Who may freeze how much alone is no question of these books.
  await admin.query(
    "INSERT INTO approval_policy (agent_id, act, currency, threshold) VALUES (NULL, 'users.editFrozen', 'TWD', 1000000000000000)",
  );
  let serial = 0;

  /** What a door answers, in the words of the model. */
  async function ask(text: string, values: readonly unknown[]): Promise<Said> {
    try {
      const { rows } = await admin.query<{ said: unknown }>(text, [...values]);
      return rows[0]?.said === false ? 'nothing' : 'done';
    } catch (error) {
      const code = errorCode(error);
      // 23514: no balance goes below zero.
      if (code === 'LG402' || code === '23514') return 'poor';
      // More is given free than was frozen.
      if (error instanceof Error && error.message === 'so much was not frozen by hand') return 'poor';
      if (code === 'RF001' || code === 'RF002') return 'impossible';
      throw error;
    }
  }
  const accounts = new Map<bigint, Promise<bigint>>();
  /** Where a merchant has his money sent; it has rested. */
  function accountOf(merchantId: bigint): Promise<bigint> {
    const known = accounts.get(merchantId) ?? openAccount(merchantId);
    accounts.set(merchantId, known);
    return known;
  }
  async function openAccount(merchantId: bigint): Promise<bigint> {
    const kept = {
      type: 'bank',
      currency: 'TWD',
      account_name: 'model',
      bank_code: '004',
      card_sealed: 'sealed',
      card_shown: '****0001',
      account_hash: `model ${merchantId}`,
    };
    const { rows } = await admin.query<{ id: bigint | null }>(
      "SELECT add_withdraw_account($1, $2, $1, 'model') AS id",
      [merchantId, JSON.stringify(kept)],
    );
    const id = rows[0]?.id ?? null;
    if (id === null) throw new Error('There is no account');
    await admin.query('SELECT judge_withdraw_account($1, false, $2, NULL, NULL)', [id, checker]);
    return id;
  }
  const stands: Readonly<Record<string, Said>> = {
    receivableOutstanding: 'owing',
    insufficientBalance: 'poor',
    invalidState: 'nothing',
  };
  /** A door that answers what stands against it. */
  async function askWithdrawal(text: string, values: readonly unknown[]): Promise<Said> {
    const { rows } = await admin.query<{ refusal: string | null }>(text, [...values]);
    const refusal = rows[0]?.refusal ?? null;
    const said = refusal === null ? 'done' : stands[refusal];
    if (said === undefined) throw new Error(`Refused: ${refusal}`);
    return said;
  }
  async function withdrawalOf(merchantId: bigint, which: number): Promise<bigint | undefined> {
    const { rows } = await admin.query<{ id: bigint }>(
      'SELECT id FROM withdrawal WHERE owner_id = $1 ORDER BY id',
      [merchantId],
    );
    return ofWhich(rows, which)?.id;
  }
  const refundOf = async (orderId: bigint): Promise<bigint | null> => {
    const { rows } = await admin.query<{ id: bigint }>(
      "SELECT id FROM refund WHERE order_id = $1 AND kind = 'refund' ORDER BY id DESC LIMIT 1",
      [orderId],
    );
    return rows[0]?.id ?? null;
  };
  const step = async (orderId: bigint, text: string, more: readonly unknown[]): Promise<Said> => {
    const refund = await refundOf(orderId);
    return refund === null ? 'nothing' : ask(text, [refund, ...more]);
  };

  /** What the provider says of the try that it has; nothing where it has none. */
  const heard = async (orderId: bigint, said: 'paid' | 'failed', ref: string | null): Promise<Said> => {
    const { rows } = await admin.query<{ refund_id: bigint; n: number; amount: bigint }>(
      `SELECT a.refund_id, a.n, r.amount FROM refund_attempt a JOIN refund r ON r.id = a.refund_id AND r.attempts = a.n
       WHERE r.order_id = $1 AND a.next_at IS NOT NULL`,
      [orderId],
    );
    const [open] = rows;
    if (open === undefined) return 'nothing';
    return ask(`SELECT refund_heard($1, $2::smallint, '${said}', $3, $4, 60, NULL) = $5 AS said`, [
      open.refund_id,
      open.n,
      ref,
      open.amount,
      said === 'paid' ? 'success' : 'failed',
    ]);
  };
  /** On the charge-back of the order that stands. */
  const charged = async (orderId: bigint, text: string, more: readonly unknown[]): Promise<Said> => {
    const { rows } = await admin.query<{ id: bigint }>(
      "SELECT id FROM refund WHERE order_id = $1 AND kind = 'charge_back' AND won_at IS NULL",
      [orderId],
    );
    return rows[0] === undefined ? 'nothing' : ask(text, [rows[0].id, ...more]);
  };

  return {
    async collect(merchantId: bigint): Promise<bigint> {
      const order = await rooms.place(merchantId);
      rooms.bank.pay(order.order_no);
      await rooms.tell(order);
      return order.id;
    },
    /** What became of each of a merchant's withdrawals, the oldest first, in the words of the model. */
    async withdrawals(merchantId: bigint): Promise<string[]> {
      const { rows } = await admin.query<{ amount: bigint; status: string }>(
        'SELECT amount, status FROM withdrawal WHERE owner_id = $1 ORDER BY id',
        [merchantId],
      );
      return rows.map(({ amount, status }) => `${amount} ${status === 'processing' ? 'taken' : status}`);
    },
    async letGo(payoutId: bigint): Promise<boolean> {
      const said = await ask("SELECT payout_dispatch($1, $2, 'model', NULL) AS said", [payoutId, checker]);
      return said === 'done';
    },
    async night(): Promise<void> {
      await moveBusinessClock(database, 5 * 86_400_000);
      await releaseAll(database);
    },
    async perform(merchantId: bigint, purse: Pick<Purse, 'orders'>, act: MoneyAct): Promise<Said> {
      serial += 1;
      if (act.kind === 'adjust') {
        // The route notes who did it beside the journal, in the same transaction; here the test does.
        return ask(
          `WITH moved AS (SELECT move_funds('adjust', $1, 'TWD', $2, 'goodwill', $3, NULL, 'model', NULL) AS journal)
           INSERT INTO audit_log (at, actor_id, effective_id, act, object_kind, object_id, journal_id)
           SELECT business_now(), $3, $3, 'cashManagement3.manualAdjustment', 'user', $1::bigint::text, journal FROM moved
           RETURNING true AS said`,
          [merchantId, BigInt(act.dollars) * 10_000n, maker],
        );
      }
      if (act.kind === 'freeze') {
        // As the route notes it.
        return ask(
          `WITH edited AS (SELECT edit_balance($1, 'frozen', $2, $3, NULL, 'model', NULL) AS journal)
           INSERT INTO audit_log (at, actor_id, effective_id, act, object_kind, object_id, journal_id)
           SELECT business_now(), $3, $3, 'users.list.editFrozen', 'user', $1::bigint::text, journal FROM edited
           RETURNING true AS said`,
          [merchantId, BigInt(act.dollars) * 10_000n, maker],
        );
      }
      if (act.kind === 'withdraw') {
        return askWithdrawal("SELECT refusal FROM apply_withdrawal($1, $2, 'TWD', $3, NULL, $1, NULL)", [
          merchantId,
          await accountOf(merchantId),
          BigInt(act.dollars) * 10_000n,
        ]);
      }
      if (
        act.kind === 'takeWithdrawal' ||
        act.kind === 'payWithdrawal' ||
        act.kind === 'rejectWithdrawal' ||
        act.kind === 'reverseWithdrawal'
      ) {
        const wanted = await withdrawalOf(merchantId, act.which);
        if (wanted === undefined) return 'nothing';
        switch (act.kind) {
          case 'takeWithdrawal':
            return ask('SELECT take_withdrawal($1, $2, NULL) AS said', [wanted, checker]);
          case 'payWithdrawal':
            return askWithdrawal("SELECT pay_withdrawal($1, $3, $2, NULL, 'model', NULL) AS refusal", [
              wanted,
              checker,
              `MW-${serial}`,
            ]);
          case 'rejectWithdrawal': {
            const { rows } = await admin.query(
              "SELECT FROM withdrawal WHERE id = $1 AND status = 'processing'",
              [wanted],
            );
            if (rows.length === 0) return 'nothing';
            return ask("SELECT end_withdrawal($1, 'rejected', $2, 'model', NULL) AS said", [wanted, checker]);
          }
          case 'reverseWithdrawal':
            return ask("SELECT reverse_withdrawal($1, $2, NULL, 'model', NULL) AS said", [wanted, checker]);
        }
      }
      const order = chosen(purse, act.which);
      if (order === undefined) return 'nothing';
      switch (act.kind) {
        case 'refund':
          return ask("SELECT refund_collection($1, 100000000, $2, NULL, 'model', NULL) AS said", [
            order.id,
            maker,
          ]);
        case 'send':
          return step(order.id, "SELECT refund_send($1, $2, 'model', NULL) AS said", [maker]);
        case 'sendByProvider':
          return step(order.id, "SELECT refund_begin($1, $2, 'model', NULL) IS NOT NULL AS said", [maker]);
        case 'providerPaid':
          return heard(order.id, 'paid', `MP-${serial}`);
        case 'providerFailed':
          return heard(order.id, 'failed', null);
        case 'confirm':
          return step(order.id, "SELECT refund_confirm($1, $3, $2, 'model', NULL) AS said", [
            checker,
            `MR-${serial}`,
          ]);
        case 'failRefund':
          return step(order.id, "SELECT refund_fail($1, $2, 'model', NULL) AS said", [checker]);
        case 'closeRefund':
          return step(order.id, "SELECT refund_close($1, $2, 'model', NULL) AS said", [maker]);
        case 'chargeBack':
          return ask("SELECT charge_back_collection($1, $3, $2, NULL, 'model', NULL) AS said", [
            order.id,
            maker,
            `MC-${serial}`,
          ]);
        case 'winBack': {
          const said = await charged(
            order.id,
            "SELECT win_charge_back($1, $3, $2, NULL, 'model', NULL) AS said",
            [maker, `MV-${serial}`],
          );
          // It stood when it was looked for, and a rival won it meanwhile.
          return said === 'impossible' ? 'nothing' : said;
        }
      }
    },
  };
}
