import { hash, randomUUID } from 'node:crypto';
import type { OutputOf } from '@suanpan/contract/endpoint';
import type { captcha } from '@suanpan/contract/endpoints/login';
import { translateError } from '@suanpan/messages/translate';
import { Kysely, PostgresDialect } from 'kysely';
import { generateSecret } from 'otplib';
import { afterAll } from 'vitest';
import { testDatabase } from '../../../../test/database.ts';
import { codeOfStep, stepAt, stepMs } from '../../../../test/one-time-code.ts';
import type { Tables } from '../../../platform/db/tables.generated.ts';
import { transact } from '../../../platform/db/transact.ts';
import { createHttp } from '../../../platform/http/create-http.ts';
import type { Log } from '../../../platform/log.ts';
import type { Http } from '../../../platform/http/create-http.ts';
import { createUser } from '../users/create-user.ts';
import type { UserDraft } from '../users/create-user.ts';
import type { ShellMeans } from '../self/self.routes.ts';
import { openIdentity } from '../open-identity.ts';
import type { Identity } from '../open-identity.ts';

export interface Reply {
  readonly code: number;
  readonly message: string;
  readonly data: Record<string, never> & {
    readonly access_token: string;
    readonly validate2FA: string;
    readonly bind2FA: { readonly secret: string };
    readonly google2FA?: true;
  };
  readonly errors?: Record<string, string[]>;
  readonly status: number;
  readonly cookie: string | undefined;
}

export interface Person {
  readonly id: bigint;
  readonly username: string;
  readonly password: string;
  readonly secret: string;
  readonly paymentPassword?: string;
}

interface Solving {
  readonly username?: string;
  readonly ip?: string;
  readonly headers?: Record<string, string>;
}

/** A server with nothing but the door, on a database of its own, with a wall clock that tests can move. */
export async function openDoor(
  options: {
    readonly demo?: boolean;
    readonly log?: Log;
    readonly shell?: ShellMeans;
    /** Told of every statement that a call makes. */
    readonly onStatement?: (text: string) => void;
  } = {},
) {
  const base = await testDatabase(options);
  let offsetMs = 0;
  const clock = { now: () => new Date(Date.now() + offsetMs), monotonicMs: () => performance.now() };
  const pauses: number[] = [];
  const { onStatement } = options;
  const app =
    onStatement === undefined
      ? base.database.app
      : new Kysely<Tables>({
          dialect: new PostgresDialect({ pool: base.database.pools.api }),
          log: ({ query }) => onStatement(query.sql),
        });
  const identity: Identity = openIdentity({
    db: { ...base.database, app },
    vault: base.vault,
    clock,
    config: { demo: options.demo ?? false },
    log: base.log,
    pause: async (ms) => void pauses.push(ms),
  });
  const http: Http = createHttp({
    config: {
      production: false,
      publicUrl: 'http://127.0.0.1:3000',
      trustedProxies: ['127.0.0.1'],
      allowedOrigins: [],
    },
    log: base.log,
    db: base.database.app,
    words: (name, locale, params) => translateError(locale, name, params),
    authenticate: (credentials) => identity.authenticate(credentials),
    onDenied: (denial) => identity.onDenied(denial),
  });
  identity.bind(http, options.shell);
  afterAll(async () => {
    await identity.settled();
    await http.close();
  });

  let address = 0;
  async function call(
    method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
    path: string,
    {
      body,
      token,
      headers = {},
      ip,
    }: { body?: object; token?: string; headers?: Record<string, string>; ip?: string } = {},
  ): Promise<Reply> {
    address += 1;
    const response = await http.inject({
      method,
      url: `/api${path}`,
      headers: {
        // Every call comes from another address, so that counters of addresses meet only the tests about them.
        'x-forwarded-for': ip ?? `198.51.${Math.floor(address / 250) % 250}.${(address % 250) + 1}`,
        'x-localization': 'en',
        'idempotency-key': randomUUID(),
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...headers,
      },
      ...(body === undefined ? {} : { payload: body }),
    });
    const cookie = response.headers['set-cookie'];
    return {
      ...(response.json() as Omit<Reply, 'status' | 'cookie'>),
      status: response.statusCode,
      cookie: Array.isArray(cookie) ? cookie[0] : cookie,
    };
  }

  async function solve({ username, ...options }: Solving = {}): Promise<string> {
    const query = username === undefined ? '' : `?username=${encodeURIComponent(username)}`;
    const reply = await call('GET', `/captcha${query}`, options);
    if (reply.code !== 0) throw new Error(`No bot check: ${reply.status} ${reply.code} ${reply.message}`);
    const data = reply.data as unknown as OutputOf<typeof captcha>;
    let number = 0;
    while (hash('sha256', `${data.salt}${number}`) !== data.challenge) number += 1;
    return Buffer.from(JSON.stringify({ ...data, number })).toString('base64');
  }

  /** Several, one after the other, so that a race afterwards is one of sign-ins alone. */
  async function solveMany(count: number, options: Solving = {}): Promise<string[]> {
    const solved: string[] = [];
    while (solved.length < count) solved.push(await solve(options));
    return solved;
  }

  /** A code of a step that nobody has used yet: the clock goes on to the next one, and stands at its beginning. */
  function code({ secret }: Pick<Person, 'secret'>): string {
    const nowMs = clock.now().getTime();
    offsetMs += stepMs - (nowMs % stepMs) + 500;
    return codeOfStep(secret, stepAt(clock.now()));
  }

  async function login(
    person: Pick<Person, 'username' | 'password'>,
    extra: { code?: string; headers?: Record<string, string>; ip?: string; captcha?: string } = {},
  ): Promise<Reply> {
    return call('POST', '/login', {
      body: {
        username: person.username,
        password: person.password,
        captcha:
          extra.captcha ??
          (await solve({
            ...(/^[\w.]+$/.test(person.username) && { username: person.username }),
            ...(extra.headers !== undefined && { headers: extra.headers }),
            ...(extra.ip !== undefined && { ip: extra.ip }),
          })),
        ...(extra.code === undefined ? {} : { oneCode: extra.code }),
      },
      ...(extra.headers === undefined ? {} : { headers: extra.headers }),
      ...(extra.ip === undefined ? {} : { ip: extra.ip }),
    });
  }

  /** Signs somebody in once more. */
  const tokenOf = async (who: Person): Promise<string> =>
    (await login(who, { code: code(who) })).data.access_token;
  /** What an act of money asks of somebody besides. */
  const proofOf = (who: Person) => ({ payment_password: who.paymentPassword ?? '', one_code: code(who) });

  let people = 0;
  return {
    ...base,
    app: http,
    identity,
    clock,
    pauses,
    call,
    solve,
    solveMany,
    move: (ms: number) => {
      offsetMs += ms;
    },
    code,
    async person(draft: Partial<UserDraft> & { unbound?: true } = {}): Promise<Person> {
      people += 1;
      const { unbound, ...rest } = draft;
      const person = {
        username: `person${people}`,
        password: `a long password ${people}`,
        secret: generateSecret(),
      };
      const kind = draft.kind ?? 'agent';
      const { id } = await transact(base.database.app, (tx) =>
        createUser(tx, base.vault, {
          kind,
          madeBy: null,
          name: `Person ${people}`,
          username: person.username,
          password: person.password,
          ...(unbound === true ? {} : { totpSecret: person.secret }),
          ...rest,
        }),
      );
      const { paymentPassword } = rest;
      const username = rest.username ?? person.username;
      return { ...person, ...(paymentPassword && { paymentPassword }), username, id };
    },
    login,
    tokenOf,
    proofOf,
    /** Posts as somebody who signs in for it and proves himself. */
    async ask(who: Person, path: string, body: object = {}, key: string = randomUUID()): Promise<Reply> {
      const token = await tokenOf(who);
      const headers = { 'idempotency-key': key };
      return call('POST', path, { token, headers, body: { ...proofOf(who), ...body } });
    },
  };
}
