import type { ParsedInputOf } from '@suanpan/contract/endpoint';
import type { createAlertRule } from '@suanpan/contract/endpoints/alert-rules';
import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/transact.ts';
import type { RuleRow } from './alert-rules.queries.ts';
import type { Figure } from './figures.queries.ts';

export type RuleDraft = ParsedInputOf<typeof createAlertRule>;

/** Answers its id, and its fingerprint for the log. */
export async function insertRule(tx: Tx, rule: RuleDraft): Promise<{ id: bigint; print: string }> {
  const { rows } = await sql<{ id: bigint; print: string }>`
    INSERT INTO alert_rule AS r (name, metric, scope, bound, mark, min_orders, window_min, cool_down_min, via, url, enabled)
    VALUES (${rule.name}, ${rule.metric}, ${rule.scope}, ${rule.bound}, ${rule.mark}, ${rule.min_orders}, ${rule.window_min},
            ${rule.cool_down_min}, ${rule.via}, ${rule.url}, ${rule.enabled})
    RETURNING r.id, alert_rule_print(r) AS print`.execute(tx);
  const [row] = rows;
  if (row === undefined) throw new Error('The rule was not stored');
  return row;
}

/**
 * Over the version that was read, and answers its fingerprint for the log; undefined where it moved on or is gone. What it was true of
 * is judged anew.
 */
export async function saveRule(
  tx: Tx,
  id: bigint,
  rule: RuleDraft,
  version: number,
): Promise<string | undefined> {
  const { rows } = await sql<{ print: string }>`
    UPDATE alert_rule AS r SET name = CASE WHEN shipped IS NULL THEN ${rule.name} ELSE name END, metric = ${rule.metric},
      scope = ${rule.scope}, bound = ${rule.bound}, mark = ${rule.mark}, min_orders = ${rule.min_orders},
      window_min = ${rule.window_min}, cool_down_min = ${rule.cool_down_min}, via = ${rule.via}, url = ${rule.url},
      enabled = ${rule.enabled}, version = version + 1
    WHERE id = ${id} AND version = ${version} RETURNING alert_rule_print(r) AS print`.execute(tx);
  const [saved] = rows;
  if (saved === undefined) return undefined;
  await sql`DELETE FROM alert_state WHERE rule_id = ${id}`.execute(tx);
  return saved.print;
}

export async function removeRule(tx: Tx, id: bigint): Promise<void> {
  await sql`DELETE FROM alert_rule WHERE id = ${id}`.execute(tx);
}

/**
 * Keeps of which figures a rule is true now, and answers those that people are to be told of: it was not true of them a
 * moment ago, and they were not told of them within the rule's rest.
 */
export async function keepTrue(tx: Tx, rule: RuleRow, figures: readonly Figure[]): Promise<Figure[]> {
  const of = (key: keyof Figure): string[] => figures.map((figure) => figure[key]);
  const { rows } = await sql<Figure>`
    WITH beyond AS (
      SELECT f.subject, f.label, f.value
      FROM unnest(${of('subject')}::text[], ${of('label')}::text[], ${of('value')}::numeric[]) AS f (subject, label, value)
      WHERE CASE ${rule.bound} WHEN 'under' THEN f.value < ${rule.mark}::numeric ELSE f.value > ${rule.mark}::numeric END
    ), silent AS (
      UPDATE alert_state s SET firing = false
      WHERE s.rule_id = ${rule.id} AND s.firing AND NOT EXISTS (SELECT FROM beyond b WHERE b.subject = s.subject)
    ), was AS (
      SELECT s.subject, s.firing, s.told_at FROM alert_state s WHERE s.rule_id = ${rule.id}
    ), kept AS (
      INSERT INTO alert_state AS s (rule_id, subject, label, value, firing, told_at)
      SELECT ${rule.id}, b.subject, b.label, b.value, true, business_now() FROM beyond b
      ON CONFLICT (rule_id, subject) DO UPDATE SET label = EXCLUDED.label, value = EXCLUDED.value, firing = true,
        told_at = CASE WHEN NOT s.firing AND s.told_at <= business_now() - ${rule.cool_down_min} * interval '1 minute'
                       THEN EXCLUDED.told_at ELSE s.told_at END
    )
    SELECT b.subject, b.label, trim_scale(b.value)::text AS value FROM beyond b LEFT JOIN was w ON w.subject = b.subject
    WHERE w.subject IS NULL
       OR (NOT w.firing AND w.told_at <= business_now() - ${rule.cool_down_min} * interval '1 minute')
    ORDER BY b.subject`.execute(tx);
  return rows;
}

export interface DueCall {
  readonly id: bigint;
  readonly url: string;
  readonly body: string;
  readonly tries: number;
}

export async function insertCall(
  tx: Tx,
  by: { readonly ruleId: bigint } | { readonly watchId: bigint },
  url: string,
  body: string,
): Promise<void> {
  await sql`
    INSERT INTO alert_call (rule_id, watch_id, url, body, next_at, created_at)
    VALUES (${'ruleId' in by ? by.ruleId : null}, ${'watchId' in by ? by.watchId : null}, ${url}, ${body}, now(), now())`.execute(
    tx,
  );
}

/** Those whose time has come, for whoever asks first; what rules of the house tell before what people watch for themselves. */
export async function takeCalls(tx: Tx, limit: number): Promise<DueCall[]> {
  const { rows } = await sql<DueCall>`
    SELECT id, url, body, tries FROM alert_call WHERE next_at <= now()
    ORDER BY watch_id IS NOT NULL, next_at LIMIT ${limit} FOR NO KEY UPDATE SKIP LOCKED`.execute(tx);
  return rows;
}

/** What came of a call; null as its next time: it is over. */
export async function keepCall(
  tx: Tx,
  id: bigint,
  outcome: string,
  nextAfterS: number | null,
): Promise<void> {
  await sql`
    UPDATE alert_call SET tries = tries + 1, outcome = ${outcome}, answered_at = now(),
      next_at = now() + ${nextAfterS}::float8 * interval '1 second'
    WHERE id = ${id}`.execute(tx);
}

/** What was told long ago, and the minutes that were looked at. */
export async function forgetOld(tx: Tx, works: readonly string[]): Promise<void> {
  await sql`DELETE FROM alert_call WHERE next_at IS NULL AND created_at < now() - interval '7 days'`.execute(
    tx,
  );
  await sql`
    DELETE FROM due_work WHERE name = ANY (${works}::text[]) AND done_at < now() - interval '1 day'`.execute(
    tx,
  );
}
