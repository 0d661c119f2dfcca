import { toldCollections } from '../../collections/index.ts';
import { toldPayouts } from '../../payouts/index.ts';
import { randomBytes } from 'node:crypto';
import { translateError } from '@suanpan/messages/translate';
import { signV2, verifyResponseV2 } from '@suanpan/signing/v2';
import { sql } from 'kysely';
import { afterAll } from 'vitest';
import { testDatabase } from '../../../../test/database.ts';
import { openMoneyRooms } from '../../../../test/money-rooms.ts';
import { openPayoutRooms } from '../../../../test/payout-rooms.ts';
import { createTenant } from '../../../../test/tenant.ts';
import type { WallClock } from '../../../platform/clock.ts';
import { createHttp } from '../../../platform/http/create-http.ts';
import type { Http } from '../../../platform/http/create-http.ts';
import { createOutbound } from '../../../platform/outbound.ts';
import { createDenialRecorder } from '../../audit/index.ts';
import { openCallbacks } from '../../callbacks/index.ts';
import { openRequestLog } from '../../operations/index.ts';
import { apiKeySecretPurpose, openMerchantApi as openApi } from '../index.ts';

export interface KeyColumns {
  readonly scopes?: readonly string[];
  readonly isTest?: boolean;
  readonly allow?: readonly string[];
  readonly perMinute?: number;
  /** In minor units, of keys that pay out. */
  readonly dailyPayout?: bigint;
}

export interface TestKey {
  readonly id: bigint;
  readonly key: string;
  readonly secret: string;
}

export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly text: string;
  readonly json: Record<string, never> & {
    readonly id: string;
    readonly status: string;
    readonly error: { readonly code: string; readonly message: string; readonly field: string | null };
    readonly items: readonly Record<string, never>[];
    readonly next_cursor: string | null;
  };
  /** Whether the answer carries a signature of the caller's secret. */
  readonly signed: boolean;
}

/** What a test may get wrong on purpose. */
export interface Sending {
  readonly nonce?: string;
  readonly timestamp?: string;
  readonly signature?: (right: string) => string;
  readonly secret?: string;
  readonly key?: string;
  /** What is really sent, when it differs from what was signed. */
  readonly sentBody?: string | Buffer;
  readonly headers?: Readonly<Record<string, string>>;
  readonly ip?: string;
}

/** The merchant API alone on a database and a bank of its own, with a clock that tests can set. */
export async function openMerchantApi({ production = false } = {}) {
  const base = await testDatabase();
  const rooms = await openMoneyRooms(base, { production });
  const here = await openPayoutRooms(base, rooms);
  const tenant = await createTenant(base, { provider: rooms.bank });
  const time = { offsetMs: 0, isCongested: false };
  const clock: WallClock = {
    now: () => new Date(Date.now() + time.offsetMs),
    monotonicMs: () => performance.now() + time.offsetMs,
  };
  const outbound = createOutbound({ trustedOrigins: [], allowHttp: true });
  const callbacks = openCallbacks({
    orders: { collection: toldCollections, payout: toldPayouts },
    db: base.database,
    vault: base.vault,
    outbound,
    log: base.log,
  });
  const denials = createDenialRecorder(base.database.workers, base.log);
  const app: Http = createHttp({
    config: {
      production: false,
      publicUrl: 'http://127.0.0.1:3000',
      trustedProxies: ['127.0.0.1'],
      allowedOrigins: [],
    },
    log: base.log,
    words: (name, locale, params) => translateError(locale, name, params),
    authenticate: () => Promise.reject(new Error('nobody signs in here')),
    isCongested: () => time.isCongested,
    onDenied: denials,
  });
  const requests = openRequestLog({ clock, db: base.database, log: base.log });
  const api = openApi({
    requests,
    collections: rooms.collections,
    payouts: here.payouts,
    callbacks,
    vault: base.vault,
    clock,
  });
  api.bind(app);
  afterAll(async () => {
    await app.close();
    await denials.settled();
    await api.stop?.();
    await requests.stop();
    await callbacks.stop();
    await outbound.close();
  });

  async function issueKey(customerId: bigint, columns: KeyColumns = {}): Promise<TestKey> {
    const mode = columns.isTest === true ? 'test' : 'live';
    const key = `ak_${mode}_${randomBytes(8).toString('hex')}`;
    const secret = `sk_${mode}_${randomBytes(16).toString('hex')}`;
    const { rows } = await sql<{ id: bigint }>`
      INSERT INTO api_key (customer_id, key, secret_sealed, scopes, is_test, ip_allowlist, per_minute, daily_payout_minor, created_at)
      VALUES (${customerId}, ${key}, ${base.vault.seal(secret, apiKeySecretPurpose)},
              ${columns.scopes ?? ['collect', 'read']}::text[], ${columns.isTest ?? false},
              ${columns.allow ?? []}::text[], ${columns.perMinute ?? 1200},
              ${columns.dailyPayout ?? null}, now())
      RETURNING id`.execute(base.database.app);
    return { id: rows[0]?.id ?? 0n, key, secret };
  }

  async function call(
    key: TestKey,
    method: 'GET' | 'POST',
    url: string,
    body: object | string = '',
    sending: Sending = {},
  ): Promise<Reply> {
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    const [path = '', query = ''] = url.split('?');
    const timestamp = sending.timestamp ?? String(Math.floor(clock.now().getTime() / 1000));
    const nonce = sending.nonce ?? randomBytes(8).toString('hex');
    const secret = sending.secret ?? key.secret;
    const right = signV2({ method, path, query, timestamp, nonce, body: text }, secret);
    const response = await app.inject({
      method,
      url,
      headers: {
        'x-api-key': sending.key ?? key.key,
        'x-timestamp': timestamp,
        'x-nonce': nonce,
        'x-signature': sending.signature?.(right) ?? right,
        'x-localization': 'en',
        'x-forwarded-for': sending.ip ?? '203.0.113.7',
        ...(text !== '' && { 'content-type': 'application/json' }),
        ...sending.headers,
      },
      ...(text !== '' && { payload: sending.sentBody ?? text }),
    });
    const headers = response.headers as Record<string, string | undefined>;
    return {
      status: response.statusCode,
      headers,
      text: response.body,
      json: JSON.parse(response.body) as Reply['json'],
      signed: verifyResponseV2(
        { timestamp: headers['x-timestamp'] ?? '', status: response.statusCode, body: response.body },
        headers['x-signature'] ?? '',
        secret,
      ),
    };
  }

  const key = await issueKey(tenant.merchantId);
  let orders = 0;
  return {
    base,
    /** Payouts opened beside the collections. */
    payouts: here,
    ...base,
    rooms,
    tenant,
    app,
    denials,
    requests,
    api,
    callbacks,
    clock,
    time,
    /** A key of the tenant's first merchant with every scope. */
    key,
    issueKey,
    call,
    /** Fields of an order nobody has made before. */
    order: (fields: object = {}): Record<string, unknown> => {
      orders += 1;
      return { order_no: `M-${process.pid}-${orders}`, amount: '1500.00', currency: 'TWD', ...fields };
    },
    async countOrders(): Promise<number> {
      const { rows } = await sql<{ n: bigint }>`SELECT count(*) AS n FROM collection_order`.execute(
        base.database.app,
      );
      return Number(rows[0]?.n);
    },
  };
}
