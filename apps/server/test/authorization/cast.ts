import { permissions } from '@suanpan/domain/access/permissions';
import { sql } from 'kysely';
import { insertSession } from '../../src/modules/sessions/index.ts';
import type { OpenedSession } from '../../src/modules/sessions/index.ts';
import { transact } from '../../src/platform/db/transact.ts';
import type { House } from '../open-house.ts';
import { openPayoutRooms } from '../payout-rooms.ts';
import { createTenant } from '../tenant.ts';
import { principals, relations, visitors } from './table.ts';
import type { About, Principal, Relation } from './table.ts';

/** Who stands where, by caller. `A` and `B` are two senior agents; `-` says that nobody stands there. */
const users = places(`
  caller        own            below          beside        above       other
  locked        A.unbound      A.merchant     A.staff       A.agent     B.merchant
  admin         admin          A.merchant     admin2        -           B.merchant
  manager       manager        A.merchant     manager2      admin       B.merchant
  staff         staff          A.merchant     staff2        admin       B.merchant
  agent         A.agent        A.merchant     B.agent       admin       B.merchant
  agentStaff    A.staff        A.merchant     A.staff2      A.agent     B.merchant
  subAgent      A.subAgent     A.merchant     A.subAgent2   A.agent     B.merchant
  middleman     A.middleman    A.merchant     A.subAgent    A.agent     B.merchant
  merchant      A.merchant     A.subWith      A.merchant2   A.agent     B.merchant
  subWithout    A.subWithout   -              A.sub         A.merchant  B.merchant
  subWith       A.subWith      -              A.sub         A.merchant  B.merchant
  impersonated  A.merchant     A.subWith      A.merchant2   A.agent     B.merchant
  visitedAgent  A.agent        A.merchant     B.agent       admin       B.merchant
  ownerOfMaker  adminOwner     A.merchant     admin2        -           B.merchant
  madeByMaker   managerMade    A.merchant     manager2      admin       B.merchant
`);

interface Standing extends OpenedSession {
  readonly openedAtMs: number;
}
/** Well before one ends that nobody uses. */
const stayMs = 300_000;

/** An id that nobody ever gets. */
const absent = '999999999999';

export interface Cast {
  /** Fresh sessions, of all or of these alone. */
  enter(only?: readonly Principal[]): Promise<ReadonlyMap<Principal, string>>;
  /** The sessions of the row before, those anew that it ended: to open all of them takes longer than most rows. */
  stay(only?: readonly Principal[]): Promise<ReadonlyMap<Principal, string>>;
  /** The id of what a cell is about; throws where the caller has no such relation. */
  readonly find: (about: About, principal: Principal, relation: Relation) => Promise<string>;
  /** A live session of a user that a cell may end. */
  spareSession(userId: string): Promise<string>;
  /** Wrong codes and passwords of the cells so far do not shut anybody out of the next ones. */
  forgetTries(): Promise<void>;
  readonly person: (name: string) => bigint;
  /** Whose sub-accounts a cell is about. */
  ownerOf(relation: Relation): string;
}

/** Of these every caller has one of his own; of all others those of one relation have the same. */
const eachHasHisOwn: ReadonlySet<About> = new Set([
  'user',
  'userSession',
  'session',
  'approval',
  'submission',
  'export',
  'exportFile',
  'watch',
]);

/** As `find`, for callers who leave things as they are: those who are asked about the same are given the same one. */
export function sharing({ find }: Cast): Cast['find'] {
  const found = new Map<string, Promise<string>>();
  return (about, principal, relation) => {
    const place = [about, relation, eachHasHisOwn.has(about) ? principal : ''].join(' ');
    const known = found.get(place) ?? find(about, principal, relation);
    found.set(place, known);
    return known;
  };
}

/** Two tenants and the platform's own people, as rows; nobody has a payment password. */
export async function gather({ base, rooms }: House): Promise<Cast> {
  const { database, admin, vault } = base;
  const people = new Map<string, bigint>();
  const at = new Date();
  const bound = {
    totp_bound_at: at,
    totp_sealed: vault.seal('JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP', 'app_user.totp'),
  };
  const orders = new Map<string, string>();
  const payouts = new Map<string, string>();
  const payoutRooms = await openPayoutRooms(base, rooms);
  const tokens = new Map<string, string>();
  let blocks = 0;

  async function platformPerson(name: string, kind: string, parent: bigint | null, madeBy?: bigint) {
    const { rows } = await sql<{ id: bigint }>`
      INSERT INTO app_user (kind, username, name, password_hash, tenant_path, parent_id, made_by, totp_bound_at,
                            totp_sealed, created_at, updated_at)
      VALUES (${kind}, ${name}, ${name}, 'none', '', ${parent}, ${madeBy ?? null}, ${at}, ${bound.totp_sealed}, ${at},
              ${at}) RETURNING id`.execute(database.app);
    const id = rows[0]?.id ?? 0n;
    await sql`UPDATE app_user SET tenant_path = ${parent === null ? `${id}.` : `${parent}.${id}.`} WHERE id = ${id}`.execute(
      database.app,
    );
    people.set(name, id);
    return id;
  }
  const boss = await platformPerson('admin', 'admin', null);
  await platformPerson('admin2', 'admin', null);
  await platformPerson('operator', 'admin', null);
  await platformPerson('manager', 'manager', null);
  await platformPerson('manager2', 'manager', null);
  await platformPerson('managerMade', 'manager', null, boss);
  const owner = await platformPerson('adminOwner', 'admin', null);
  const submitter = await platformPerson('staffMade', 'staffSub', owner, owner);
  await platformPerson('staff', 'staffSub', boss);
  await platformPerson('staff2', 'staffSub', boss);

  for (const letter of ['A', 'B']) {
    const tenant = await createTenant(base, { provider: rooms.bank, agent: bound });
    const below = (owner: bigint) => ({
      ...bound,
      parent_id: owner,
      // Ids from the root down, as they stand once the user is made.
      ...(owner !== tenant.agentId && { customer_id: owner }),
    });
    const merchant2 = await tenant.merchant({ ...bound });
    const made: Record<string, bigint> = {
      agent: tenant.agentId,
      subAgent: tenant.subAgentId,
      subAgent2: await tenant.user('subAgent', bound),
      middleman: tenant.middlemanId,
      merchant: tenant.merchantId,
      merchant2,
      staff: await tenant.user('staffSub', below(tenant.agentId)),
      staff2: await tenant.user('staffSub', below(tenant.agentId)),
      unbound: await tenant.user('staffSub', { parent_id: tenant.agentId }),
      subWithout: await tenant.user('customerSub', { ...below(tenant.merchantId), permissions: [] }),
      subWith: await tenant.user('customerSub', {
        ...below(tenant.merchantId),
        permissions: [...permissions],
      }),
      sub: await tenant.user('customerSub', below(tenant.merchantId)),
    };
    for (const [name, id] of Object.entries(made)) people.set(`${letter}.${name}`, id);
    await database.app
      .updateTable('app_user')
      .set(bound)
      .where('id', 'in', [tenant.subAgentId, tenant.middlemanId, tenant.merchantId])
      .execute();
    for (const name of ['merchant', 'merchant2']) {
      const order = await rooms.place(made[name] ?? 0n);
      orders.set(`${letter}.${name}`, String(order.id));
      const merchant = made[name] ?? 0n;
      await payoutRooms.channel(tenant, [merchant]);
      // Without money it is kept all the same, and can be looked at.
      payouts.set(`${letter}.${name}`, String((await payoutRooms.place(merchant)).id));
      tokens.set(`${letter}.${name}`, rooms.collections.tokens.issue(order.id));
    }
  }

  /** Whose submissions a second account of the same person is about. */
  const makers: Readonly<Partial<Record<Principal, bigint>>> = {
    ownerOfMaker: submitter,
    madeByMaker: boss,
  };
  const person = (name: string): bigint => {
    const id = people.get(name);
    if (id === undefined) throw new Error(`Nobody of the cast is called ${name}`);
    return id;
  };

  interface Entry {
    readonly userId: bigint;
    readonly secondFactor?: boolean;
    readonly actingFor?: bigint;
  }
  /** Sessions in the order of the entries, in one transaction: all of the cast come in a thousand times. */
  function openAll(entries: readonly Entry[]): Promise<OpenedSession[]> {
    return transact(database.app, async (tx) => {
      const opened: OpenedSession[] = [];
      for (const { userId, secondFactor = true, actingFor } of entries) {
        const more = actingFor === undefined ? {} : { actingFor };
        const from = { browserHash: null, ip: '203.0.113.7', userAgent: 'cast' };
        opened.push(await insertSession(tx, { userId, secondFactor, ...more, ...from }));
      }
      return opened;
    });
  }
  async function open(userId: bigint): Promise<OpenedSession> {
    const [opened] = await openAll([{ userId }]);
    if (opened === undefined) throw new Error('No session was opened');
    return opened;
  }

  const over = await open(person('A.merchant'));
  await admin.query("UPDATE session SET expires_at = now() - interval '1 second' WHERE id = $1", [
    over.sessionId,
  ]);

  /** A session for each of these who has any. */
  async function openFor(principals: readonly Principal[]): Promise<[Principal, Standing][]> {
    const entering = principals.filter((principal) => users.has(principal));
    const opened = await openAll(
      entering.map((principal) => {
        const own = person(users.get(principal)?.get('own') ?? '');
        return visitors.has(principal)
          ? { userId: person('operator'), actingFor: own }
          : { userId: own, secondFactor: principal !== 'locked' };
      }),
    );
    const openedAtMs = performance.now();
    return opened.flatMap((session, n) => {
      const principal = entering[n];
      return principal === undefined ? [] : [[principal, { ...session, openedAtMs }]];
    });
  }
  const tokensOf = (sessions: Iterable<readonly [Principal, OpenedSession]>): Map<Principal, string> =>
    new Map<Principal, string>([
      ['expired', over.token],
      ['apiKey', 'ak_live_0123456789abcdef'],
      ...Array.from(sessions, ([principal, { token }]) => [principal, token] as const),
    ]);
  const standing = new Map<Principal, Standing>();

  return {
    person,
    enter: async (only = [...users.keys()]) => tokensOf(await openFor(only)),
    async stay(only = [...users.keys()]) {
      const { rows } = await admin.query<{ id: bigint }>(
        'SELECT id FROM session WHERE id = ANY ($1) AND ended_at IS NULL',
        [[...standing.values()].map(({ sessionId }) => sessionId)],
      );
      const live = new Set(rows.map(({ id }) => id));
      const oldest = performance.now() - stayMs;
      for (const [principal, { sessionId, openedAtMs }] of standing)
        if (!live.has(sessionId) || openedAtMs < oldest) standing.delete(principal);
      const gone = only.filter((principal) => !standing.has(principal));
      for (const [principal, session] of await openFor(gone)) standing.set(principal, session);
      return tokensOf(standing);
    },
    async find(about, principal, relation) {
      if (relation === 'absent') return about === 'token' ? 'AAAAAAAAAAAAAAAAAAAAAAAA' : absent;
      const caller = users.has(principal) ? principal : 'merchant';
      const who = users.get(caller)?.get(relation);
      switch (about) {
        case 'nothing':
          return '';
        case 'user':
        case 'userSession':
          return String(person(who ?? `${relation} of ${principal}`));
        case 'merchant':
          return String(person(ownMerchant(relation)));
        case 'sub':
          return insertSub(ownMerchant(relation));
        case 'order':
          return orders.get(ownMerchant(relation)) ?? '';
        case 'payout':
          return payouts.get(ownMerchant(relation)) ?? '';
        case 'deposit':
          return insertDeposit(person(ownMerchant(relation)));
        case 'withdrawal':
          return insertWithdrawal(person(ownMerchant(relation)));
        case 'withdrawalList':
          // A list in which nothing is found is answered as what is absent is.
          for (const name of ['A.merchant', 'A.subAgent', 'A.middleman'])
            await insertWithdrawal(person(name));
          return '';
        case 'withdrawAccount':
          return insertAccount(person(ownMerchant(relation)));
        case 'withdrawFee':
          return insertFee(person(ownMerchant(relation)));
        case 'payee':
          return insertPayee(person(ownMerchant(relation)));
        case 'payoutBatch':
          return insertBatch(person(ownMerchant(relation)));
        case 'payoutAccount':
          return findPayoutAccount(person(ownMerchant(relation)));
        case 'refund':
          return refundOf(orders.get(ownMerchant(relation)) ?? '');
        case 'receipt':
          // Nobody keeps three.
          await admin.query('DELETE FROM receipt_lock');
          return receiptOf(orders.get(ownMerchant(relation)) ?? '');
        case 'privateTransfer':
          return insertTransfer(person(ownMerchant(relation)));
        case 'lockable':
          // Whoever had it gives it back first, and nobody keeps three.
          await admin.query('DELETE FROM collection_lock');
          return String((await rooms.place(person(ownMerchant(relation)))).id);
        case 'callback':
          return insertCallback(person(ownMerchant(relation)));
        case 'callbackAddress':
          return insertAddress(person(ownMerchant(relation)));
        case 'token':
          return tokens.get(ownMerchant(relation)) ?? '';
        case 'tenant':
          return String(person(relation === 'other' ? 'B.agent' : 'A.agent'));
        case 'session': {
          const owner = relation === 'own' ? users.get(caller)?.get('own') : 'B.merchant';
          return (await open(person(owner ?? ''))).sessionId.toString();
        }
        case 'approval':
          return insertApproval(relation === 'other' ? 'B' : 'A', makers[principal]);
        case 'submission':
          return insertApproval(relation === 'other' ? 'B' : 'A', person(who ?? ''));
        case 'role':
          return insertRole(relation);
        case 'manager':
          return insertManager(relation);
        case 'blockedAddress':
          return insertBlock('door', relation);
        case 'blockEntry':
          return insertBlock('name', relation);
        case 'export':
          return (await insertExport(who ?? relation)).id;
        case 'exportFile':
          return (await insertExport(who ?? relation)).file;
        case 'watch':
          return insertWatch(who ?? relation);
      }
    },
    ownerOf: (relation) => (relation === 'absent' ? absent : String(person(ownMerchant(relation)))),
    spareSession: async (userId) => (await open(BigInt(userId))).sessionId.toString(),
    async forgetTries() {
      await admin.query('DELETE FROM login_guard');
    },
  };

  /** One that the cell may remove. */
  async function insertSub(merchant: string): Promise<string> {
    const ownerId = person(merchant);
    const { rows } = await sql<{ id: bigint }>`
      INSERT INTO app_user (id, kind, username, name, password_hash, tenant_path, parent_id, agent_id, customer_id,
                            created_at, updated_at)
      SELECT n.id, 'customerSub', 'sub-' || n.id, 'Sub', 'none', u.tenant_path || n.id || '.', u.id, u.agent_id, u.id,
             ${at}, ${at}
      FROM app_user u CROSS JOIN (SELECT nextval(pg_get_serial_sequence('app_user', 'id')) AS id) n
      WHERE u.id = ${ownerId} RETURNING id`.execute(database.app);
    return String(rows[0]?.id);
  }

  /** A top-up that waits, applied for by its merchant. */
  async function insertDeposit(ownerId: bigint): Promise<string> {
    const { rows } = await admin.query<{ id: bigint }>(
      `INSERT INTO deposit (owner_id, agent_id, currency, amount, method, payer_last5, made_by, created_at)
       SELECT id, agent_id, 'TWD', 10000, 'bank', '12345', id, now() FROM app_user WHERE id = $1 RETURNING id`,
      [ownerId],
    );
    return String(rows[0]?.id);
  }

  /** Where a merchant has his money sent to. */
  async function insertAccount(ownerId: bigint): Promise<string> {
    blocks += 1;
    const { rows } = await admin.query<{ id: bigint }>(
      `INSERT INTO withdraw_account (owner_id, type, currency, address, network, account_hash, usable_from, made_by, created_at)
       VALUES ($1, 'chain', 'USDT', 'T1', 'TRC20', $2, now() + interval '1 day', $1, now()) RETURNING id`,
      [ownerId, `cast ${blocks}`],
    );
    return String(rows[0]?.id);
  }

  /** A withdrawal that waits, applied for by its owner, with what is held for it. */
  async function insertWithdrawal(ownerId: bigint): Promise<string> {
    await admin.query(
      `UPDATE balance SET balance = balance + 10000 WHERE account_id = ANY (
         ledger_open_accounts(ARRAY['L231'], ARRAY[$1::bigint], ARRAY[NULL]::bigint[], ARRAY['USDT'], ARRAY['main']))`,
      [ownerId],
    );
    const { rows } = await admin.query<{ id: bigint }>(
      `INSERT INTO withdrawal (owner_id, agent_id, currency, amount, hold, target_currency, target_amount, fee, fee_mode,
         agent_share, account_id, type, address, network, account_hash, is_cooling, made_by, created_at)
       SELECT u.id, u.agent_id, 'USDT', 10000, 10000, 'USDT', 10000, 0, 'inside', 0, a.id, a.type, a.address, a.network,
              a.account_hash, false, u.id, now()
       FROM app_user u, withdraw_account a WHERE u.id = $1 AND a.id = $2 RETURNING id`,
      [ownerId, BigInt(await insertAccount(ownerId))],
    );
    return String(rows[0]?.id);
  }

  /** What a merchant pays by his senior agent's word. */
  async function insertFee(ownerId: bigint): Promise<string> {
    blocks += 1;
    const { rows } = await admin.query<{ id: bigint }>(
      `INSERT INTO withdraw_fee (owner_id, currency, target_currency, type, pct, fixed, mode, share_pct, share_fixed,
         valid_from, by_agent)
       VALUES ($1, 'TWD', 'TWD', 'bank', 0, 0, 'inside', 0, 0, now() + $2 * interval '1 second', true) RETURNING id`,
      [ownerId, blocks],
    );
    return String(rows[0]?.id);
  }

  /** The account by which a merchant's payouts leave. */
  async function findPayoutAccount(customerId: bigint): Promise<string> {
    const { rows } = await admin.query<{ id: bigint }>(
      `SELECT c.channel_account_id AS id FROM customer_method m JOIN channel c ON c.id = m.channel_id
       WHERE m.customer_id = $1 AND c.direction = 'payout' LIMIT 1`,
      [customerId],
    );
    return String(rows[0]?.id);
  }

  /** A payee whom a merchant keeps. */
  async function insertPayee(customerId: bigint): Promise<string> {
    blocks += 1;
    const { rows } = await admin.query<{ id: bigint }>(
      `INSERT INTO saved_payee (customer_id, account_name, bank_code, card_sealed, card_hash, card_shown, made_by, created_at, usable_from)
       VALUES ($1, 'Payee', '004', 'none', $2, '****', $1, now(), now()) RETURNING id`,
      [customerId, `cast ${blocks}`],
    );
    return String(rows[0]?.id);
  }

  /** A file of payouts with nothing in it. */
  async function insertBatch(customerId: bigint): Promise<string> {
    blocks += 1;
    const { rows } = await admin.query<{ id: bigint }>(
      `INSERT INTO payout_batch (customer_id, currency, file_name, file_hash, client_key, made_by, created_at)
       VALUES ($1, 'TWD', 'cast.csv', 'cast', $2, $1, now()) RETURNING id`,
      [customerId, `cast ${blocks}`],
    );
    return String(rows[0]?.id);
  }

  /** An event of a merchant's order that nobody accepted. */
  async function insertCallback(customerId: bigint): Promise<string> {
    blocks += 1;
    const { rows } = await admin.query<{ id: bigint }>(
      `INSERT INTO callback (event_id, order_kind, order_id, customer_id, agent_id, recipient_id, type, api_version, body,
         url, lane, status, result, created_at, order_created_at)
       SELECT 'evt_cast_' || $2, 'collection', o.id, o.customer_id, o.agent_id, o.customer_id, 'collection.expired', 'v2',
              '{}', 'https://shop.example.com/hook', 'lane', 'failed', 'timeout', now(), now()
       FROM collection_order o WHERE o.customer_id = $1 LIMIT 1 RETURNING id`,
      [customerId, blocks],
    );
    return String(rows[0]?.id);
  }

  async function insertTransfer(customerId: bigint): Promise<string> {
    const { rows } = await admin.query<{ id: bigint }>(
      `INSERT INTO private_transfer (agent_id, customer_id, real_name, name_mark, last5, currency, amount, paid_at, made_by,
         created_at)
       SELECT agent_id, id, 'Wang', 'mark', '12345', 'TWD', 10000, now(), id, now() FROM app_user WHERE id = $1 RETURNING id`,
      [customerId],
    );
    return String(rows[0]?.id);
  }

  async function insertAddress(customerId: bigint): Promise<string> {
    await admin.query(
      `INSERT INTO webhook_endpoint (customer_id, url, secret_sealed)
       VALUES ($1, 'https://shop.example.com/hook', 'none') ON CONFLICT DO NOTHING`,
      [customerId],
    );
    return String(customerId);
  }

  /** The refund of an order, which can have but one under way. */
  async function refundOf(orderId: string): Promise<string> {
    const { rows } = await admin.query<{ id: bigint }>(
      `WITH made AS (
         INSERT INTO refund (kind, order_id, customer_id, agent_id, sub_agent_id, currency, channel_account_id, amount, status,
           maker_id, maker_person, reason, created_at)
         SELECT 'refund', o.id, o.customer_id, o.agent_id, o.sub_agent_id, o.currency, o.channel_account_id, 10000, 'preparing',
                u.id, u.person_id, 'of the cast', now()
         FROM collection_order o JOIN app_user u ON u.id = $2 WHERE o.id = $1
         ON CONFLICT DO NOTHING RETURNING id)
       SELECT id FROM made UNION ALL SELECT id FROM refund WHERE order_id = $1`,
      [BigInt(orderId), boss],
    );
    return String(rows[0]?.id);
  }

  /** Money that came for an order and was not credited; each cell has its own. */
  async function receiptOf(orderId: string): Promise<string> {
    blocks += 1;
    const { rows } = await admin.query<{ id: bigint }>(
      `INSERT INTO receipt (channel_account_id, order_id, provider_ref, currency, amount, reason, received_at)
       SELECT a.id, o.id, 'R' || $2, o.currency, 10000, 'paid_twice', now()
       FROM collection_order o JOIN channel_account a ON a.agent_id = o.agent_id AND a.direction = 'collection'
       WHERE o.id = $1 ORDER BY a.id LIMIT 1 RETURNING id`,
      [BigInt(orderId), String(blocks)],
    );
    return String(rows[0]?.id);
  }

  /** Of one's own senior agent, of another, or of the platform. */
  async function insertRole(relation: Relation): Promise<string> {
    const ownerId = relation === 'above' ? null : person(relation === 'other' ? 'B.agent' : 'A.agent');
    blocks += 1;
    const { rows } = await sql<{ id: bigint }>`
      INSERT INTO role (name, owner_id, permissions, created_at, updated_at)
      VALUES (${`Role of the cast ${blocks}`}, ${ownerId}, '{}', ${at}, ${at}) RETURNING id`.execute(
      database.app,
    );
    return String(rows[0]?.id);
  }

  /** Staff of a senior agent, or a manager of the platform, that the cell may remove. */
  async function insertManager(relation: Relation): Promise<string> {
    const parentId = relation === 'above' ? null : person(relation === 'other' ? 'B.agent' : 'A.agent');
    blocks += 1;
    const { rows } = await sql<{ id: bigint }>`
      INSERT INTO app_user (kind, username, name, password_hash, tenant_path, parent_id, agent_id, created_at, updated_at)
      VALUES (${parentId === null ? 'manager' : 'staffSub'}, ${`person.of.the.cast.${blocks}`}, 'Person', 'none', '',
              ${parentId}, ${parentId}, ${at}, ${at}) RETURNING id`.execute(database.app);
    return String(rows[0]?.id);
  }

  /** Of a senior agent, or of the platform for all. */
  async function insertBlock(kind: 'door' | 'name', relation: Relation): Promise<string> {
    const agentId = relation === 'above' ? null : person(relation === 'other' ? 'B.agent' : 'A.agent');
    blocks += 1;
    const value = `2001:db8:1::${blocks.toString(16)}`;
    const { rows } = await sql<{ id: bigint }>`
      INSERT INTO block_entry (kind, agent_id, value, shown, note, created_by, created_at)
      VALUES (${kind}, ${agentId}, ${value}, ${value}, '', ${boss}, ${at}) RETURNING id`.execute(
      database.app,
    );
    return String(rows[0]?.id);
  }

  /** A finished export of turnover records, whose file is long gone from the disk. */
  async function insertExport(owner: string): Promise<{ id: string; file: string }> {
    blocks += 1;
    const file = `${String(blocks).padStart(32, 'X')}-accounting.changelogs-20261121.csv`;
    const { rows } = await sql<{ id: bigint }>`
      INSERT INTO export_job (owner_id, kind, filter, columns, format, locale, region, status, file, created_at,
                              finished_at, expires_at)
      VALUES (${person(owner)}, 'accounting.changelogs', '{}', '{order_no}', 'csv', 'en', 'UTC+8', 'completed', ${file},
              ${at}, ${at}, now() + interval '7 days') RETURNING id`.execute(database.app);
    return { id: String(rows[0]?.id), file };
  }

  async function insertWatch(owner: string): Promise<string> {
    const { rows } = await sql<{ id: bigint }>`
      INSERT INTO list_watch (owner_id, kind, name, filter, search, window_min, older_min, mark, via, created_at, asked_at)
      VALUES (${person(owner)}, 'collections.transactions', 'cast', '{}', '{}', 60, 0, 0, '{bell}', ${at}, ${at})
      RETURNING id`.execute(database.app);
    return String(rows[0]?.id);
  }

  /** Asked for by staff of the senior agent, so that nobody who may decide is the one who asked. */
  async function insertApproval(letter: 'A' | 'B', maker = person(`${letter}.staff2`)): Promise<string> {
    const { rows } = await admin.query<{ id: bigint }>(
      `INSERT INTO approval (act, subject_kind, subject_id, subject_label, agent_id, payload, payload_hash, effect,
                             effect_hash, reason, maker_id, created_at, expires_at)
       VALUES ('users.resetTwoFactor', 'user', '1', 'somebody', $1, '{}', gen_random_uuid()::text,
               '{"subject": {"kind": "user", "id": "1", "label": "somebody"}, "amount": null, "rows": []}', 'none',
               'a phone was lost', $2, now(), now() + interval '1 day') RETURNING id`,
      [person(`${letter}.agent`), maker],
    );
    return String(rows[0]?.id);
  }
}

/** The merchant of a relation: one's own, the other one below the same senior agent, one of another. */
function ownMerchant(relation: Relation): string {
  if (relation === 'other') return 'B.merchant';
  return relation === 'beside' ? 'A.merchant2' : 'A.merchant';
}

function places(text: string): ReadonlyMap<Principal, ReadonlyMap<Relation, string>> {
  const [head = [], ...lines] = text
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/));
  const columns = head.slice(1).map((word) => relations.find((relation) => relation === word) ?? 'absent');
  return new Map(
    lines.map(([who, ...names]) => [
      principals.find((principal) => principal === who) ?? 'anonymous',
      new Map(
        names.flatMap((name, index) => {
          const column = columns[index];
          return name === '-' || column === undefined ? [] : [[column, name] as const];
        }),
      ),
    ]),
  );
}
