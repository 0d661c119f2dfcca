import type { AccountKind } from '@suanpan/domain/accounts';
import { addMovement, closingOf, noFigures } from '@suanpan/domain/reports/statement';
import type { StatedFigures } from '@suanpan/domain/reports/statement';
import type { Currency } from '@suanpan/money/currency';
import { sql } from 'kysely';
import type { Kysely, RawBuilder } from 'kysely';
import { inTree } from '../../platform/db/in-tree.ts';
import type { Tables } from '../../platform/db/tables.generated.ts';
import type { Scope } from '../../platform/http/actor.ts';

export interface MerchantDaysQuestion {
  readonly currency: Currency;
  /** Business days, both included. */
  readonly from: string;
  readonly to: string;
  readonly customerId?: bigint;
  readonly agentId?: bigint;
}

type Buckets = Readonly<Partial<Record<AccountKind, bigint>>>;

/** One day of one merchant's money in one currency, in minor units. */
export interface MerchantDay {
  readonly day: string;
  readonly customerId: bigint;
  readonly name: string;
  readonly opening: Buckets;
  readonly figures: Readonly<StatedFigures>;
  readonly closing: Buckets;
  /** What the books hold at the end beyond what opening and figures come to; zero, unless something is broken. */
  readonly difference: bigint;
}

interface Owner {
  readonly id: bigint;
  readonly name: string;
  /** As it stands now; wound back day by day. */
  readonly now: Partial<Record<AccountKind, bigint>>;
}

/**
 * What each merchant's money came from and went to, for every day on which it moved, the latest day first: by the orders themselves
 * where there are any, and held against the books. Give it one snapshot: it reads several times.
 */
export async function merchantDays(
  tx: Kysely<Tables>,
  scope: Scope,
  asked: MerchantDaysQuestion,
): Promise<MerchantDay[]> {
  const { currency, from, to } = asked;
  const whose = ofWhom(scope, asked);
  const { rows: changes } = await sql<{
    owner_id: bigint;
    kind: AccountKind;
    day: string;
    event: string;
    change: string;
  }>`
    SELECT a.owner_id, a.kind, d.day::text AS day, d.event, d.change
    FROM account_day_now d JOIN account a ON a.id = d.account_id JOIN app_user u ON u.id = a.owner_id
    WHERE d.day >= ${from}::date AND a.book = 'main' AND a.currency = ${currency} AND ${whose}
    ORDER BY d.day DESC`.execute(tx);
  const { rows: held } = await sql<{ owner_id: bigint; name: string; kind: AccountKind; balance: bigint }>`
    SELECT a.owner_id, u.name, a.kind, b.balance FROM account a JOIN balance b ON b.account_id = a.id JOIN app_user u ON u.id = a.owner_id
    WHERE a.book = 'main' AND a.currency = ${currency} AND ${whose} ORDER BY a.kind`.execute(tx);
  const { rows: said } = await sql<{
    customer_id: bigint;
    day: string;
    event: string;
    amount: string;
    fee: string;
  }>`
    SELECT m.customer_id, m.day::text AS day, m.event, m.amount, m.fee
    FROM merchant_day_now m JOIN app_user u ON u.id = m.customer_id
    WHERE m.currency = ${currency} AND m.day BETWEEN ${from}::date AND ${to}::date AND ${whose}`.execute(tx);

  const owners = new Map<bigint, Owner>();
  for (const { balance, kind, name, owner_id: id } of held) {
    const owner = owners.get(id) ?? { id, name, now: {} };
    owner.now[kind] = balance;
    owners.set(id, owner);
  }
  const byDay = new Map<string, { kind: AccountKind; event: string; change: bigint }[]>();
  for (const { change, day, event, kind, owner_id: id } of changes) {
    const place = `${day} ${id}`;
    byDay.set(place, [...(byDay.get(place) ?? []), { kind, event, change: BigInt(change) }]);
  }
  const orders = new Map(said.map((row) => [`${row.day} ${row.customer_id} ${row.event}`, row]));

  const days: MerchantDay[] = [];
  // The latest day comes first, so that each closing is the opening of the one after.
  for (const [place, moved] of byDay) {
    const [day = '', id = ''] = place.split(' ');
    const owner = owners.get(BigInt(id));
    if (owner === undefined) continue;
    const closing = { ...owner.now };
    for (const { change, kind } of moved) owner.now[kind] = (owner.now[kind] ?? 0n) - change;
    if (day > to) continue;
    const figures = noFigures();
    for (const event of new Set(moved.map((one) => one.event))) {
      const net = moved.reduce((sum, one) => (one.event === event ? sum + one.change : sum), 0n);
      const order = orders.get(`${day} ${id} ${event}`);
      addMovement(figures, {
        event,
        amount: order ? BigInt(order.amount) : null,
        fee: order ? BigInt(order.fee) : null,
        net,
      });
    }
    const opening = { ...owner.now };
    days.push({
      day,
      customerId: owner.id,
      name: owner.name,
      opening,
      figures,
      closing,
      difference: totalOf(closing) - closingOf(totalOf(opening), figures),
    });
  }
  return days;
}

export const totalOf = (buckets: Buckets): bigint =>
  Object.values(buckets).reduce((sum, amount) => sum + amount, 0n);

function ofWhom(scope: Scope, { agentId, customerId }: MerchantDaysQuestion): RawBuilder<unknown> {
  const conditions: RawBuilder<unknown>[] = [
    sql`u.kind = 'customer'`,
    inTree(scope, { agent: 'u.agent_id', customer: 'u.id' }),
  ];
  if (customerId !== undefined) conditions.push(sql`u.id = ${customerId}`);
  if (agentId !== undefined) conditions.push(sql`u.agent_id = ${agentId}`);
  return sql.join(conditions, sql` AND `);
}
