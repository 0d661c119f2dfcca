import { prove } from '../../src/modules/ledger/index.ts';
import type { TestDatabase } from '../database.ts';
import type { PayoutWorld } from './payout-invariants.ts';

/** Makes something happen and answers what is wrong afterwards: nothing, where the product is right. */
export type DeskInvariant = (world: PayoutWorld) => Promise<readonly string[]>;

/** A careless change of one function of the database, beside the invariant that must see it. */
export interface PlantedDeskBug {
  readonly what: string;
  readonly name: string;
  readonly right: string;
  readonly wrong: string;
  readonly caughtBy: DeskInvariant;
}

export async function failing({ database }: Pick<TestDatabase, 'database'>): Promise<string[]> {
  return (await prove(database)).checks
    .filter(({ passed }) => !passed)
    .map(({ examples, name }) => `${name}: ${examples.join()}`);
}

/** What a statement answers as `said`, or the SQLSTATE by which it refuses. */
export async function ask(
  admin: { query(text: string, values: unknown[]): Promise<{ rows: { said?: unknown }[] }> },
  text: string,
  values: readonly unknown[] = [],
): Promise<string> {
  try {
    return String((await admin.query(text, [...values])).rows[0]?.said);
  } catch (error) {
    return `refused ${(error as { code?: string }).code}`;
  }
}

/** Runs something as if the product were in production, where a second person cannot be done without. */
export async function inProduction<T>(
  { admin }: Pick<TestDatabase, 'admin'>,
  work: () => Promise<T>,
): Promise<T> {
  const client = await admin.connect();
  await client.query("SET session_replication_role = 'replica'");
  await client.query('DELETE FROM installation');
  await client.query("INSERT INTO installation (mode) VALUES ('production')");
  try {
    return await work();
  } finally {
    await client.query('DELETE FROM installation');
    client.release(true);
  }
}

/** What a second person agreed to, as the approvals leave it. */
export async function agreedTo(
  { admin }: Pick<TestDatabase, 'admin'>,
  act: string,
  payload: object,
  [maker, checker]: readonly [bigint, bigint],
): Promise<bigint> {
  const client = await admin.connect();
  await client.query("SET session_replication_role = 'replica'");
  const { rows } = await client.query<{ id: bigint }>(
    `INSERT INTO approval (act, subject_kind, subject_id, subject_label, payload, payload_hash, effect, effect_hash, reason, maker_id,
       checker_id, maker_person, checker_person, state, created_at, expires_at, decided_at)
     VALUES ($1, 'x', 'x', 'x', $2, 'x', '[]', 'x', 'x', $3, $4, $3, $4, 'approved', business_now(), business_now(), business_now())
     RETURNING id`,
    [act, JSON.stringify(payload), maker, checker],
  );
  const id = rows[0]?.id ?? 0n;
  await client.query(
    `INSERT INTO audit_log (at, actor_id, effective_id, act, object_kind, object_id, from_status, to_status, after)
     SELECT a.created_at, l.actor, l.actor, l.act, 'approval', a.id::text, l.was, l.becomes, l.after
     FROM approval a CROSS JOIN LATERAL (VALUES
       (a.maker_id, 'approval.submit', NULL, 'waiting', jsonb_build_object('act', a.act, 'reason', a.reason)),
       (a.checker_id, 'admin.approvals.approve', 'waiting', a.state, '{}')) AS l (actor, act, was, becomes, after)
     WHERE a.id = $1`,
    [id],
  );
  client.release(true);
  return id;
}
