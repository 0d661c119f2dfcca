import { runProof } from '@suanpan/contract/endpoints/accounting';
import { auditProofs, verifyAuditLog } from '@suanpan/contract/endpoints/audit';
import { accessPromises } from './access-promises.ts';
import type { Promised } from './access-promises.ts';
import { enterAs } from './back-office.ts';
import type { BackOffice } from './back-office.ts';
import { openAdmin } from './database.ts';
import type { AdminDatabase } from './database.ts';
import type { ServerView } from './server-view.ts';
import { until } from './until.ts';

const finals = `('success', 'expired', 'amount_mismatch', 'abnormal', 'test_supplied', 'refund')`;

const promised: readonly Promised[] = [
  {
    name: 'O1',
    // What becomes of a refund is told step by step; given up, its order is a success once more.
    says: 'every final state is told once: as many events as transitions, but for merchants without an address',
    breaches: `
      SELECT o.order_no || ' has ' || t.made || ' final states and ' || (c.n + x.n) || ' events' AS breach
      FROM (
        SELECT object_id::bigint AS order_id, count(*) AS made FROM audit_log
        WHERE object_kind = 'collection' AND to_status IN ${finals} AND from_status IS DISTINCT FROM to_status
          AND act NOT IN ('collection.refund', 'collection.chargeBack')
        GROUP BY object_id
      ) t
      JOIN collection_order o ON o.id = t.order_id
      JOIN app_user u ON u.id = o.customer_id
      LEFT JOIN webhook_endpoint w ON w.customer_id = CASE WHEN u.notify_via = 'agent' THEN u.agent_id ELSE u.id END
      CROSS JOIN LATERAL (
        SELECT count(*) AS n FROM callback c
        WHERE c.order_kind = 'collection' AND c.order_id = o.id AND c.outbox_id IS NOT NULL
          AND c.type NOT IN ('collection.created', 'refund.updated')
      ) c
      CROSS JOIN LATERAL (
        SELECT count(*) AS n FROM outbox_event b
        WHERE b.subject = 'collection:' || o.id AND b.kind NOT IN ('collection.created', 'collection.flagged', 'refund.updated')
      ) x
      WHERE coalesce(o.notify_url, w.url) IS NOT NULL AND t.made <> c.n + x.n`,
  },
  {
    name: 'O1',
    says: 'no event was parked',
    breaches: `SELECT kind || ' of ' || subject || ': ' || error AS breach FROM outbox_dead`,
  },
  {
    name: 'O2',
    says: 'an event that did not arrive is due, or says why it is not sent',
    breaches: `
      SELECT c.event_id || ' is ' || c.status AS breach FROM callback c
      WHERE c.status <> 'success' AND c.next_at IS NULL AND c.result IS NULL
        AND NOT EXISTS (
          SELECT FROM callback n
          WHERE n.order_kind = c.order_kind AND n.order_id = c.order_id AND n.id > c.id AND n.status = 'success')`,
  },
  {
    name: 'O2',
    says: 'every attempt is kept and counted',
    breaches: `
      SELECT c.event_id || ' counts ' || c.attempts || ' attempts, kept are ' || count(a.id) AS breach
      FROM callback c LEFT JOIN callback_attempt a ON a.callback_id = c.id
      GROUP BY c.id HAVING count(a.id) <> c.attempts OR coalesce(max(a.attempt), 0) <> c.attempts`,
  },
  {
    name: 'O3',
    says: 'nothing older is sent after something newer was acknowledged, unless a person asks for it',
    breaches: `
      SELECT older.event_id || ' was sent after ' || newer.event_id AS breach
      FROM callback older
      JOIN callback newer ON newer.order_kind = older.order_kind AND newer.order_id = older.order_id AND newer.id > older.id
      JOIN callback_attempt heard ON heard.callback_id = newer.id AND heard.result = 'success'
      JOIN callback_attempt late ON late.callback_id = older.id AND late.id > heard.id
      WHERE NOT EXISTS (
        SELECT FROM audit_log l
        WHERE l.act IN ('event.redeliver', 'collections.transactions.reissue', 'collections.transactions.callback')
          AND (l.object_id = older.order_id::text OR l.object_id = older.event_id))`,
  },
  {
    name: 'I1',
    says: 'an order number of a merchant is one order, and an index sees to it',
    breaches: `
      SELECT customer_id || ' used ' || merchant_order_no || ' ' || count(*) || ' times' AS breach
      FROM collection_order GROUP BY customer_id, merchant_order_no HAVING count(*) > 1
      UNION ALL
      SELECT 'the constraint collection_once is gone' WHERE NOT EXISTS (
        SELECT FROM pg_constraint WHERE conname = 'collection_once' AND contype = 'u' AND convalidated)`,
  },
  {
    name: 'I2',
    says: 'an idempotency key has one answer',
    breaches: `
      SELECT 'the key of idempotency_key is gone' AS breach WHERE NOT EXISTS (
        SELECT FROM pg_constraint WHERE conrelid = 'idempotency_key'::regclass AND contype = 'p' AND convalidated)`,
  },
  {
    name: 'I3',
    says: "a provider's event takes effect once, and its payment belongs to one order",
    breaches: `
      SELECT 'event ' || event_id || ' was accepted ' || count(*) || ' times' AS breach
      FROM channel_notice WHERE outcome = 'accepted' GROUP BY channel_account_id, event_id HAVING count(*) > 1
      UNION ALL
      SELECT 'payment ' || provider_order_no || ' stands on ' || count(*) || ' orders'
      FROM collection_order WHERE provider_order_no IS NOT NULL AND id NOT IN (SELECT order_id FROM supply)
      GROUP BY channel_account_id, provider_order_no HAVING count(*) > 1
      UNION ALL
      SELECT 'receipt ' || r.provider_ref || ' belongs to a credited order' FROM receipt r
      JOIN collection_order o ON o.id = r.order_id
      WHERE o.status = 'success' AND r.provider_ref = o.provider_order_no AND r.taken = 0`,
  },
];

/**
 * Proves the books as an administrator can (POST /admin/checkBalance), the promises about events, repeats
 * and who did what from the rows themselves, the echo shop's own included. Throws with every breach.
 */
export async function proveBooks(server: ServerView): Promise<void> {
  const office = await enterAs(server.url, 'admin.lin');
  const proof = await office.call(runProof, {});
  const broken = proof.checks
    .filter(({ passed }) => !passed)
    .map(({ name, breaches, examples }) => `${name}: ${breaches} breaches, such as ${examples.join(', ')}`);
  if (proof.checks.length === 0 || proof.passed !== (broken.length === 0))
    broken.push('the proof contradicts itself');
  broken.push(...(await brokenChain(office)));

  const product = openAdmin(server);
  const shop = openAdmin(server, 'suanpan_echo');
  try {
    for (const { name, says, breaches } of [...promised, ...accessPromises]) {
      const rows = await product.query<{ breach: string }>(breaches);
      if (rows.length > 0)
        broken.push(
          `${name} (${says}): ${rows
            .slice(0, 5)
            .map((row) => row.breach)
            .join(', ')}`,
        );
    }
    broken.push(...(await unheard(product, shop)), ...(await changed(shop)));
  } finally {
    await Promise.all([product.close(), shop.close()]);
  }
  if (broken.length > 0) throw new Error(`The books do not hold:\n${broken.join('\n')}`);
}

/** P5: the chain of the audit log, computed anew from its first row. */
async function brokenChain(office: BackOffice): Promise<string[]> {
  const { id } = await office.call(verifyAuditLog, {});
  const run = await until(
    'the audit log is verified',
    async () => {
      const { items } = await office.call(auditProofs, {});
      return items.find((each) => each.id === id && each.state !== 'running');
    },
    { withinMs: 60_000 },
  );
  if (run.state === 'passed') return [];
  return [
    `P5: the chain is ${run.state}: ${run.findings.map(({ name, where }) => `${name} ${where}`).join('; ')}`,
  ];
}

/** O2 from the other side: what we hold for delivered was received, verified and accepted under that very id. */
async function unheard(product: AdminDatabase, shop: AdminDatabase): Promise<string[]> {
  const delivered = await product.query<{ event_id: string }>(`
    SELECT event_id FROM callback
    WHERE status = 'success' AND source = 'live' AND api_version = 'v2' AND url ~ '^http://127\\.0\\.0\\.1:\\d+/hooks/'`);
  const heard = await shop.query<{ event_key: string }>(
    'SELECT DISTINCT event_key FROM echo_shop.event WHERE verified AND answered BETWEEN 200 AND 299',
  );
  const known = new Set(heard.map((row) => row.event_key));
  const missing = delivered.filter((row) => !known.has(row.event_id));
  return missing
    .slice(0, 5)
    .map((row) => `O2: ${row.event_id} counts as delivered, and the shop never accepted it`);
}

/** O2: an event says the same on every attempt. */
async function changed(shop: AdminDatabase): Promise<string[]> {
  const rows = await shop.query<{ event_key: string }>(`
    SELECT event_key FROM echo_shop.event WHERE form = 'v2' AND verified
    GROUP BY event_key HAVING count(DISTINCT body) > 1`);
  return rows.map((row) => `O2: ${row.event_key} said different things`);
}
