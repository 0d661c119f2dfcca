import { setTimeout as sleep } from 'node:timers/promises';
import type { ApiVersion } from '@suanpan/domain/callbacks/acknowledgement';
import { encodeWebhookSecret } from '@suanpan/signing/webhooks';
import { sql } from 'kysely';
import { expect } from 'vitest';
import type { TestDatabase } from '../../../../test/database.ts';
import { transact } from '../../../platform/db/transact.ts';
import { wakeRelays } from '../../../platform/outbox/emit.ts';
import { v1SecretPurpose, webhookSecretPurpose } from '../delivery/secrets.ts';

export const secret = encodeWebhookSecret(Buffer.alloc(32, 7));
export const v1Secret = 'sk_v1_4f9d2c7b8a1e4d5f90ab12cd34ef5678';

export interface NewOrder {
  readonly customerId: bigint;
  readonly notifyUrl?: string | null;
  readonly apiVersion?: ApiVersion;
  readonly source?: string;
  readonly isTest?: boolean;
}

/** People and orders as rows, and what happens to them as events, the way the modules below write them. */
export function createWorld({ database, admin, vault }: TestDatabase) {
  let serial = 0;
  const next = (): number => (serial += 1);

  async function user(kind: string, columns: Record<string, unknown> = {}): Promise<bigint> {
    const name = `${kind}${next()}`;
    const given = Object.entries({
      kind,
      username: name,
      name,
      password_hash: 'x',
      tenant_path: '',
      ...columns,
    });
    const { rows } = await admin.query<{ id: bigint }>(
      `INSERT INTO app_user (${given.map(([column]) => column).join()}, created_at, updated_at)
       VALUES (${given.map((_, place) => `$${place + 1}`).join()}, now(), now()) RETURNING id`,
      given.map(([, value]) => value),
    );
    return rows[0]!.id;
  }

  return {
    user,
    async merchant(columns: Record<string, unknown> = {}): Promise<{ agentId: bigint; customerId: bigint }> {
      const agentId = await user('agent');
      return { agentId, customerId: await user('customer', { agent_id: agentId, ...columns }) };
    },
    async endpoint(userId: bigint, url: string | null, columns: Record<string, unknown> = {}): Promise<void> {
      const given = Object.entries({
        customer_id: userId,
        url,
        secret_sealed: vault.seal(secret, webhookSecretPurpose),
        v1_secret_sealed: vault.seal(v1Secret, v1SecretPurpose),
        ...columns,
      });
      await admin.query(
        `INSERT INTO webhook_endpoint (${given.map(([column]) => column).join()})
         VALUES (${given.map((_, place) => `$${place + 1}`).join()})`,
        given.map(([, value]) => value),
      );
    },
    /** An order of 1500 TWD, pending; its creation is told. */
    async order({
      customerId,
      notifyUrl = null,
      apiVersion = 'v2',
      source = 'api',
      isTest = false,
    }: NewOrder): Promise<bigint> {
      const n = next();
      const id = await transact(database.app, async (tx) => {
        const { rows } = await sql<{ id: bigint }>`
          INSERT INTO collection_order (id, order_no, merchant_order_no, customer_id, agent_id, currency, order_amount,
            pay_amount, request_hash, created_at, expires_at, notify_url, api_version, source, is_test)
          SELECT nextval('collection_order_id'), ${`C${n}`}, ${`T${n}`}, u.id, u.agent_id, 'TWD', 15000000, 15000000,
                 '\\x00', business_now(), business_now() + interval '15 minutes', ${notifyUrl}, ${apiVersion}, ${source}, ${isTest}
          FROM app_user u WHERE u.id = ${customerId}
          RETURNING id`.execute(tx);
        const created = rows[0]!.id;
        await sql`INSERT INTO outbox (kind, subject, payload, created_at)
          VALUES ('collection.created', ${`collection:${created}`}, ${JSON.stringify({ order_id: String(created) })}::jsonb, business_now())`.execute(
          tx,
        );
        return created;
      });
      wakeRelays();
      return id;
    },
    /** The order moves and its news stands in the outbox, in one commit. */
    async move(orderId: bigint, status: string): Promise<void> {
      const paid = status === 'success' || status === 'test_supplied';
      // As the owner of the database: the doors that settle are not at hand for an order without a plan.
      await admin.query(
        `WITH moved AS (
           UPDATE collection_order o SET status = $2, completed_at = business_now(),
             actual_amount = CASE WHEN $3 THEN order_amount END, fee = CASE WHEN $3 THEN 300000::bigint END,
             accounted_amount = CASE WHEN $3 THEN order_amount - 300000 END
           WHERE id = $1 RETURNING o.*
         )
         INSERT INTO outbox (kind, subject, payload, created_at)
         SELECT CASE WHEN m.status IN ('success', 'test_supplied') THEN 'collection.succeeded' ELSE 'collection.' || m.status END,
                'collection:' || m.id, collection_news(m), business_now()
         FROM moved m`,
        [orderId, status, paid],
      );
      wakeRelays();
    },
    /** Many orders succeed in one commit, whose news is one row as settling in batches writes it. */
    async settleTogether(orderIds: readonly bigint[]): Promise<void> {
      // As the owner of the database, like `move`.
      await admin.query(
        `        WITH settled AS (
          UPDATE collection_order o SET status = 'success', completed_at = business_now(), actual_amount = order_amount,
            fee = 300000, accounted_amount = order_amount - 300000
          WHERE id = ANY ($1::bigint[]) RETURNING o.*
        )
        INSERT INTO outbox_batch (kind, ids, payload, created_at)
        SELECT 'collection.succeeded', array_agg(nextval('outbox_id_seq') ORDER BY s.id), json_build_object(
                 'order_id', array_agg(s.id::text ORDER BY s.id), 'customer_id', array_agg(s.customer_id::text ORDER BY s.id),
                 'agent_id', array_agg(s.agent_id::text ORDER BY s.id), 'sub_agent_id', NULL, 'status', 'success',
                 'paid_amount', array_agg(s.actual_amount::text ORDER BY s.id), 'fee', '300000',
                 'credited_amount', array_agg(s.accounted_amount::text ORDER BY s.id), 'test', false,
                 'completed_at', min(s.completed_at)), business_now()
        FROM settled s`,
        [orderIds],
      );
      wakeRelays();
    },
    async callbacks(orderId: bigint) {
      return database.app
        .selectFrom('callback')
        .selectAll()
        .where('order_id', '=', orderId)
        .orderBy('id')
        .execute();
    },
    async attempts(orderId: bigint) {
      return database.app
        .selectFrom('callback_attempt as a')
        .innerJoin('callback as c', 'c.id', 'a.callback_id')
        .selectAll('a')
        .where('c.order_id', '=', orderId)
        .orderBy('a.id')
        .execute();
    },
    async orderStatus(orderId: bigint): Promise<string> {
      const row = await database.app
        .selectFrom('collection_order')
        .select('callback_status')
        .where('id', '=', orderId)
        .executeTakeFirstOrThrow();
      return row.callback_status;
    },
    /** Lets the wait before the next attempt be over. */
    async hurry(orderId: bigint): Promise<void> {
      await admin.query(
        'UPDATE callback SET next_at = now() WHERE order_id = $1 AND next_at IS NOT NULL AND lease_until IS NULL',
        [orderId],
      );
    },
  };
}

/** Waits until the assertion holds; the last failure is the test's. */
export async function eventually(assertion: () => Promise<void> | void, withinMs = 5_000): Promise<void> {
  const end = performance.now() + withinMs;
  for (;;) {
    try {
      await assertion();
      return;
    } catch (error) {
      if (performance.now() > end) throw error;
      await sleep(10);
    }
  }
}

export const expectCount = async (
  list: () => Promise<readonly unknown[]> | readonly unknown[],
  count: number,
): Promise<void> => eventually(async () => expect(await list()).toHaveLength(count));
