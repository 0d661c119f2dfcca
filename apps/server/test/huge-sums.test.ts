import { orderMostAmount } from '@suanpan/domain/limits';
import { parseSignedLedger } from '@suanpan/money/amount';
import { beforeAll, describe, expect, test } from 'vitest';
import { gather } from './authorization/cast.ts';
import { allRows } from './authorization/rows/all.ts';
import { principals } from './authorization/table.ts';
import type { Principal } from './authorization/table.ts';
import { openHouse } from './open-house.ts';

/**
 * Sums that are more than a bigint of the database holds: orders at the greatest amount, old rows far above it, and
 * balances near the end of the number. No list, no total and no curve may stumble over them.
 */
const house = await openHouse();
const cast = await gather(house);
const { admin } = house.base;

/** What old installations let in: 999,999,999,999.999999. */
const legacy = 999_999_999_999_999_999n;
/** Nearly all that a bigint of the database holds; two of them are too many. */
const brim = 9_000_000_000_000_000_000n;
const ordersOfAKind = 12;

async function insertOrders(merchant: string, currency: 'TWD' | 'USDT', amount: bigint): Promise<void> {
  const customerId = cast.person(merchant);
  await admin.query(
    `WITH made AS (
       INSERT INTO collection_order (id, order_no, merchant_order_no, customer_id, agent_id, sub_agent_id, middleman_id,
         currency, order_amount, pay_amount, actual_amount, accounted_amount, fee, status, channel_id, channel_account_id,
         request_hash, created_at, expires_at, completed_at, settle_at)
       SELECT nextval('collection_order_id'), 'H' || currval('collection_order_id'), 'H' || currval('collection_order_id'),
              u.id, u.agent_id, u.sub_agent_id, u.middleman_id, $2, $3, $3, $3, $3, $3, 'success', c.id,
              c.channel_account_id, '\\x00', now(), now(), now(), now()
       FROM app_user u JOIN customer_method m ON m.customer_id = u.id
            JOIN channel c ON c.id = m.channel_id AND c.direction = 'collection',
            generate_series(1, $4)
       WHERE u.id = $1
       RETURNING id
     ), due AS (
       INSERT INTO settlement_due (order_id, settle_at) SELECT id, now() + interval '1 day' FROM made
     )
     INSERT INTO collection_plan (order_id, plan_no, route, endpoint_fee, leg_accounts, leg_accounts_immediate, leg_amounts)
     SELECT made.id, 1, '{"candidates":[]}', $3, ARRAY[a.id], ARRAY[a.id], ARRAY[$3::bigint]
     FROM made, account a WHERE a.owner_id = $1 AND a.kind = 'L210' AND a.book = 'main' AND a.currency = 'TWD'`,
    [customerId, currency, amount, ordersOfAKind],
  );
}

/** Balances, turnover and the rollup of a merchant and those above him, each at the brim. */
async function fillBooks(merchant: string): Promise<void> {
  const customerId = cast.person(merchant);
  await admin.query(
    `INSERT INTO account (kind, owner_id, currency)
     SELECT k.kind, $1, 'TWD' FROM unnest(ARRAY['L200', 'L201', 'L202', 'L210', 'L220']) AS k (kind)
     ON CONFLICT DO NOTHING`,
    [customerId],
  );
  await admin.query(
    "INSERT INTO account (kind, currency) VALUES ('R400', 'TWD'), ('A120', 'TWD') ON CONFLICT DO NOTHING",
  );
  await admin.query(
    `INSERT INTO balance (account_id, balance)
     SELECT id, $2 FROM account WHERE owner_id = $1 AND book = 'main'
     ON CONFLICT (account_id) DO UPDATE SET balance = EXCLUDED.balance`,
    [customerId, brim],
  );
  // Each moves the brim from one account to another; the house's fee accounts see it too.
  await admin.query(
    `INSERT INTO journal (id, event, ref_id, book, currency, posted_at, customer_id, agent_id, sub_agent_id, middleman_id,
       account_ids, amounts, balances_after, versions, actor_id)
     SELECT nextval('journal_id'), e.event, nextval('collection_order_id'), 'main', 'TWD', now(), u.id, u.agent_id,
            u.sub_agent_id, u.middleman_id, ARRAY[f.id, t.id], ARRAY[-$2::bigint, $2::bigint],
            ARRAY[CASE WHEN e.own THEN 0 END, CASE WHEN e.own THEN $2::bigint END]::bigint[],
            ARRAY[CASE WHEN e.own THEN 1 END, CASE WHEN e.own THEN 1 END]::bigint[], $3
     FROM app_user u,
          (VALUES ('settleable.edit', true, 'L200', 'L210'), ('collection.settle', false, 'A120', 'R400')) AS e (event, own, source, target),
          generate_series(1, 3), account f, account t
     WHERE u.id = $1 AND f.kind = e.source AND t.kind = e.target AND f.book = 'main' AND t.book = 'main'
       AND f.currency = 'TWD' AND t.currency = 'TWD'
       AND f.owner_id IS NOT DISTINCT FROM CASE WHEN e.own THEN u.id END
       AND t.owner_id IS NOT DISTINCT FROM CASE WHEN e.own THEN u.id END`,
    [customerId, brim, cast.person('admin')],
  );
  await admin.query(
    `INSERT INTO audit_log (at, actor_id, effective_id, act, object_kind, object_id, journal_id)
     SELECT now(), $2, $2, 'user.editSettleable', 'user', customer_id::text, id FROM journal WHERE customer_id = $1`,
    [customerId, cast.person('admin')],
  );
  await admin.query(
    `INSERT INTO collection_day (day, customer_id, agent_id, currency, created_count, created_amount, success_count,
       success_amount, actual_amount, accounted_amount, fee, endpoint_fee)
     SELECT business_day(now()), u.id, u.agent_id, 'TWD', 1, $2, 1, $2, $2, $2, $2, $2 FROM app_user u WHERE u.id = $1
     ON CONFLICT (day, customer_id, agent_id, sub_agent_id, currency) DO UPDATE SET actual_amount = $2, fee = $2,
       endpoint_fee = $2`,
    [customerId, brim],
  );
  await admin.query(
    `INSERT INTO balance_edit (user_id, kind, currency, change, bucket, maker_id, maker_person, reason, created_at)
     SELECT $1, 'frozen', 'TWD', $2, 'L200', $3, $3, 'huge', now() FROM generate_series(1, 3)`,
    [customerId, brim, cast.person('admin')],
  );
}

beforeAll(async () => {
  for (const merchant of ['A.merchant', 'A.merchant2', 'B.merchant', 'B.merchant2']) {
    await fillBooks(merchant);
    await insertOrders(merchant, 'TWD', parseSignedLedger(orderMostAmount.TWD, 'TWD'));
    await insertOrders(merchant, 'TWD', legacy);
    await insertOrders(merchant, 'USDT', legacy);
  }
});

const search = '/collection/transactions/search';
const readings = allRows.filter(({ call }) => call.startsWith('GET ') || call.endsWith(search));
const people = principals.filter(
  (principal): principal is Principal => !['anonymous', 'expired', 'apiKey', 'locked'].includes(principal),
);

describe.each(readings)('$call', (row) => {
  test('answers everybody who may ask', async () => {
    const sessions = await cast.enter();
    const wrong: string[] = [];
    for (const principal of people) {
      for (const [relation, expected] of row.expects.get(principal) ?? []) {
        if (expected !== 'ok') continue;
        const id = await cast.find(row.about, principal, relation);
        const [method = '', path = ''] = row.call.split(' ');
        const reply = await house.app.inject({
          method: method as 'GET',
          url: `/api${path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(row.names?.[name] ?? id))}`,
          ...(method === 'POST' && { payload: {} }),
          headers: {
            authorization: `Bearer ${sessions.get(principal)}`,
            'x-forwarded-for': '198.51.100.7',
          },
        });
        if (reply.statusCode >= 500)
          wrong.push(`${principal}: ${reply.statusCode} ${reply.body.slice(0, 200)}`);
      }
    }
    expect(wrong).toEqual([]);
  });
});

test('the totals of the order list are exact, far beyond what a bigint of the database holds', async () => {
  const sessions = await cast.enter();
  const reply = await house.app.inject({
    method: 'POST',
    url: `/api${search}`,
    headers: { authorization: `Bearer ${sessions.get('admin')}` },
    payload: {},
  });
  const { data } = reply.json<{
    data: { summary: { by_currency: { currency: string; actual: string }[] } };
  }>();
  const usdt = data.summary.by_currency.find(({ currency }) => currency === 'USDT');
  expect(usdt?.actual).toBe('47999999999999.999952');
});
