import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/transact.ts';
import type { Direction } from '../merchants/method.ts';
import type { ModelItem } from './models.queries.ts';

/** Keeps a template without its channels; a name that its owner has already violates `channel_model_name`. */
export async function insertModel(
  tx: Tx,
  direction: Direction,
  agentId: bigint | null,
  name: string,
): Promise<bigint> {
  const { rows } = await sql<{ id: bigint }>`
    INSERT INTO channel_model (direction, agent_id, name, created_at)
    VALUES (${direction}, ${agentId}, ${name}, business_now()) RETURNING id`.execute(tx);
  const id = rows[0]?.id;
  if (id === undefined) throw new Error('The template was not stored');
  return id;
}

/** False where another wrote meanwhile. */
export async function renameModel(tx: Tx, id: bigint, version: number, name: string): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    UPDATE channel_model SET name = ${name}, version = version + 1 WHERE id = ${id} AND version = ${version}`.execute(
    tx,
  );
  return numAffectedRows === 1n;
}

/** Its merchants go by no template any more; false where another wrote meanwhile. */
export async function dropModel(tx: Tx, id: bigint, version: number): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    DELETE FROM channel_model WHERE id = ${id} AND version = ${version}`.execute(tx);
  return numAffectedRows === 1n;
}

/** Puts these channels in the place of those that the template had. */
export async function replaceItems(
  tx: Tx,
  modelId: bigint,
  items: readonly Omit<ModelItem, 'channel_name' | 'currency'>[],
): Promise<void> {
  await sql`DELETE FROM channel_model_item WHERE model_id = ${modelId}`.execute(tx);
  for (const item of items) {
    await sql`
      INSERT INTO channel_model_item (model_id, channel_id, alias, weight, polling, priority, min_amount, max_amount,
        daily_amount, daily_count, balance_limit, windows, merchant_pct, merchant_per_item, sub_agent_pct,
        sub_agent_per_item, middleman_pct, middleman_per_item)
      VALUES (${modelId}, ${item.channel_id}, ${item.alias}, ${item.weight}, ${item.polling}, ${item.priority},
        ${item.min_amount}, ${item.max_amount}, ${item.daily_amount}, ${item.daily_count}, ${item.balance_limit},
        ${JSON.stringify(item.windows)}::jsonb, ${item.merchant_pct}::numeric, ${item.merchant_per_item},
        ${item.sub_agent_pct}::numeric, ${item.sub_agent_per_item}, ${item.middleman_pct}::numeric,
        ${item.middleman_per_item})`.execute(tx);
  }
}

/** Notes which template merchants go by from now on. */
export async function noteGiven(
  tx: Tx,
  direction: Direction,
  modelId: bigint,
  customerIds: readonly bigint[],
): Promise<void> {
  await sql`
    INSERT INTO customer_model (customer_id, direction, model_id, given_at)
    SELECT c.id, ${direction}, ${modelId}, business_now() FROM unnest(${customerIds}::bigint[]) AS c (id)
    ON CONFLICT (customer_id, direction) DO UPDATE SET model_id = EXCLUDED.model_id, given_at = EXCLUDED.given_at`.execute(
    tx,
  );
}

/** False where the merchant went by none. */
export async function dropGiven(tx: Tx, direction: Direction, customerId: bigint): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    DELETE FROM customer_model WHERE customer_id = ${customerId} AND direction = ${direction}`.execute(tx);
  return numAffectedRows === 1n;
}
