import { exampleTerms } from '@suanpan/domain/fees/example-terms';
import { collectionSupply } from '@suanpan/domain/journals/collection-supply';
import { createTenant } from '../tenant.ts';
import { ask, failing, inProduction } from './desk-world.ts';
import type { DeskInvariant, PlantedDeskBug } from './desk-world.ts';
import type { PayoutWorld } from './payout-invariants.ts';

/** The cast, somebody of the platform, and the doors by which persons settle orders. */
async function openDesk({ base, rooms }: PayoutWorld) {
  const tenant = await createTenant(base, { provider: rooms.bank });
  const boss = await tenant.user('admin', { agent_id: null, parent_id: null });
  await base.admin.query(
    "INSERT INTO settle_calendar SELECT business_day(business_now()), 'T1', business_now() + interval '1 day' ON CONFLICT DO NOTHING",
  );
  const desk = {
    tenant,
    boss,
    /** An order of ten thousand; its payer paid another sum, where one is named. */
    async order(paid?: string, of = tenant) {
      const order = await rooms.place(of.merchantId);
      if (paid !== undefined) {
        rooms.bank.pay(order.order_no, { amount: paid });
        await rooms.tell(order);
      }
      return order.id;
    },
    async receipt(orderId: bigint) {
      const { rows } = await base.admin.query<{ id: bigint }>('SELECT id FROM receipt WHERE order_id = $1', [
        orderId,
      ]);
      return rows[0]?.id ?? null;
    },
    /** Settles it with so many minor units, at the prices of the worked journals. */
    supply(
      orderId: bigint,
      source: string,
      amount: bigint,
      {
        receipt = null,
        maker = boss,
        act = 'collections.supply',
        by = base.admin,
      }: {
        receipt?: bigint | null;
        maker?: bigint;
        act?: string;
        by?: Parameters<typeof ask>[0];
      } = {},
    ) {
      const credited = amount - (amount * 28n) / 1000n - 50_000n;
      return ask(by, "SELECT supply_collection($1, $2, $3, $4, NULL, $5, $6, $7, NULL, 'x', NULL) AS said", [
        orderId,
        source,
        receipt,
        amount,
        credited,
        act,
        maker,
      ]);
    },
  };
  return desk;
}

const refused = (said: string, state: string, what: string): string[] =>
  said === `refused ${state}` ? [] : [`${what}: ${said}`];

const onlyMoneyThatIsThere: DeskInvariant = async (world) => {
  const { base, rooms } = world;
  const desk = await openDesk(world);
  const trial = await rooms.place(desk.tenant.merchantId, { isTest: true });
  rooms.bank.pay(trial.order_no, { amount: '9000.00' });
  await rooms.tell(trial);
  const theirs = await desk.order('9000.00', await createTenant(base, { provider: rooms.bank }));
  const wrong: string[] = [];
  for (const [of, whose] of [
    [trial.id, 'of a test'],
    [theirs, 'of another tree'],
  ] as const) {
    const said = await desk.supply(await desk.order(), 'receipt', 90_000_000n, {
      receipt: await desk.receipt(of),
    });
    wrong.push(...refused(said, 'LG404', `settled out of money ${whose}`));
  }
  return wrong;
};

const noMoreThanCame: DeskInvariant = async (world) => {
  const desk = await openDesk(world);
  const [first, second] = [await desk.order('9000.00'), await desk.order()];
  const receipt = await desk.receipt(first);
  await desk.supply(first, 'receipt', 60_000_000n, { receipt });
  const said = await desk.supply(second, 'receipt', 60_000_000n, { receipt });
  return refused(said, 'SP002', 'settled out of money that is used up');
};

const nobodySettlesHisOwn: DeskInvariant = async (world) => {
  const desk = await openDesk(world);
  const twin = await desk.tenant.user('admin', {
    agent_id: null,
    parent_id: null,
    made_by: desk.tenant.merchantId,
  });
  const said = await desk.supply(await desk.order(), 'goodwill', 100_000_000n, { maker: twin });
  return refused(said, 'LG403', 'the merchant’s second account settles his order');
};

const onlyAgentsGiveTheirs: DeskInvariant = async (world) => {
  const desk = await openDesk(world);
  const { agentId } = desk.tenant;
  const said = await desk.supply(await desk.order(), 'goodwill', 100_000_000n, { maker: agentId });
  return refused(said, 'LG403', 'a senior agent gives the house’s money');
};

const withoutProviderNoCost: DeskInvariant = async (world) => {
  const desk = await openDesk(world);
  const id = await desk.order();
  const said = await desk.supply(id, 'goodwill', 100_000_000n);
  const { rows } = await world.base.admin.query<{ leg: string }>(
    `SELECT a.kind || ' ' || p.amount AS leg FROM posting p JOIN account a ON a.id = p.account_id
     WHERE p.event = 'collection.settle' AND p.ref_id = $1`,
    [id],
  );
  const rules = { settleMode: 'deferred', systemFeeMode: 'realtime' } as const;
  const right = collectionSupply(100_000_000n, exampleTerms, 'goodwill', rules)
    .journal.legs.map(({ amount, kind }) => `${kind} ${amount}`)
    .toSorted();
  const found = rows.map(({ leg }) => leg).toSorted();
  return JSON.stringify(found) === JSON.stringify(right) ? failing(world.base) : [`${said}: ${found.join()}`];
};

const restoredAsGiven: DeskInvariant = async (world) => {
  const { base, rooms } = world;
  const desk = await openDesk(world);
  const id = await desk.order();
  await desk.supply(id, 'goodwill', 40_000_000n);
  const order = await rooms.order(id);
  rooms.bank.pay(order.order_no);
  await rooms.tell(order);
  const receipt = await desk.receipt(id);
  await ask(base.admin, "SELECT end_receipt($1, 'restore', NULL, $2, NULL, 'x', NULL) AS said", [
    receipt,
    desk.boss,
  ]);
  const given = await ask(base.admin, 'SELECT amount AS said FROM receipt_end WHERE receipt_id = $1', [
    receipt,
  ]);
  return given === '40000000' ? [] : [`${given} go back to who gave 40000000`];
};

const debtsStayCovered: DeskInvariant = async (world) => {
  const { base } = world;
  const desk = await openDesk(world);
  const { agentId } = desk.tenant;
  await base.admin.query(
    "SELECT move_funds('adjust', $1, 'TWD', 100000000, 'goodwill', $2, NULL, 'x', 'x')",
    [agentId, desk.boss],
  );
  await base.admin.query(
    `SELECT ledger_open_accounts(ARRAY['L240'], ARRAY[$1::bigint], ARRAY[NULL]::bigint[], ARRAY['TWD'], ARRAY['main'])`,
    [agentId],
  );
  await base.admin.query(
    `UPDATE balance SET balance = -5000000 WHERE account_id = (SELECT id FROM account WHERE kind = 'L240' AND owner_id = $1)`,
    [agentId],
  );
  const said = await desk.supply(await desk.order(), 'agent', 100_000_000n, { maker: agentId });
  return refused(said, 'LG402', 'given by one who owes as much');
};

const dayIsOne: DeskInvariant = async (world) => {
  const { base } = world;
  const desk = await openDesk(world);
  const [first, second] = [await desk.order(), await desk.order()];
  await base.admin.query("INSERT INTO approval_policy VALUES (NULL, NULL, 'TWD', 60000000)");
  const [one, two] = [await base.admin.connect(), await base.admin.connect()];
  try {
    const said = await inProduction(base, async () => {
      await one.query('BEGIN');
      await desk.supply(first, 'goodwill', 40_000_000n, { by: one });
      const late = desk.supply(second, 'goodwill', 40_000_000n, { by: two, act: 'receipts.match' });
      await new Promise((resolve) => setTimeout(resolve, 300));
      await one.query('COMMIT');
      return late;
    });
    return refused(said, 'LG403', 'two at once are each held against the day without the other');
  } finally {
    for (const each of [one, two]) each.release();
  }
};

const largeOnesTakeTwo: DeskInvariant = async (world) => {
  const desk = await openDesk(world);
  await world.base.admin.query("INSERT INTO approval_policy VALUES (NULL, NULL, 'TWD', 60000000)");
  const id = await desk.order();
  const said = await inProduction(world.base, () => desk.supply(id, 'goodwill', 60_000_000n));
  return refused(said, 'LG403', 'one person gives as much as takes two');
};

/** Careless changes where persons settle orders, each beside the invariant that must see it. */
export const plantedSupplyBugs: readonly PlantedDeskBug[] = [
  {
    what: 'settling out of whatever money lies aside',
    name: 'supply_collection',
    right: ' OR NOT receipt_is_open(r, o.agent_id)',
    wrong: '',
    caughtBy: onlyMoneyThatIsThere,
  },
  {
    what: 'looking at what came, and not at what is left of it',
    name: 'supply_collection',
    right: 'amount > r.amount - r.taken THEN',
    wrong: 'amount > r.amount THEN',
    caughtBy: noMoreThanCame,
  },
  {
    what: 'letting a merchant’s second account settle his order',
    name: 'supply_collection',
    right: ' OR persons_behind(maker) && persons_behind(o.customer_id)',
    wrong: '',
    caughtBy: nobodySettlesHisOwn,
  },
  {
    what: 'taking the house’s money for a senior agent’s to give',
    name: 'supply_collection',
    right: "CASE source WHEN 'goodwill' THEN NULL ELSE o.agent_id END",
    wrong: 'o.agent_id',
    caughtBy: onlyAgentsGiveTheirs,
  },
  {
    what: 'a cost of a provider who had nothing to do with it',
    name: 'plan_supply',
    right: "IF source IN ('agent', 'goodwill') THEN",
    wrong: "IF source IN ('agent') THEN",
    caughtBy: withoutProviderNoCost,
  },
  {
    what: 'giving back all that came to who gave a part',
    name: 'restorable_of',
    right: 'least(r.amount - r.taken, s.amount',
    wrong: 'least(r.amount - r.taken, r.amount',
    caughtBy: restoredAsGiven,
  },
  {
    what: 'not looking at what a senior agent owes',
    name: 'supply_collection',
    right: 'b.balance + least(f.balance, 0) INTO spare',
    wrong: 'b.balance INTO spare',
    caughtBy: debtsStayCovered,
  },
  {
    what: 'a day’s sum that is read without waiting for who is under way',
    name: 'supply_needs_approval',
    right:
      "PERFORM pg_advisory_xact_lock(hashtextextended('supply_sum of ' || person, 0));\n  PERFORM pg_advisory_xact_lock(hashtextextended('supply_sum for ' || o.customer_id, 0));",
    wrong: '',
    caughtBy: dayIsOne,
  },
  {
    what: 'no second person, however much it is',
    name: 'supply_collection',
    right: 'OR (agreed IS NULL AND supply_needs_approval(o, supply_collection.amount, act, person))',
    wrong: '',
    caughtBy: largeOnesTakeTwo,
  },
];
