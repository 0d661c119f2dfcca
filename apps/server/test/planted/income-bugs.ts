import { createTenant } from '../tenant.ts';
import { agreedTo, ask, failing, inProduction } from './desk-world.ts';
import type { DeskInvariant, PlantedDeskBug } from './desk-world.ts';
import type { PayoutWorld } from './payout-invariants.ts';

/** A senior agent who earned 93 and owes 20 of system fee, or has paid it, with two of the platform. */
async function openHouse(
  { base, rooms }: PayoutWorld,
  mode: 'realtime' | 'periodic',
  columns: object = { settle_rule: 'D0' },
) {
  const tenant = await createTenant(base, { provider: rooms.bank, agent: { system_fee_mode: mode } });
  const merchantId = await tenant.merchant(columns);
  const order = await rooms.place(merchantId);
  rooms.bank.pay(order.order_no);
  await rooms.tell(order);
  const person = () => tenant.user('admin', { agent_id: null, parent_id: null });
  return { tenant, merchantId, order, boss: await person(), checker: await person() };
}
const draw = (
  by: Parameters<typeof ask>[0],
  amount: bigint,
  maker: bigint,
  agreed: bigint | null = null,
  to = 'a bank',
) => ask(by, "SELECT draw_income('TWD', $1, $4, $2, $3, 'x', NULL) AS said", [amount, maker, agreed, to]);
const refused = (said: string, state: string, what: string): string[] =>
  said === `refused ${state}` ? [] : [`${what}: ${said}`];

const owedIsNotDrawn: DeskInvariant = async (world) => {
  const { boss } = await openHouse(world, 'periodic');
  return refused(await draw(world.base.admin, 1n, boss), 'LG402', 'drawn although nothing came in');
};

const drawnOnce: DeskInvariant = async (world) => {
  const { base } = world;
  const { boss, checker } = await openHouse(world, 'realtime');
  const [one, two] = [await base.admin.connect(), await base.admin.connect()];
  try {
    await one.query('BEGIN');
    await draw(one, 200_000n, boss);
    const late = draw(two, 200_000n, checker);
    await new Promise((resolve) => setTimeout(resolve, 300));
    await one.query('COMMIT');
    return refused(await late, 'LG402', 'two draw the same income');
  } finally {
    for (const each of [one, two]) each.release();
  }
};

const drawnWhereAgreed: DeskInvariant = async (world) => {
  const { boss, checker } = await openHouse(world, 'realtime');
  const payload = { currency: 'TWD', amount: '100', payee: 'a bank' };
  const agreed = await agreedTo(world.base, 'income.draw', payload, [boss, checker]);
  const said = await inProduction(world.base, () =>
    draw(world.base.admin, 100n, boss, agreed, 'another bank'),
  );
  return refused(said, 'LG403', 'drawn to another account than was agreed to');
};

const noMoreThanOwed: DeskInvariant = async (world) => {
  const { tenant } = await openHouse(world, 'periodic');
  const month = "date_trunc('month', business_now())::date";
  await ask(
    world.base.admin,
    `SELECT collect_system_fee($1, 'TWD', NULL, ${month}, NULL, NULL, NULL) AS said`,
    [tenant.agentId],
  );
  const taken = await ask(world.base.admin, 'SELECT amount AS said FROM system_fee_collection');
  return taken === '200000' ? failing(world.base) : [`${taken} of 200000 owed`];
};

const foldedOnce: DeskInvariant = async (world) => {
  await openHouse(world, 'realtime');
  for (let n = 0; n < 2; n += 1) await world.base.admin.query('SELECT fold_income(0, 100)');
  return failing(world.base);
};

const prefund = (
  { base }: PayoutWorld,
  account: bigint,
  amount: bigint,
  maker: bigint,
  agreed: bigint | null = null,
) =>
  ask(base.admin, "SELECT prefund_channel($1, $2, 'FT-1', $3, $4, 'x', NULL) AS said", [
    account,
    amount,
    maker,
    agreed,
  ]);

const onlyWhoPaysOut: DeskInvariant = async (world) => {
  const { boss, tenant } = await openHouse(world, 'realtime');
  return refused(
    await prefund(world, tenant.channelAccountId, 1n, boss),
    'LG404',
    'paid in advance to an account that only collects',
  );
};

const asMuchAsAgreed: DeskInvariant = async (world) => {
  const { boss, checker, merchantId, tenant } = await openHouse(world, 'realtime');
  const { channelAccountId } = await world.here.channel(tenant, [merchantId]);
  const payload = { channel_account_id: String(channelAccountId), amount: '1', transfer_ref: 'FT-1' };
  const agreed = await agreedTo(world.base, 'channels.prefund', payload, [boss, checker]);
  const said = await inProduction(world.base, () =>
    prefund(world, channelAccountId, 1_000_000n, boss, agreed),
  );
  return refused(said, 'LG403', 'more than was agreed to');
};

/** A merchant who owes 9,000.0000 has an order of ten thousand released. */
async function releasedOwing(world: PayoutWorld) {
  const { base, rooms } = world;
  const { boss, merchantId, order } = await openHouse(world, 'realtime', { settle_rule: 'D0' });
  // The merchant's own money is gone when the provider takes the first order back.
  await ask(
    base.admin,
    "SELECT move_funds('adjust', $1, 'TWD', -90000000, 'goodwill', $2, NULL, 'x', NULL) AS said",
    [merchantId, boss],
  );
  await base.admin.query("UPDATE app_user SET settle_rule = 'manual' WHERE id = $1", [merchantId]);
  const next = await rooms.place(merchantId);
  rooms.bank.pay(next.order_no);
  await rooms.tell(next);
  await ask(base.admin, "SELECT charge_back_collection($1, 'CB-1', $2, NULL, 'x', NULL) AS said", [
    order.id,
    boss,
  ]);
  const before = await rooms.balances(merchantId);
  const said = await ask(base.admin, 'SELECT release_collections(ARRAY[$1::bigint], $2, NULL) AS said', [
    next.id,
    boss,
  ]);
  return { before, said, after: await rooms.balances(merchantId) };
}

const debtsAreRepaid: DeskInvariant = async (world) => {
  const { after, before, said } = await releasedOwing(world);
  const owed = before['A130'];
  if (owed === undefined) return [`nothing was owed before: ${JSON.stringify(before)}`];
  return after['A130'] === undefined && after['L200'] !== undefined
    ? []
    : [`${said}: ${owed} owed, and then ${JSON.stringify(after)}`];
};

const exchange = (
  by: Parameters<typeof ask>[0],
  [base, quote]: readonly [bigint, bigint],
  maker: bigint,
  agreed: bigint | null = null,
) =>
  ask(by, "SELECT exchange_house('USDT', 'TWD', $1, $2, 'a bank', $3, $4, 'x', NULL) AS said", [
    base,
    quote,
    maker,
    agreed,
  ]);
const resultsOf = ({ base }: PayoutWorld) =>
  ask(base.admin, "SELECT string_agg(result::text, ' ' ORDER BY id) AS said FROM house_exchange");
const expectResults = async (world: PayoutWorld, wanted: string): Promise<string[]> => {
  const said = await resultsOf(world);
  return said === wanted ? [] : [`the exchanges brought ${said}, not ${wanted}`];
};

const realisedWhenClosed: DeskInvariant = async (world) => {
  const { boss } = await openHouse(world, 'realtime');
  const { admin } = world.base;
  for (const trade of [
    [1_000_000n, -320_000n],
    [1_000_000n, -340_000n],
    [-500_000n, 170_000n],
  ] as const)
    await exchange(admin, trade, boss);
  return expectResults(world, '0 0 5000');
};

const closedOnce: DeskInvariant = async (world) => {
  const { base } = world;
  const { boss, checker } = await openHouse(world, 'realtime');
  await exchange(base.admin, [1_000_000n, -320_000n], boss);
  const [one, two] = [await base.admin.connect(), await base.admin.connect()];
  try {
    await one.query('BEGIN');
    await exchange(one, [-1_000_000n, 330_000n], boss);
    const late = exchange(two, [-1_000_000n, 330_000n], checker);
    await new Promise((resolve) => setTimeout(resolve, 300));
    await one.query('COMMIT');
    await late;
  } finally {
    for (const each of [one, two]) each.release();
  }
  return expectResults(world, '0 10000 0');
};

const exchangedAsAgreed: DeskInvariant = async (world) => {
  const { boss, checker } = await openHouse(world, 'realtime');
  const payload = {
    base: 'USDT',
    quote: 'TWD',
    base_amount: '1000000',
    quote_amount: '-320000',
    counterparty: 'a bank',
  };
  const agreed = await agreedTo(world.base, 'income.exchange', payload, [boss, checker]);
  const said = await inProduction(world.base, () =>
    exchange(world.base.admin, [1_000_000n, -420_000n], boss, agreed),
  );
  return refused(said, 'LG403', 'exchanged at another price than was agreed to');
};

/** Careless changes of the platform's own money, each beside the invariant that must see it. */
export const plantedIncomeBugs: readonly PlantedDeskBug[] = [
  {
    what: 'drawing what is owed and has not come in',
    name: 'drawable_income',
    right: 'THEN least(t.amount, 0) ELSE',
    wrong: 'THEN 0 ELSE',
    caughtBy: owedIsNotDrawn,
  },
  {
    what: 'drawing without waiting for who draws',
    name: 'draw_income',
    right: "PERFORM pg_advisory_xact_lock(hashtextextended('income.draw ' || currency, 0));",
    wrong: '',
    caughtBy: drawnOnce,
  },
  {
    what: 'drawing to another account than was agreed to',
    name: 'draw_income',
    right: " AND a.payload ->> 'payee' = draw_income.payee",
    wrong: '',
    caughtBy: drawnWhereAgreed,
  },
  {
    what: 'realising what only adds to a position',
    name: 'house_result',
    right: 'held = 0 OR (held > 0) = (base_amount > 0)',
    wrong: 'held = 0',
    caughtBy: realisedWhenClosed,
  },
  {
    what: 'exchanging without waiting for who exchanges',
    name: 'exchange_house',
    right: "PERFORM pg_advisory_xact_lock(hashtextextended('income.exchange ' || base || ' ' || quote, 0));",
    wrong: '',
    caughtBy: closedOnce,
  },
  {
    what: 'exchanging at another price than was agreed to',
    name: 'exchange_house',
    right: "      AND a.payload ->> 'quote_amount' = exchange_house.quote_amount::text\n",
    wrong: '',
    caughtBy: exchangedAsAgreed,
  },
  {
    what: 'collecting all that was earned',
    name: 'collect_system_fee',
    right: 'least(earned, owed)',
    wrong: 'earned',
    caughtBy: noMoreThanOwed,
  },
  {
    what: 'folding the same journals once more',
    name: 'fold_income',
    right: 'UPDATE income_fold SET journal_id = upto',
    wrong: 'UPDATE income_fold SET journal_id = above',
    caughtBy: foldedOnce,
  },
  {
    what: 'paying in advance by whatever account',
    name: 'prefund_channel',
    right: " AND c.direction = 'payout'",
    wrong: '',
    caughtBy: onlyWhoPaysOut,
  },
  {
    what: 'paying more in advance than was agreed to',
    name: 'prefund_channel',
    right: " AND p.payload ->> 'amount' = prefund_channel.amount::text",
    wrong: '',
    caughtBy: asMuchAsAgreed,
  },
  {
    what: 'releasing without looking at what is owed',
    name: 'repay_owed',
    right: 'WHERE b.amount > 0 AND d.balance < 0',
    wrong: 'WHERE false',
    caughtBy: debtsAreRepaid,
  },
  {
    what: 'repaying more than is owed',
    name: 'repay_owed',
    right: 'least(b.amount, -d.balance - coalesce(',
    wrong: 'least(b.amount, b.amount - coalesce(',
    caughtBy: debtsAreRepaid,
  },
];
