import { expect, test } from 'vitest';
import { testDatabase } from '../../test/database.ts';
import { openMoneyRooms } from '../../test/money-rooms.ts';
import { openPayoutRooms } from '../../test/payout-rooms.ts';
import { createTenant } from '../../test/tenant.ts';
import { createVault } from '../platform/crypto/vault.ts';
import { resealCommand } from './reseal-command.ts';
import { readSealed, replaceSealed, sealedPlaces } from './sealed-values.store.ts';
import type { SealedPlace } from './sealed-values.store.ts';

const base = await testDatabase();
const { admin, database, vault: old } = base;
const rooms = await openMoneyRooms(base);
const here = await openPayoutRooms(base, rooms);
const [first, next, lookup] = [Buffer.alloc(32, 1), Buffer.alloc(32, 9), Buffer.alloc(32, 2)];
const both = createVault({
  sealing: [
    { id: 'next', key: next },
    { id: 'test', key: first },
  ],
  lookup,
});
const newest = createVault({ sealing: [{ id: 'next', key: next }], lookup });

async function run() {
  const said: string[] = [];
  const exit = await resealCommand({ db: database, vault: both, owner: admin }, (text) => said.push(text));
  return { exit, said: said.join('\n') };
}
const valuesOf = (place: SealedPlace) => readSealed(admin, place, '-1', 1_000);
const nameOf = ({ column, field, table }: SealedPlace): string => `${table}.${field ?? column}`;

test('every sealed column of the database is on the list', async () => {
  const { rows } = await admin.query<{ name: string }>(
    `SELECT CASE table_schema WHEN 'public' THEN '' ELSE table_schema || '.' END || table_name || '.' || column_name AS name
     FROM information_schema.columns
     WHERE table_schema IN ('public', 'archive') AND column_name LIKE '%\\_sealed'`,
  );
  const listed = sealedPlaces.filter(({ field }) => field === undefined).map(nameOf);
  expect(rows.map(({ name }) => name).toSorted()).toEqual(listed.toSorted());
});

test('everything is sealed anew under the newest key, says the same, and needs the old one no more', async () => {
  const tenant = await createTenant(base, { provider: rooms.bank });
  const merchantId = await tenant.merchant();
  await here.channel(tenant, [merchantId]);
  await here.earn(merchantId);
  const payout = await here.place(merchantId, { major: '10', accountNo: '990000001234' });
  const seal = (purpose: string) => old.seal(`plain of ${purpose}`, purpose);
  const accountPurpose = 'collection_order.payer.account';
  await rooms.create(merchantId, { payer: { account: '***1234', account_sealed: seal(accountPurpose) } });
  // What stands in the archive keeps its secrets as well.
  await admin.query(
    `INSERT INTO archive.payout_order SELECT * FROM payout_order;
     INSERT INTO archive.collection_order SELECT * FROM collection_order WHERE payer ? 'account_sealed'`,
  );
  await admin.query('UPDATE app_user SET totp_sealed = $2, totp_pending_sealed = $3 WHERE id = $1', [
    merchantId,
    seal('app_user.totp'),
    seal('app_user.totp'),
  ]);
  await admin.query(
    'UPDATE channel_account SET previous_credentials_sealed = credentials_sealed, previous_until = now()',
  );
  await admin.query(
    `WITH opened AS (
       INSERT INTO session (user_id, second_factor, token_hash, ip, user_agent, expires_at)
       VALUES ($1, true, 'x', '', '', now()) RETURNING id)
     INSERT INTO two_factor_change (user_id, session_id, secret_sealed, expires_at) SELECT $1, id, $2, now() FROM opened`,
    [merchantId, seal('app_user.totp')],
  );
  await admin.query(
    `INSERT INTO api_key (customer_id, key, secret_sealed, previous_secret_sealed, scopes, created_at)
     VALUES ($1, 'ak_live_reseal', $2, $3, '{collect}', now())`,
    [merchantId, seal('api_key.secret'), seal('api_key.secret')],
  );
  await admin.query(
    `INSERT INTO webhook_endpoint (customer_id, secret_sealed, previous_secret_sealed, v1_secret_sealed)
     VALUES ($1, $2, $3, $4)`,
    [
      merchantId,
      seal('webhook_endpoint.secret'),
      seal('webhook_endpoint.secret'),
      seal('webhook_endpoint.v1_secret'),
    ],
  );
  await admin.query(
    "INSERT INTO statement_key (id, public_key, private_sealed, created_at) VALUES ('x', 'x', $1, now())",
    [seal('statement_key.private')],
  );
  await admin.query(
    "INSERT INTO audit_setting (user_id, url, key_sealed, enabled) VALUES ($1, 'x', $2, false)",
    [merchantId, seal('audit_setting.key')],
  );
  await admin.query(
    `INSERT INTO saved_payee (customer_id, account_name, bank_code, card_sealed, card_hash, card_shown, made_by, created_at, usable_from)
     VALUES ($1, 'x', '004', $2, 'x', 'x', $1, now(), now())`,
    [merchantId, seal('payout_order.card')],
  );
  await admin.query(
    `WITH a AS (
       INSERT INTO withdraw_account (owner_id, type, currency, account_name, bank_code, card_sealed, card_shown, account_hash,
         usable_from, made_by, created_at)
       VALUES ($1, 'bank', 'TWD', 'x', '004', $2, 'x', 'x', now(), $1, now()) RETURNING *)
     INSERT INTO withdrawal (owner_id, agent_id, currency, amount, hold, target_currency, target_amount, fee, fee_mode, agent_share,
       account_id, type, account_name, bank_code, card_sealed, card_shown, account_hash, is_cooling, made_by, created_at)
     SELECT $1, $1, 'TWD', 1, 1, 'TWD', 1, 0, 'inside', 0, a.id, a.type, 'x', '004', a.card_sealed, 'x', 'x', false, $1, now() FROM a`,
    [merchantId, seal('withdraw_account.card')],
  );
  await admin.query(
    `WITH b AS (
       INSERT INTO payout_batch (customer_id, currency, file_name, file_hash, client_key, made_by, created_at)
       VALUES ($1, 'TWD', 'x', 'x', 'x', $1, now()) RETURNING id)
     INSERT INTO payout_batch_row (batch_id, n, bank_code, account_name, card_sealed, card_shown, amount, branch, memo, order_no)
     SELECT id, 1, '004', 'x', $2, 'x', '1', '', '', 'x' FROM b`,
    [merchantId, seal('payout_order.card')],
  );

  const before = new Map<string, string[]>();
  for (const place of sealedPlaces) {
    const values = await valuesOf(place);
    expect([nameOf(place), values.length]).not.toEqual([nameOf(place), 0]);
    before.set(
      nameOf(place),
      values.map(({ sealed }) => old.open(sealed, place.purpose)),
    );
  }
  expect(await run()).toMatchObject({
    exit: 0,
    said: expect.stringContaining('payout_order.card_sealed: 1 sealed anew'),
  });
  for (const place of sealedPlaces) {
    const values = await valuesOf(place);
    expect(values.map(({ sealed }) => newest.open(sealed, place.purpose))).toEqual(before.get(nameOf(place)));
    expect(values.filter(({ sealed }) => newest.isStale(sealed))).toEqual([]);
  }
  // A second time there is nothing to do, and what was written is left as it is.
  const cards = await valuesOf({
    table: 'payout_order',
    key: 'id',
    column: 'card_sealed',
    purpose: 'payout_order.card',
  });
  expect((await run()).said).not.toContain('sealed anew');
  expect(await here.payout(payout.id)).toMatchObject({
    card_sealed: cards[0]?.sealed,
    card_hash: payout.card_hash,
  });
  const { rows } = await admin.query("SELECT count(*)::int AS n FROM audit_log WHERE act = 'secrets.reseal'");
  expect(rows).toEqual([{ n: 2 }]);
});

test('what somebody changes meanwhile is his, and what no key opens is told and left as it is', async () => {
  const place: SealedPlace = {
    table: 'api_key',
    key: 'id',
    column: 'secret_sealed',
    purpose: 'api_key.secret',
  };
  const [value] = await valuesOf(place);
  if (value === undefined) throw new Error('There is no key');
  const newer = both.seal('rotated meanwhile', place.purpose);
  expect(await replaceSealed(admin, place, value, newer)).toBe(true);
  expect(await replaceSealed(admin, place, value, both.seal('too late', place.purpose))).toBe(false);
  expect((await valuesOf(place))[0]?.sealed).toBe(newer);

  const lost = newer.replace('.next.', '.gone.');
  await admin.query("UPDATE api_key SET secret_sealed = $1 WHERE key = 'ak_live_reseal'", [lost]);
  expect(await run()).toMatchObject({ exit: 1, said: expect.stringContaining('1 that no key opens') });
  expect((await valuesOf(place))[0]?.sealed).toBe(lost);
});
