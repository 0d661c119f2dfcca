import { prove } from '../../src/modules/ledger/index.ts';
import { moveBusinessClock } from '../database.ts';
import type { TestDatabase } from '../database.ts';
import { sayWithdrawRules } from '../say-withdraw-rules.ts';
import { createTenant } from '../tenant.ts';

/** Makes something happen and answers what is wrong afterwards: nothing, where the product is right. */
type WithdrawalInvariant = (base: TestDatabase) => Promise<readonly string[]>;

interface PlantedWithdrawalBug {
  readonly what: string;
  /** The function of the database that is changed. */
  readonly name: string;
  readonly right: string;
  readonly wrong: string;
  readonly caughtBy: WithdrawalInvariant;
}

const failing = async ({ database }: TestDatabase): Promise<string[]> =>
  (await prove(database)).checks
    .filter(({ passed }) => !passed)
    .map(({ examples, name }) => `${name}: ${examples.join()}`);

/** A merchant with 9000.0000 to withdraw and an account that has rested, and one of the platform. */
async function openDesk(base: TestDatabase) {
  const tenant = await createTenant(base, {
    provider: { origin: 'http://127.0.0.1:1', merchantNo: 'm', secret: 's' },
  });
  const merchant = await tenant.merchant();
  const boss = await tenant.user('admin');
  const one = async <T>(query: string, values: readonly unknown[]): Promise<T> => {
    const { rows } = await base.admin.query<{ said: T }>(query, [...values]);
    return rows[0]?.said as T;
  };
  const journal = await one<bigint>(
    "SELECT move_funds('adjust', $1, 'TWD', 90000000, 'goodwill', $2, NULL, 'x', 'x') AS said",
    [merchant, boss],
  );
  await base.admin.query(
    `INSERT INTO audit_log (at, actor_id, effective_id, act, object_kind, object_id, journal_id)
     VALUES (business_now(), $1, $1, 'cashManagement3.manualAdjustment', 'user', $2, $3)`,
    [boss, String(merchant), journal],
  );
  const add = (type: string, more: object): Promise<bigint> =>
    one("SELECT add_withdraw_account($1, $2::jsonb, $1, 'x') AS said", [
      merchant,
      JSON.stringify({ type, account_hash: type, ...more }),
    ]);
  const account = await add('bank', {
    currency: 'TWD',
    account_name: 'x',
    bank_code: '004',
    card_sealed: 'x',
    card_shown: 'x',
  });
  const address = await add('chain', { currency: 'USDT', address: 'x', network: 'TRC20' });
  for (const kept of [account, address])
    await base.admin.query('SELECT judge_withdraw_account($1, false, $2, NULL, NULL)', [kept, boss]);
  await base.admin.query("UPDATE withdraw_rule SET auto_approve_max = 90000000 WHERE currency = 'TWD'");
  await sayWithdrawRules(base);
  const ask = async (call: string, values: readonly unknown[]): Promise<string> => {
    try {
      return String(await one<unknown>(`SELECT ${call} AS said`, values));
    } catch (error) {
      return `refused: ${String(error)}`;
    }
  };
  return {
    merchant,
    boss,
    twinOf: (maker: bigint) => tenant.user('admin', { made_by: maker }),
    account,
    address,
    one,
    ask,
    apply: (amount: bigint, to = account, quote: bigint | null = null) =>
      one<bigint | null>("SELECT id AS said FROM apply_withdrawal($1, $2, 'TWD', $3, $4, $1, 'x')", [
        merchant,
        to,
        amount,
        quote,
      ]),
    take: (id: bigint | null) => ask("take_withdrawal($1, $2, 'x')", [id, boss]),
    pay: (id: bigint | null, no: string) => ask("pay_withdrawal($1, $2, $3, NULL, 'x', 'x')", [id, no, boss]),
  };
}

const limitsHold: WithdrawalInvariant = async (base) => {
  const desk = await openDesk(base);
  await base.admin.query(
    "UPDATE withdraw_rule SET daily_amount = 50000000 WHERE role = 'customer' AND currency = 'TWD'",
  );
  await sayWithdrawRules(base);
  await desk.apply(30_000_000n);
  return (await desk.apply(30_000_000n)) === null ? failing(base) : ['more went out than a day may see'];
};

const holdsGoBackOnce: WithdrawalInvariant = async (base) => {
  const desk = await openDesk(base);
  const id = await desk.apply(30_000_000n);
  await desk.take(id);
  await desk.pay(id, 'P-1');
  const again = await desk.ask("end_withdrawal($1, 'rejected', $2, 'x', 'x')", [id, desk.boss]);
  return again === 'false' ? failing(base) : [`what was paid is ${again} given back`];
};

const nobodyPaysHisOwn: WithdrawalInvariant = async (base) => {
  const desk = await openDesk(base);
  const id = await desk.apply(30_000_000n);
  const twin = await desk.twinOf(desk.merchant);
  const taken = await desk.ask("take_withdrawal($1, $2, 'x')", [id, twin]);
  return taken.startsWith('refused') ? [] : ['a second account of the applicant decides'];
};

const ratesEnd: WithdrawalInvariant = async (base) => {
  const desk = await openDesk(base);
  const quote = await desk.one<bigint>(
    `INSERT INTO withdraw_quote (owner_id, currency, target_currency, rate, platform_rate, made_at, until)
     VALUES ($1, 'TWD', 'USDT', 3260000000, 3260000000, business_now(), business_now() + interval '1 minute') RETURNING id AS said`,
    [desk.merchant],
  );
  const id = await desk.apply(32_600_000n, desk.address, quote);
  await desk.take(id);
  await moveBusinessClock(base.database, 25 * 3_600_000);
  return (await desk.pay(id, 'P-2')) === 'staleEdit' ? [] : ['it is paid by a rate that is over'];
};

const largeOnesTakeTwo: WithdrawalInvariant = async (base) => {
  const desk = await openDesk(base);
  await base.admin.query(
    "UPDATE withdraw_rule SET auto_approve_max = 40000000 WHERE role = 'customer' AND currency = 'TWD'",
  );
  await sayWithdrawRules(base);
  const [first, second] = [await desk.apply(30_000_000n), await desk.apply(30_000_000n)];
  for (const id of [first, second]) await desk.take(id);
  const needs = await desk.ask('(SELECT withdrawal_needs_second(w) FROM withdrawal w WHERE w.id = $1)', [
    second,
  ]);
  return needs.includes('true') ? [] : ['two of a day are looked at one by one'];
};

const sharesAddUp: WithdrawalInvariant = async (base) => {
  const desk = await openDesk(base);
  await base.admin.query(
    `INSERT INTO withdraw_fee (owner_id, currency, target_currency, type, pct, fixed, mode, share_pct, share_fixed, valid_from)
     VALUES ($1, 'TWD', 'TWD', 'bank', 0, 150000, 'inside', 0, 50000, business_now() - interval '1 second')`,
    [desk.merchant],
  );
  const id = await desk.apply(30_000_000n);
  await desk.take(id);
  const paid = await desk.pay(id, 'P-3');
  return paid === 'null' ? failing(base) : [`it is not paid: ${paid}`];
};

/** Careless changes where owners have their money sent out, each beside the invariant that must see it. */
export const plantedWithdrawalBugs: readonly PlantedWithdrawalBug[] = [
  {
    what: 'a day that is not counted',
    name: 'withdraw_offer_of',
    right: 'amount > o.left_amount OR ',
    wrong: '',
    caughtBy: limitsHold,
  },
  {
    what: 'giving back what was paid',
    name: 'end_withdrawal',
    right: "(was = 'pending' OR (was = 'processing'",
    wrong: "(was <> 'rejected' OR (was = 'processing'",
    caughtBy: holdsGoBackOnce,
  },
  {
    what: 'letting the applicant’s second account decide',
    name: 'take_withdrawal',
    right: 'IF NOT may_look_at(operator, w.made_by, w.owner_id) THEN',
    wrong: 'IF operator = w.made_by THEN',
    caughtBy: nobodyPaysHisOwn,
  },
  {
    what: 'paying by a rate that is over',
    name: 'pay_withdrawal',
    right: 'ELSIF w.rate_until <= said_at THEN',
    wrong: 'ELSIF false THEN',
    caughtBy: ratesEnd,
  },
  {
    what: 'looking at each by itself',
    name: 'withdrawal_needs_second',
    right: 'greatest(s.of_owner, s.of_account, s.of_operator)',
    wrong: 'w.amount',
    caughtBy: largeOnesTakeTwo,
  },
  {
    what: 'paying the senior agent what the platform keeps',
    name: 'pay_withdrawal',
    right: 'ARRAY[-w.hold, w.target_amount, w.fee - w.agent_share, w.agent_share]',
    wrong: 'ARRAY[-w.hold, w.target_amount, w.agent_share, w.fee - w.agent_share]',
    caughtBy: sharesAddUp,
  },
];
