import { sql } from 'kysely';
import type { Kysely, RawBuilder } from 'kysely';
import type { Tables } from '../../../platform/db/tables.generated.ts';
import type { Scope } from '../../../platform/http/actor.ts';

export interface AddressFilter {
  readonly customerId?: bigint;
  readonly state?: 'open' | 'paused';
}

export interface ListedAddress {
  readonly customer_id: bigint;
  readonly name: string;
  readonly kind: 'customer' | 'agent';
  readonly url: string;
  readonly paused_at: Date | null;
  /** The house that paused it, 0 for the platform; null where it did so itself, or is open. */
  readonly paused_by: bigint | null;
  readonly waiting: bigint;
  readonly failed: bigint;
}

/** Standing addresses of the caller's tree: paused ones first, then by whose they are. */
export async function listAddresses(
  db: Kysely<Tables>,
  scope: Scope,
  filter: AddressFilter,
  page: { readonly offset: number; readonly limit: number },
): Promise<ListedAddress[]> {
  const { rows } = await sql<ListedAddress>`
    SELECT w.customer_id, u.name, u.kind, w.url, w.paused_at, w.paused_by, stuck.waiting, stuck.failed
    FROM webhook_endpoint w
    JOIN app_user u ON u.id = w.customer_id
    CROSS JOIN LATERAL (
      SELECT count(*) FILTER (WHERE c.result = 'address_paused') AS waiting,
             count(*) FILTER (WHERE c.status = 'failed' AND c.result IS DISTINCT FROM 'address_paused') AS failed
      FROM callback c
      WHERE c.recipient_id = w.customer_id AND c.url = w.url AND c.next_at IS NULL AND c.status IN ('not_sent', 'failed')
    ) stuck
    WHERE ${conditionsOf(scope, filter)}
    ORDER BY w.paused_at IS NULL, u.name, w.customer_id OFFSET ${page.offset} LIMIT ${page.limit}`.execute(
    db,
  );
  return rows;
}

export async function countAddresses(
  db: Kysely<Tables>,
  scope: Scope,
  filter: AddressFilter,
): Promise<bigint> {
  const { rows } = await sql<{ count: bigint }>`
    SELECT count(*) AS count FROM webhook_endpoint w JOIN app_user u ON u.id = w.customer_id
    WHERE ${conditionsOf(scope, filter)}`.execute(db);
  return rows[0]?.count ?? 0n;
}

function conditionsOf(scope: Scope, { customerId, state }: AddressFilter): RawBuilder<unknown> {
  return sql.join(
    [
      sql`w.url IS NOT NULL`,
      ownAddress(scope),
      ...(customerId === undefined ? [] : [sql`w.customer_id = ${customerId}`]),
      ...(state === undefined ? [] : [sql`(w.paused_at IS NOT NULL) = ${state === 'paused'}`]),
    ],
    sql` AND `,
  );
}

/** A senior agent's own address, and those of his merchants; a merchant's own. */
function ownAddress(scope: Scope): RawBuilder<unknown> {
  switch (scope.kind) {
    case 'platform':
      return sql`true`;
    case 'agent':
      return sql`(u.id = ${scope.agentId} OR u.agent_id = ${scope.agentId})`;
    case 'customer':
      return sql`u.id = ${scope.customerId}`;
    case 'subAgent':
    case 'middleman':
      return sql`false`;
  }
}
