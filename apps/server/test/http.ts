import { randomUUID } from 'node:crypto';
import { presets } from '@suanpan/domain/access/presets';
import type { RoleName } from '@suanpan/domain/access/roles';
import { Refusal } from '@suanpan/domain/errors';
import { translateError } from '@suanpan/messages/translate';
import { afterAll } from 'vitest';
import { createHttp } from '../src/platform/http/create-http.ts';
import type { Http } from '../src/platform/http/create-http.ts';
import type { Actor, Scope } from '../src/platform/http/actor.ts';
import type { TestDatabase } from './database.ts';

/** An answer of the back office: its HTTP status and its envelope. */
export interface Answer {
  readonly status: number;
  readonly code: number;
  // Whatever the endpoint says; each test knows what it asked for.
  // oxlint-disable-next-line no-explicit-any
  readonly data: any;
  /** What was refused, field by field. */
  readonly errors?: Readonly<Record<string, readonly string[]>>;
}

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

export interface TestHttp {
  readonly app: Http;
  get(actor: Actor, path: string): Promise<Answer>;
  post(actor: Actor, path: string, body?: unknown): Promise<Answer>;
  send(actor: Actor, method: Method, path: string, body?: unknown): Promise<Answer>;
}

/** The HTTP server with a session for whoever a test says is calling; the modules are bound by the test. */
export function openHttp(base: TestDatabase): TestHttp {
  const sessions = new Map<string, Actor>();
  const app = createHttp({
    config: { production: false, publicUrl: 'http://127.0.0.1:3000', trustedProxies: [], allowedOrigins: [] },
    log: base.log,
    db: base.database.app,
    words: (name, locale, params) => translateError(locale, name, params),
    async authenticate({ token }) {
      const actor = sessions.get(token ?? '');
      if (actor === undefined) throw new Refusal('sessionEnded');
      return actor;
    },
  });
  afterAll(() => app.close());

  async function call(actor: Actor, method: Method, path: string, body?: unknown): Promise<Answer> {
    const token = `session-${actor.userId}`;
    sessions.set(token, actor);
    const response = await app.inject({
      method,
      url: `/api${path}`,
      headers: {
        authorization: `Bearer ${token}`,
        'x-localization': 'en',
        'idempotency-key': randomUUID(),
      },
      ...(body === undefined ? {} : { payload: body as object }),
    });
    const { code, data, errors } = response.json<Omit<Answer, 'status'>>();
    return { status: response.statusCode, code, data, ...(errors !== undefined && { errors }) };
  }
  return {
    app,
    get: (actor, path) => call(actor, 'GET', path),
    post: (actor, path, body) => call(actor, 'POST', path, body ?? {}),
    send: call,
  };
}

/**
 * Somebody of a role with the rights that the role has from the start; a sub-account's scope, and in whose tree anybody but
 * a senior agent stands, are given by `more`.
 */
export function actorOf(roleName: RoleName, id: bigint, more: Partial<Actor> = {}): Actor {
  return {
    userId: id,
    effectiveUserId: id,
    roleName,
    username: `${roleName}-${id}`,
    scope: scopeOf(roleName, id),
    agentId: roleName === 'agent' ? id : null,
    permissions: new Set<string>(presets[roleName]),
    sessionId: id,
    locked: false,
    currency: 'TWD',
    ...more,
  };
}

function scopeOf(roleName: RoleName, id: bigint): Scope {
  switch (roleName) {
    case 'agent':
      return { kind: 'agent', agentId: id };
    case 'subAgent':
      return { kind: 'subAgent', subAgentId: id };
    case 'customer':
      return { kind: 'customer', customerId: id };
    case 'middleman':
      return { kind: 'middleman', middlemanId: id };
    case 'admin':
    case 'manager':
    case 'staffSub':
    case 'customerSub':
      return { kind: 'platform' };
  }
}
