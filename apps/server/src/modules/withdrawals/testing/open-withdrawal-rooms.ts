import { randomUUID } from 'node:crypto';
import { parseAmount } from '@suanpan/money/amount';
import type { Currency } from '@suanpan/money/currency';
import { openMoneyRooms } from '../../../../test/money-rooms.ts';
import { sayWithdrawRules } from '../../../../test/say-withdraw-rules.ts';
import { openDoor } from '../../identity/testing/open-door.ts';
import type { Person } from '../../identity/testing/open-door.ts';
import { prove } from '../../ledger/index.ts';
import { openTestUsers } from '../../users/testing/open-test-users.ts';
import { openWithdrawals } from '../index.ts';

export const paymentPassword = 'a payment password';

export interface Answer {
  readonly code: number;
  readonly message: string;
  readonly data: Record<string, unknown> & {
    readonly id: string;
    readonly no: string;
    readonly state?: string;
    readonly approval_id?: string;
    readonly file?: string;
    readonly hash: string;
    readonly effect: Record<string, unknown> & { readonly rate_id: string | null };
    readonly items: readonly Answer['data'][];
    readonly actions: readonly string[];
    readonly status: string;
  };
}

/** The module behind its door, on a database of its own, with owners who have money and accounts. */
export async function openWithdrawalRooms() {
  const door = await openDoor();
  const { admin, call, database, person } = door;
  const rooms = await openMoneyRooms(door);
  const approvals = openTestUsers(door, door.app, door.identity);
  const withdrawals = openWithdrawals({
    db: database,
    vault: door.vault,
    identity: door.identity,
    approvals,
  });
  withdrawals.bind(door.app);
  const boss = await person({ kind: 'admin', paymentPassword });
  // Where nobody could agree nothing that takes two is asked for.
  const second = await person({ kind: 'admin', paymentPassword });

  const tokens = new Map<bigint, string>();
  async function tokenOf(who: Person): Promise<string> {
    const known = tokens.get(who.id);
    if (known !== undefined) return known;
    const token = await door.tokenOf(who);
    tokens.set(who.id, token);
    return token;
  }

  async function ask(
    who: Person,
    path: string,
    body: object = {},
    { key = randomUUID(), method = 'POST' }: { key?: string; method?: 'POST' | 'PUT' | 'DELETE' } = {},
  ): Promise<Answer> {
    const token = await tokenOf(who);
    return (await call(method, path, {
      token,
      headers: { 'idempotency-key': key },
      body,
    })) as unknown as Answer;
  }
  const get = async (who: Person, path: string): Promise<Answer> =>
    (await call('GET', path, { token: await tokenOf(who) })) as unknown as Answer;
  /** Whatever stands there, as it is answered. */
  const see = async (who: Person, path: string) =>
    door.app.inject({ url: `/api${path}`, headers: { authorization: `Bearer ${await tokenOf(who)}` } });
  const upload = async (who: Person, bytes: Buffer): Promise<Answer> => {
    const response = await door.app.inject({
      method: 'POST',
      url: '/api/withdraws/slips',
      headers: { authorization: `Bearer ${await tokenOf(who)}`, 'content-type': 'application/pdf' },
      payload: bytes,
    });
    return response.json<Answer>();
  };
  const stepUp = (who: Person) => ({ reason: 'as the bank says', ...door.proofOf(who) });

  /** What the platform gives him to withdraw, with its line in the log. */
  async function fund(
    owner: Pick<Person, 'id'>,
    major = '100000',
    currency: Currency = 'TWD',
  ): Promise<void> {
    const { rows } = await admin.query(
      `SELECT move_funds('adjust', $1, $2, $3, 'goodwill', $4, NULL, 'to withdraw', 'seed') AS journal`,
      [owner.id, currency, parseAmount(major, currency), boss.id],
    );
    await admin.query(
      `INSERT INTO audit_log (at, actor_id, effective_id, act, object_kind, object_id, journal_id)
       VALUES (business_now(), $1, $1, 'cashManagement3.manualAdjustment', 'user', $2, $3)`,
      [boss.id, String(owner.id), rows[0].journal],
    );
  }

  const addAccount = (who: Person, more: object = {}): Promise<Answer> =>
    ask(who, '/withdraws/apply/bank_acc', {
      type: 'bank',
      currency: 'TWD',
      account_name: '王小明',
      bank_code: '004',
      card_no: `${4_000_000_000_000_000n + who.id}`,
      ...more,
    });
  const addAddress = (who: Person): Promise<Answer> =>
    ask(who, '/withdraws/apply/bank_acc', {
      type: 'chain',
      currency: 'USDT',
      network: 'TRC20',
      address: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t',
    });
  const letIn = async (accountId: string): Promise<void> => {
    await admin.query('SELECT judge_withdraw_account($1, false, $2, NULL, NULL)', [
      BigInt(accountId),
      second.id,
    ]);
  };
  /** An account that has rested. */
  async function accountOf(who: Person): Promise<string> {
    const { id } = (await addAccount(who)).data;
    await letIn(id);
    return id;
  }
  async function addressOf(who: Person): Promise<string> {
    const { id } = (await addAddress(who)).data;
    await letIn(id);
    return id;
  }

  const preview = (who: Person, accountId: string, amount: string, more: object = {}): Promise<Answer> =>
    ask(who, '/withdraws/apply/effect', { account_id: accountId, amount, currency: 'TWD', ...more });
  /** Looks at what it comes to, and applies for exactly that. */
  async function apply(
    who: Person,
    accountId: string,
    amount = '3000',
    more: object = {},
    key?: string,
  ): Promise<Answer> {
    const seen = await preview(who, accountId, amount, more);
    if (seen.code !== 0) return seen;
    const rate_id = seen.data.effect.rate_id;
    return ask(
      who,
      '/withdraws/apply',
      {
        account_id: accountId,
        amount,
        currency: 'TWD',
        ...more,
        ...(rate_id !== null && { rate_id }),
        effect_hash: seen.data.hash,
        ...stepUp(who),
      },
      key === undefined ? {} : { key },
    );
  }
  const decide = (who: Person, act: string, id: string, more: object = {}, key?: string): Promise<Answer> =>
    ask(
      who,
      `/withdraws/list/${id}/${act}`,
      ['take', 'release'].includes(act) ? {} : { ...stepUp(who), ...more },
      key === undefined ? {} : { key },
    );
  const approve = (who: Person, approvalId = ''): Promise<Answer> => {
    const { payment_password, one_code } = stepUp(who);
    return ask(who, `/admin/approvals/${approvalId}/approve`, { payment_password, one_code });
  };
  const search = (who: Person, body: object = {}): Promise<Answer> =>
    ask(who, '/withdraws/list/search', body);

  /** Sets the configuration of a kind of owner, with these changes. */
  async function configure(change: object, role = 'customer', currency = 'TWD'): Promise<Answer> {
    const { items } = (await get(boss, '/withdraws/config')).data;
    const row = items.find((each) => each['role'] === role && each['currency'] === currency);
    return ask(boss, '/withdraws/config', { ...row, ...stepUp(boss), ...change }, { method: 'PUT' });
  }

  /** Raises it past the second person: for tests of what one person may do. */
  const raiseCeiling = async (major: string): Promise<void> => {
    await admin.query(
      `UPDATE withdraw_rule SET auto_approve_max = $1 WHERE role IS NOT NULL AND currency = 'TWD'`,
      [parseAmount(major, 'TWD')],
    );
    await sayWithdrawRules(door);
  };

  const failing = async (): Promise<string[]> =>
    (await prove(database)).checks.flatMap(({ name, passed }) => (passed ? [] : [name]));
  /** Time goes on for business, not for passwords. */
  const passTime = async (seconds: number): Promise<void> => {
    await admin.query('UPDATE business_clock SET offset_us = offset_us + $1', [BigInt(seconds) * 1_000_000n]);
  };
  const setRate = (from: Currency, to: Currency, rate: string, tenant: bigint | null = null) =>
    admin.query('SELECT set_exchange_rate($1, $2, $3, 1, $4, false, NULL, $5, NULL, $6, NULL)', [
      tenant,
      to,
      from,
      rate,
      boss.id,
      'of the test',
    ]);

  return {
    ...door,
    rooms,
    boss,
    withdrawals,
    approvals,
    ask,
    get,
    see,
    upload,
    stepUp,
    fund,
    addAccount,
    addAddress,
    accountOf,
    addressOf,
    preview,
    apply,
    decide,
    approve,
    search,
    configure,
    raiseCeiling,
    failing,
    passTime,
    setRate,
  };
}
