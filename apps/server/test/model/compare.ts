import type pg from 'pg';
import type { Books, Order } from './books.ts';
import { splitOf } from './legs.ts';
import type { Movement } from './legs.ts';
import { dayOf } from './prices.ts';
import { readLegs, readOrders, readTexts } from './read.ts';
import type { Leg } from './read.ts';

type Differences = string[];

const textOf = (movement: Movement): string =>
  [...movement]
    .filter(([, amount]) => amount !== 0n)
    .map(([account, amount]) => `${account} ${amount}`)
    .sort()
    .join(', ');

/** What of one list is not in the other, either way. */
function differ(
  what: string,
  is: ReadonlyMap<string, unknown>,
  should: ReadonlyMap<string, unknown>,
): Differences {
  const found: Differences = [];
  for (const key of new Set([...is.keys(), ...should.keys()])) {
    const [one, other] = [String(is.get(key)), String(should.get(key))];
    if (one !== other) found.push(`${what} ${key}: is ${one}, should be ${other}`);
  }
  return found;
}

/** Everything that the database keeps against everything that the model says; an empty list where they agree. */
export async function compare(admin: pg.Pool, books: Books): Promise<Differences> {
  const orders = [...books.orders.values()];
  const legs = await readLegs(admin);
  return [
    ...books.wrong,
    ...(await compareOrders(admin, books)),
    ...(await compareBalances(admin, books, legs)),
    ...chainsOf(legs),
    ...(await compareJournals(admin, books, legs)),
    ...(await compareWaiting(admin, books)),
    ...(await compareStories(admin, orders)),
    ...(await compareSums(admin, orders)),
  ];
}

async function compareOrders(admin: pg.Pool, { orders }: Books): Promise<Differences> {
  const seen = await readOrders(admin, null);
  const { rows } = await admin.query(
    'SELECT merchant_order_no AS key, settle_at, fee, accounted_amount FROM collection_order',
  );
  const money = new Map(
    rows.map((row) => [
      row.key as string,
      `${row.fee} ${row.accounted_amount} ${row.settle_at?.toISOString()}`,
    ]),
  );
  return [
    ...differ(
      'state of',
      new Map([...seen].map(([key, { status }]) => [key, status])),
      new Map([...orders].map(([key, { status }]) => [key, status])),
    ),
    ...differ(
      'money of',
      money,
      new Map(
        [...orders].map(([key, order]) => {
          const { credited, merchantFee } = splitOf(order.merchant, order.amount);
          return [
            key,
            order.settled === null
              ? 'null null undefined'
              : `${merchantFee} ${credited} ${order.settled.releaseAt?.toISOString()}`,
          ];
        }),
      ),
    ),
  ];
}

async function compareBalances(
  admin: pg.Pool,
  { balances }: Books,
  legs: readonly Leg[],
): Promise<Differences> {
  const posted = new Map<string, bigint>();
  for (const { account, amount } of legs) posted.set(account, (posted.get(account) ?? 0n) + amount);
  const { rows } = await admin.query(
    `SELECT a.kind || ' ' || a.owner_id || ' - ' || a.book AS account, b.balance FROM balance b JOIN account a ON a.id = b.account_id`,
  );
  const kept = new Map(rows.map((row) => [row.account as string, row.balance as bigint]));
  const moved = (map: ReadonlyMap<string, bigint>) => new Map([...map].filter(([, amount]) => amount !== 0n));
  const covered = [...kept].filter(([account, amount]) => amount < 0n && !account.startsWith('L240'));
  return [
    ...differ('postings of', moved(posted), moved(balances)),
    ...differ(
      'balance of',
      moved(kept),
      moved(new Map([...balances].filter(([account]) => /^L2[0-4]/.test(account)))),
    ),
    ...covered.map(([account, amount]) => `${account} stands at ${amount}`),
  ];
}

/** Each leg follows from the one before: versions count up by one, in the order of the journals. */
function chainsOf(legs: readonly Leg[]): Differences {
  const wrong: Differences = [];
  const last = new Map<string, { version: bigint; after: bigint }>();
  for (const { account, after, amount, journal, version } of legs) {
    if (after === null || version === null) continue;
    const before = last.get(account) ?? { version: 0n, after: 0n };
    if (version !== before.version + 1n || after !== before.after + amount)
      wrong.push(
        `chain of ${account}: journal ${journal} has version ${version} after ${before.version}, ${after} after ${before.after} and ${amount}`,
      );
    last.set(account, { version, after });
  }
  return wrong;
}

async function compareJournals(admin: pg.Pool, books: Books, legs: readonly Leg[]): Promise<Differences> {
  const keyOf = new Map([...books.orders.values()].map(({ id, key }) => [id, key]));
  const { rows } = await admin.query(
    'SELECT id, channel_account_id, provider_ref, order_id, amount, reason FROM receipt',
  );
  const paymentOf = new Map(
    rows.map((row) => [row.id as bigint, `${row.channel_account_id} ${row.provider_ref}`]),
  );
  const found = new Map<string, Map<string, bigint>>();
  const others: Differences = [];
  const early = new Map<string, bigint>();
  const edits: string[] = [];
  for (const [, own] of Map.groupBy(legs, ({ journal }) => journal)) {
    const [{ event, refId } = { event: '', refId: 0n }] = own;
    const movement = new Map<string, bigint>();
    for (const { account, amount } of own) movement.set(account, (movement.get(account) ?? 0n) + amount);
    const [first] = own;
    if (event === 'early.release' && first !== undefined)
      early.set(first.account, (early.get(first.account) ?? 0n) - first.amount);
    else if (event === 'balance.freeze' || event === 'balance.unfreeze')
      edits.push(
        `${first?.account.split(' ')[1]} ${own.find(({ account }) => account.startsWith('L220'))?.amount}`,
      );
    else {
      const key = event === 'receipt.arrive' ? paymentOf.get(refId) : keyOf.get(refId);
      if (key === undefined || found.has(`${event} ${key}`)) others.push(`${event} of ${refId} is not known`);
      else found.set(`${event} ${key}`, movement);
    }
  }
  const told = (map: ReadonlyMap<string, Movement>) =>
    new Map([...map].map(([key, movement]) => [key, textOf(movement)]));
  const listed = (list: readonly string[]) => new Map([['all', [...list].sort().join('; ')]]);
  return [
    ...others,
    ...differ('journal', told(found), told(books.journals)),
    ...differ('early releases of', early, books.earlyReleases),
    ...differ('edits', listed(edits), listed(books.edits)),
    ...differ(
      'receipt',
      new Map(
        rows.map((row) => [
          paymentOf.get(row.id) ?? '',
          `${keyOf.get(row.order_id)} ${row.amount} ${row.reason}`,
        ]),
      ),
      new Map(
        [...books.receipts].map(([payment, { amount, key, reason }]) => [
          payment,
          `${key} ${amount} ${reason}`,
        ]),
      ),
    ),
  ];
}

/** Confirmations, money that waits for its day, and the pool of early money. */
async function compareWaiting(admin: pg.Pool, books: Books): Promise<Differences> {
  const keyOf = new Map([...books.orders.values()].map(({ id, key }) => [id, key]));
  const { rows: payments } = await admin.query('SELECT * FROM provider_confirmation');
  const { rows: due } = await admin.query(
    `SELECT order_id, settle_at::text, set_aside_at IS NULL AS is_free, extract(epoch FROM nullif(settle_at, 'infinity')) AS at FROM settlement_due`,
  );
  const { rows: pool } = await admin.query(
    `SELECT a.kind || ' ' || a.owner_id || ' - ' || a.book AS account, e.amount, extract(epoch FROM nullif(e.settle_at, 'infinity')) AS at
     FROM early_settlement e JOIN account a ON a.id = e.account_id`,
  );
  const timeOf = (epoch: string | null): string =>
    epoch === null ? 'infinity' : new Date(Math.round(Number(epoch) * 1000)).toISOString(); // Not money: a time.
  const waiting = [...books.orders.values()].filter(
    ({ isReleased, settled }) => settled !== null && !isReleased,
  );
  return [
    ...differ(
      'payment',
      new Map(
        payments.map((row) => [
          `${row.channel_account_id} ${row.provider_ref}`,
          `${keyOf.get(row.order_id)} ${row.amount}`,
        ]),
      ),
      new Map([...books.confirmations].map(([payment, { amount, key }]) => [payment, `${key} ${amount}`])),
    ),
    ...differ(
      'due',
      new Map(due.map((row) => [keyOf.get(row.order_id) ?? '', `${timeOf(row.at)} ${row.is_free}`])),
      new Map(
        waiting.map(({ key, settled }) => [key, `${settled?.releaseAt?.toISOString() ?? 'infinity'} true`]),
      ),
    ),
    ...differ(
      'pool',
      new Map(pool.map((row) => [`${row.account} ${timeOf(row.at)}`, row.amount])),
      books.pool,
    ),
  ];
}

/** What was told of each order and what is logged of it. */
async function compareStories(admin: pg.Pool, orders: readonly Order[]): Promise<Differences> {
  const heard = (listener: string) =>
    readTexts(
      admin,
      `SELECT subject AS of, array_agg(kind ORDER BY place) AS texts FROM heard WHERE listener = $1 GROUP BY 1`,
      [listener],
    );
  const log = await readTexts(
    admin,
    `SELECT object_id AS of, array_agg(act || ' ' || coalesce(from_status, '-') || ' ' ||
              CASE WHEN from_status IS NULL AND act IN ('collection.setAside', 'collection.mismatch') THEN '-' ELSE coalesce(to_status, '-') END ORDER BY id) AS texts
     FROM audit_entry WHERE object_kind = 'collection' GROUP BY 1`,
  );
  const queued = await readTexts(
    admin,
    "SELECT 'collection:' || order_id AS of, array_agg(type ORDER BY id) AS texts FROM callback GROUP BY 1",
  );
  // Merchants hear of a birth where they ask for it, and of both kinds of payments that were set aside in one word.
  const sent = orders.flatMap(({ id, news: told }): [string, string][] =>
    told.length > 1 ? [[`collection:${id}`, told.slice(1).join(', ')]] : [],
  );
  const sorted = (lists: ReadonlyMap<string, readonly string[]>) =>
    new Map([...lists].map(([key, list]) => [key, [...list].sort().join(', ')]));
  const news = new Map(orders.map((order) => [`collection:${order.id}`, order.news.join(', ')]));
  const spoken = (lists: ReadonlyMap<string, readonly string[]>) =>
    new Map([...lists].map(([key, list]) => [key, list.join(', ')]));
  return [
    ...differ('log of', sorted(log), sorted(new Map(orders.map((order) => [String(order.id), order.log])))),
    ...differ('steady heard of', spoken(await heard('steady')), news),
    ...differ('queued for the merchant of', spoken(queued), new Map(sent)),
    ...differ('moody heard of', spoken(await heard('moody')), news),
  ];
}

/** The sums of days and hours, folded or not. */
async function compareSums(admin: pg.Pool, orders: readonly Order[]): Promise<Differences> {
  const add = (into: Map<string, bigint[]>, key: string, figures: readonly bigint[]): void =>
    void into.set(
      key,
      figures.map((figure, place) => figure + (into.get(key)?.[place] ?? 0n)),
    );
  const [days, hours] = [new Map<string, bigint[]>(), new Map<string, bigint[]>()];
  for (const order of orders) {
    if (order.isTest) continue;
    const { amount, createdAt, merchant, status } = order;
    const split = splitOf(merchant, amount);
    const success =
      status === 'success' ? [1n, amount, amount, split.credited, split.merchantFee, split.endpointFee] : [];
    const figures = [0, 1, 2, 3, 4, 5].map((place) => success[place] ?? 0n);
    const day = `${dayOf(createdAt)} ${merchant.id} ${merchant.agentId} ${merchant.subAgentId ?? 0}`;
    add(days, day, [1n, amount, ...figures]);
    const hour = Math.floor(createdAt.getTime() / 3_600_000);
    if (success.length > 0) add(hours, `${hour} ${merchant.agentId} ${merchant.channelId}`, figures);
  }
  const { rows: kept } = await admin.query(
    `SELECT (day - DATE '1970-01-01') || ' ' || customer_id || ' ' || agent_id || ' ' || sub_agent_id AS key,
            ARRAY[created_count, created_amount, success_count, success_amount, actual_amount, accounted_amount, fee, endpoint_fee]::text AS figures
     FROM collection_day_now`,
  );
  const { rows: keptHours } = await admin.query(
    `SELECT (extract(epoch FROM hour)::bigint / 3600) || ' ' || agent_id || ' ' || channel_id AS key,
            ARRAY[success_count, success_amount, actual_amount, accounted_amount, fee, endpoint_fee]::text AS figures
     FROM collection_hour_now`,
  );
  const texts = (map: ReadonlyMap<string, readonly bigint[]>) =>
    new Map([...map].map(([key, figures]) => [key, `{${figures.join(',')}}`]));
  const read = (rows: readonly { key: string; figures: string }[]) =>
    new Map(rows.map(({ figures, key }) => [key, figures]));
  return [...differ('day', read(kept), texts(days)), ...differ('hour', read(keptHours), texts(hours))];
}
