import { sql } from 'kysely';
import type { FirewallKey, PathClass } from '@suanpan/domain/protection/firewall';
import type { Tx } from '../../platform/db/transact.ts';

export interface RuleDraft {
  readonly name: string;
  readonly path_class: PathClass;
  readonly key: FirewallKey;
  readonly window_s: number;
  readonly attempts: number;
  readonly ban_s: number;
  readonly agentId: bigint | null;
  readonly enabled: boolean;
}

export async function insertRule(tx: Tx, draft: RuleDraft): Promise<bigint> {
  const { rows } = await sql<{ id: bigint }>`
    INSERT INTO firewall_rule (name, path_class, key_kind, window_s, attempts, ban_s, agent_id, enabled, created_at, updated_at)
    VALUES (${draft.name}, ${draft.path_class}, ${draft.key}, ${draft.window_s}, ${draft.attempts}, ${draft.ban_s},
            ${draft.agentId}, ${draft.enabled}, business_now(), business_now())
    RETURNING id`.execute(tx);
  const id = rows[0]?.id;
  if (id === undefined) throw new Error('The rule was not written');
  return id;
}

/** The rule under its lock, as it stands before a change. */
export async function lockRule(tx: Tx, id: bigint) {
  return tx.selectFrom('firewall_rule').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
}

/** Changes a locked rule; its windows begin anew. Bans that it has spoken hold until they end or are lifted. */
export async function changeRule(tx: Tx, id: bigint, draft: RuleDraft): Promise<void> {
  await sql`
    UPDATE firewall_rule SET
      name = ${draft.name}, path_class = ${draft.path_class}, key_kind = ${draft.key}, window_s = ${draft.window_s},
      attempts = ${draft.attempts}, ban_s = ${draft.ban_s}, agent_id = ${draft.agentId}, enabled = ${draft.enabled},
      version = version + 1, updated_at = business_now()
    WHERE id = ${id}`.execute(tx);
  await tx.deleteFrom('firewall_count').where('rule_id', '=', id).execute();
}

/** Removes a locked rule with its bans and windows. */
export async function removeRule(tx: Tx, id: bigint): Promise<void> {
  await tx.deleteFrom('firewall_rule').where('id', '=', id).execute();
  await tx.deleteFrom('firewall_count').where('rule_id', '=', id).execute();
}

export interface LiftedBan {
  readonly rule_id: bigint;
  readonly key: string;
  readonly shown: string;
}

/** Ends a ban that holds, and its window; undefined for one that does not hold (any more). */
export async function endBan(tx: Tx, id: bigint, by: bigint): Promise<LiftedBan | undefined> {
  const { rows } = await sql<LiftedBan>`
    UPDATE firewall_ban SET lifted_at = now(), lifted_by = ${by}
    WHERE id = ${id} AND lifted_at IS NULL AND until > now()
    RETURNING rule_id, key, shown`.execute(tx);
  const lifted = rows[0];
  if (lifted !== undefined) {
    await sql`DELETE FROM firewall_count WHERE rule_id = ${lifted.rule_id} AND key = ${lifted.key}`.execute(
      tx,
    );
  }
  return lifted;
}
