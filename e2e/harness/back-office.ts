import { hash, randomUUID } from 'node:crypto';
import { demoLogin } from '@suanpan/contract/endpoints/demo';
import { captcha, login, validate2FA } from '@suanpan/contract/endpoints/login';
import type { Endpoint, InputOf, OutputOf } from '@suanpan/contract/endpoint';
import type { Envelope } from './envelope.ts';
import { printedOf } from './server-view.ts';
import type { DemoAccount, ServerView } from './server-view.ts';
import { unusedCode } from './unused-code.ts';

export interface CallOptions {
  readonly headers?: Readonly<Record<string, string>>;
  readonly idempotencyKey?: string;
}

/** A client of the back office as a program would write it: bearer token, JSON both ways. */
export class BackOffice {
  readonly url: string;
  readonly locale: string;
  token: string | undefined;

  constructor(url: string, options: { readonly token?: string; readonly locale?: string } = {}) {
    this.url = url;
    this.token = options.token;
    this.locale = options.locale ?? 'en';
  }

  /** A call as it comes, for those that are expected to be refused. */
  async send(method: string, path: string, body?: unknown, options: CallOptions = {}): Promise<Envelope> {
    const answer = await fetch(`${this.url}/api${path}`, {
      method,
      headers: {
        'x-localization': this.locale,
        ...(this.token !== undefined && { authorization: `Bearer ${this.token}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(options.idempotencyKey !== undefined && { 'idempotency-key': options.idempotencyKey }),
        ...options.headers,
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      signal: AbortSignal.timeout(90_000),
    });
    const text = await answer.text();
    let envelope: Omit<Envelope, 'status' | 'headers'>;
    try {
      envelope = JSON.parse(text) as Envelope;
    } catch {
      throw new Error(
        `${method} ${path} answered ${answer.status} without an envelope: ${text.slice(0, 300)}${printedOf(this.url, answer)}`,
      );
    }
    return { ...envelope, status: answer.status, headers: answer.headers };
  }

  /** A call of the contract that must succeed; what it answers is held against the contract. */
  async call<E extends Endpoint>(
    endpoint: E,
    input: InputOf<E>,
    options: CallOptions = {},
  ): Promise<OutputOf<E>> {
    const fields: Record<string, unknown> = { ...(input as Record<string, unknown>) };
    let path = endpoint.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
      const value = encodeURIComponent(String(fields[name]));
      delete fields[name];
      return value;
    });
    if (endpoint.method === 'GET') {
      const query = new URLSearchParams(Object.entries(fields).map(([name, value]) => [name, String(value)]));
      if (query.size > 0) path += `?${query}`;
    }
    const body = endpoint.method === 'GET' ? undefined : fields;
    const keyed = { ...(endpoint.idempotent && { idempotencyKey: randomUUID() }), ...options };
    const answer = await this.send(endpoint.method, path, body, keyed);
    if (answer.code !== 0) {
      const errors = answer.errors === undefined ? '' : ` ${JSON.stringify(answer.errors)}`;
      const why = `${errors}${printedOf(this.url, answer)}`;
      throw new Error(`${endpoint.method} ${path} answered ${answer.code} "${answer.message}"${why}`);
    }
    return endpoint.output.parse(answer.data) as OutputOf<E>;
  }
}

/** Signs in as a person would: bot check, password, code. */
export async function signIn(server: ServerView, account: DemoAccount): Promise<BackOffice> {
  const office = new BackOffice(server.url);
  const answer = await office.call(login, {
    username: account.username,
    password: account.password,
    captcha: await solveBotCheck(office),
  });
  if ('validate2FA' in answer) {
    const opened = await office.call(validate2FA, {
      validate2FA: answer.validate2FA,
      oneCode: await unusedCode(server, account),
    });
    office.token = opened.access_token;
  } else if ('access_token' in answer) {
    office.token = answer.access_token;
  } else {
    throw new Error(`${account.username} must bind a second factor first`);
  }
  return office;
}

/** One click into a demo account: quick, and it uses up no code. */
export async function enterAs(url: string, username: string, locale?: string): Promise<BackOffice> {
  const office = new BackOffice(url, locale === undefined ? {} : { locale });
  office.token = (await office.call(demoLogin, { username })).access_token;
  return office;
}

/**
 * Solves a fresh challenge; good for one use. By itself and not with the library: that asks a browser's hash, one promise a
 * try, which costs 150 ms of processor where this costs six.
 */
export async function solveBotCheck(office: BackOffice): Promise<string> {
  const { algorithm, challenge, maxnumber, salt, signature } = await office.call(captcha, {});
  let number = 0;
  while (hash('sha256', `${salt}${number}`) !== challenge) {
    if (number === maxnumber) throw new Error('The bot check has no solution');
    number += 1;
  }
  const solved = { algorithm, challenge, number, salt, signature };
  return Buffer.from(JSON.stringify(solved)).toString('base64');
}
