import type { UserStatus } from '@suanpan/domain/states/user';
import { sql } from 'kysely';
import type { Kysely, RawBuilder } from 'kysely';
import { inTree } from '../../../platform/db/in-tree.ts';
import type { Tables } from '../../../platform/db/tables.generated.ts';
import type { Scope } from '../../../platform/http/actor.ts';
import type { Of, People } from './data-screen.ts';

/** Whom a reader may see among people of one kind; the person is called `u`. */
export function peopleInScope({ party }: People, scope: Scope, of: Of): RawBuilder<unknown> {
  const own = {
    agent: inTree(scope, { agent: 'u.id' }),
    subAgent: inTree(scope, { agent: 'u.agent_id', subAgent: 'u.id' }),
    customer: inTree(scope, { agent: 'u.agent_id', subAgent: 'u.sub_agent_id', customer: 'u.id' }),
  }[party];
  const { agent, customer, subAgent } = of;
  const wanted = { agent, customer, subAgent }[party];
  return sql.join(
    [
      sql`u.kind = ${party} AND u.status <> 'archived'`,
      own,
      ...(wanted === undefined ? [] : [sql`u.id = ${wanted}`]),
      ...(agent === undefined || party === 'agent' ? [] : [sql`u.agent_id = ${agent}`]),
      ...(subAgent === undefined || party !== 'customer' ? [] : [sql`u.sub_agent_id = ${subAgent}`]),
    ],
    sql` AND `,
  );
}

/** How many active merchants and general agents these senior agents have. */
export async function countBelowAgents(
  db: Kysely<Tables>,
  ids: readonly bigint[],
): Promise<readonly { readonly id: bigint; readonly merchants: bigint; readonly generals: bigint }[]> {
  const { rows } = await sql<{ id: bigint; merchants: bigint; generals: bigint }>`
    SELECT u.agent_id AS id, count(*) FILTER (WHERE u.kind = 'customer') AS merchants,
           count(*) FILTER (WHERE u.kind = 'subAgent') AS generals
    FROM app_user u WHERE u.agent_id = ANY (${ids}::bigint[]) AND u.status = 'active' GROUP BY 1`.execute(db);
  return rows;
}

/** In which state these accounts are. */
export async function statesOf(
  db: Kysely<Tables>,
  ids: readonly bigint[],
): Promise<ReadonlyMap<bigint, UserStatus>> {
  if (ids.length === 0) return new Map();
  const rows = await db.selectFrom('app_user').select(['id', 'status']).where('id', 'in', ids).execute();
  return new Map(rows.map(({ id, status }) => [id, status]));
}

/** How many active merchants are bound to these general agents. */
export async function countBound(
  db: Kysely<Tables>,
  ids: readonly bigint[],
): Promise<readonly { readonly id: bigint; readonly merchants: bigint }[]> {
  const { rows } = await sql<{ id: bigint; merchants: bigint }>`
    SELECT u.sub_agent_id AS id, count(*) AS merchants
    FROM app_user u WHERE u.kind = 'customer' AND u.sub_agent_id = ANY (${ids}::bigint[]) AND u.status = 'active'
    GROUP BY 1`.execute(db);
  return rows;
}
