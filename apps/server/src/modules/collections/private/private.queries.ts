import type { Currency } from '@suanpan/money/currency';
import { sql } from 'kysely';
import type { Kysely, RawBuilder } from 'kysely';
import { inTree, isNamedTo } from '../../../platform/db/in-tree.ts';
import { within } from '../../../platform/db/list-query.ts';
import { readSums } from '../../../platform/db/sums.ts';
import type { WithSums } from '../../../platform/db/sums.ts';
import type { Tables } from '../../../platform/db/tables.generated.ts';
import type { Scope } from '../../../platform/http/actor.ts';
import type { AmountSum } from '../../ledger/index.ts';
import { inOrderScope } from '../../orders/index.ts';

export interface TransferFilter {
  readonly id?: bigint;
  readonly nameMark?: string;
  readonly last5?: string;
  /** In major units, each row at its own currency's scale. */
  readonly amount?: string;
  readonly from?: Date;
  readonly to?: Date;
  readonly before?: bigint;
}

export interface ListedTransfer {
  readonly id: bigint;
  readonly customer_id: bigint | null;
  readonly customer_name: string | null;
  readonly real_name: string;
  readonly name_mark: string;
  readonly last5: string;
  readonly currency: Currency;
  readonly amount: bigint;
  readonly paid_at: Date;
  readonly note: string | null;
  readonly operator: string | null;
  readonly created_at: Date;
}

/** One page of what the caller may see, newest first; every query carries his tree. */
export async function listTransfers(
  db: Kysely<Tables>,
  scope: Scope,
  filter: TransferFilter,
  page: { readonly offset: number; readonly limit: number },
): Promise<ListedTransfer[]> {
  const { rows } = await sql<ListedTransfer>`
    SELECT p.id, p.customer_id, u.name AS customer_name, p.real_name, p.name_mark, p.last5, p.currency, p.amount, p.paid_at,
           p.note, m.username AS operator, p.created_at
    FROM private_transfer p
    LEFT JOIN app_user u ON u.id = p.customer_id
    LEFT JOIN app_user m ON m.id = p.made_by AND ${isNamedTo(scope, 'm')}
    WHERE ${conditionsOf(scope, filter)}
    ORDER BY p.id DESC OFFSET ${page.offset} LIMIT ${page.limit}`.execute(db);
  return rows;
}

export async function sumTransfers(
  db: Kysely<Tables>,
  scope: Scope,
  filter: TransferFilter,
): Promise<AmountSum[]> {
  const { rows } = await sql<WithSums<AmountSum, 'amount'>>`
    SELECT p.currency, count(*) AS count, sum(p.amount) AS amount
    FROM private_transfer p WHERE ${conditionsOf(scope, filter)}
    GROUP BY p.currency ORDER BY p.currency`.execute(db);
  return readSums(rows, ['amount']);
}

function conditionsOf(scope: Scope, filter: TransferFilter): RawBuilder<unknown> {
  const { amount, before, from, id, last5, nameMark, to } = filter;
  return sql.join(
    [
      ownTransfer(scope),
      ...(id === undefined ? [] : [sql`p.id = ${id}`]),
      ...(nameMark === undefined ? [] : [sql`p.name_mark = ${nameMark}`]),
      ...(last5 === undefined ? [] : [sql`p.last5 = ${last5}`]),
      ...(amount === undefined
        ? []
        : [sql`p.amount = ${amount}::numeric * CASE p.currency WHEN 'USDT' THEN 1000000 ELSE 10000 END`]),
      ...within('p.created_at', from, to),
      ...(before === undefined ? [] : [sql`p.id < ${before}`]),
    ],
    sql` AND `,
  );
}

const ownTransfer = (scope: Scope): RawBuilder<boolean> =>
  inTree(scope, { agent: 'p.agent_id', customer: 'p.customer_id' });

/** A transfer as it is held against others. */
export interface Wire {
  readonly id: bigint | null;
  readonly nameMark: string;
  readonly last5: string;
  readonly currency: Currency;
  readonly amount: bigint;
  readonly paidAt: Date;
}

/** An order or a transfer that agrees with a wire in its digits or its amount. */
export interface Candidate {
  readonly of: number;
  readonly kind: 'order' | 'transfer';
  readonly id: bigint;
  readonly no: string;
  readonly amount: bigint;
  readonly at: Date;
  readonly real_name: string | null;
  readonly last5: string | null;
}

const mostCandidates = 50;

/**
 * Orders and transfers of the caller's tree, of a day before or after each wire, that agree with it in last digits or
 * amount: whatever agrees in two of three things is among them. `of` is the place of the wire.
 */
export async function listCandidates(
  db: Kysely<Tables>,
  scope: Scope,
  wires: readonly Wire[],
): Promise<Candidate[]> {
  if (wires.length === 0) return [];
  const { rows } = await sql<Candidate>`
    WITH wire AS (
      SELECT w.*, w.paid_at - interval '1 day' AS from_at, w.paid_at + interval '1 day' AS to_at
      FROM unnest(
        ${wires.map(({ id }) => id)}::bigint[], ${wires.map(({ last5 }) => last5)}::text[],
        ${wires.map(({ currency }) => currency)}::text[], ${wires.map(({ amount }) => amount)}::bigint[],
        ${wires.map(({ paidAt }) => paidAt)}::timestamptz[]
      ) WITH ORDINALITY AS w (id, last5, currency, amount, paid_at, place)
    )
    SELECT (w.place - 1)::int AS of, alike.*
    FROM wire w
    CROSS JOIN LATERAL (
      (SELECT 'order' AS kind, o.id, o.order_no AS no, o.order_amount AS amount, o.created_at AS at, o.real_name,
              o.payer_last5 AS last5
       FROM whole.collection_order o
       WHERE ${inOrderScope(scope)} AND o.created_at BETWEEN w.from_at AND w.to_at AND o.currency = w.currency
         AND (o.order_amount = w.amount OR o.payer_last5 = w.last5)
       ORDER BY o.created_at DESC LIMIT ${mostCandidates})
      UNION ALL
      (SELECT 'transfer', p.id, p.id::text, p.amount, p.paid_at, p.real_name, p.last5
       FROM private_transfer p
       WHERE ${ownTransfer(scope)} AND p.paid_at BETWEEN w.from_at AND w.to_at AND p.currency = w.currency
         AND p.id IS DISTINCT FROM w.id AND (p.amount = w.amount OR p.last5 = w.last5)
       ORDER BY p.paid_at DESC LIMIT ${mostCandidates})
    ) alike`.execute(db);
  return rows;
}
