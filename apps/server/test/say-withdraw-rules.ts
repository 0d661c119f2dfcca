import type { TestDatabase } from './database.ts';

/** Says in the log what the rules of withdrawals are, after a test has set them past their door. */
export async function sayWithdrawRules({ admin }: Pick<TestDatabase, 'admin'>): Promise<void> {
  await admin.query(
    `INSERT INTO audit_log (at, act, object_kind, object_id, after)
     SELECT business_now(), 'withdraws.config.update', 'withdrawRule', coalesce(owner_id::text, role) || ' ' || currency,
            jsonb_build_object('rule', withdraw_rule_facts(r)::text)
     FROM withdraw_rule r`,
  );
}
