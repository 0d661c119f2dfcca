import { randomUUID } from 'node:crypto';
import { Refusal } from '@suanpan/domain/errors';
import { translateError } from '@suanpan/messages/translate';
import { afterAll } from 'vitest';
import { testDatabase } from '../../../../test/database.ts';
import { createTenant } from '../../../../test/tenant.ts';
import type { Actor } from '../../../platform/http/actor.ts';
import { bindEndpoints } from '../../../platform/http/bind-endpoints.ts';
import { createHttp } from '../../../platform/http/create-http.ts';
import { banks, branding } from '@suanpan/contract/endpoints/self';
import { captcha } from '@suanpan/contract/endpoints/login';
import { openRisk } from '../index.ts';

export interface Reply {
  readonly status: number;
  readonly code: number;
  // Whatever the endpoint says; each test knows what it asked for.
  // oxlint-disable-next-line no-explicit-any
  readonly data: any;
  readonly retryAfter: string | undefined;
  readonly text: string;
}

interface Sending {
  readonly as?: Actor;
  readonly ip?: string;
  readonly body?: object;
}

const lookEveryMs = 100;
/** As many as a test likes to make. */
export const perMinute = { session: 100, handshake: 20 };
const provider = { origin: 'http://127.0.0.1:1', merchantNo: 'm', secret: 's' };

/** Two servers on one database, each behind a gate of its own, with a few calls to make and two tenants. */
export async function openGate() {
  const base = await testDatabase();
  const clock = { now: () => new Date(), monotonicMs: () => performance.now() };
  const sessions = new Map<string, Actor>();

  async function serve() {
    const { database: db, log, vault } = base;
    const risk = await openRisk({ db, vault, clock, log, lookEveryMs, perMinute });
    const app = createHttp({
      config: {
        production: false,
        publicUrl: 'http://127.0.0.1:3000',
        trustedProxies: ['127.0.0.1'],
        allowedOrigins: [],
      },
      log: base.log,
      db: db.app,
      words: (name, locale, params) => translateError(locale, name, params),
      async authenticate({ token }) {
        const actor = sessions.get(token ?? '');
        if (actor === undefined) throw new Refusal('sessionEnded');
        return actor;
      },
      isAddressRefused: (ip) => risk.isAddressRefused(ip),
      admit: (call) => risk.admit(call),
      admitActor: (call) => risk.admitActor(call),
    });
    risk.bind(app);
    const challenge = {
      algorithm: 'SHA-256',
      challenge: 'c',
      maxnumber: 1,
      salt: 's',
      signature: 'g',
    } as const;
    bindEndpoints(
      app,
      { banks, branding, captcha },
      {
        banks: async () => [],
        branding: async () => ({ app_name: 'A', logo: '', color: '' }),
        captcha: async () => challenge,
      },
    );
    app.get('/', async () => 'page');
    app.get('/readyz', async () => 'ready');
    afterAll(async () => {
      await app.close();
      await risk.stop();
    });
    async function call(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, sending: Sending = {}) {
      const { as, body, ip = '192.0.2.10' } = sending;
      const token = `session-${as?.userId}`;
      if (as !== undefined) sessions.set(token, as);
      const response = await app.inject({
        method,
        url: path,
        headers: {
          'x-forwarded-for': ip,
          'x-localization': 'en',
          'idempotency-key': randomUUID(),
          ...(as === undefined ? {} : { authorization: `Bearer ${token}` }),
        },
        ...(body === undefined ? {} : { payload: body }),
      });
      const isJson = String(response.headers['content-type']).includes('json');
      const { code, data } = isJson
        ? response.json<{ code: number; data: unknown }>()
        : { code: -1, data: null };
      const retryAfter = response.headers['retry-after'];
      const reply: Reply = {
        status: response.statusCode,
        code,
        data,
        retryAfter: retryAfter === undefined ? undefined : String(retryAfter),
        text: response.body,
      };
      return reply;
    }
    return { risk, call };
  }
  return {
    ...base,
    here: await serve(),
    there: await serve(),
    one: await createTenant(base, { provider }),
    other: await createTenant(base, { provider }),
  };
}
