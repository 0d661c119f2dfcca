import { randomBytes, randomUUID } from 'node:crypto';
import type { MerchantBalance, MerchantCollection } from '@suanpan/contract/merchant/v2';
import { signV2, verifyResponseV2 } from '@suanpan/signing/v2';
import { printedOf } from './server-view.ts';
import type { DemoAccount } from './server-view.ts';

export interface MerchantAnswer<T = unknown> {
  readonly status: number;
  readonly body: T;
  readonly text: string;
  readonly headers: Headers;
}

interface MerchantErrorBody {
  readonly error: { readonly code: string; readonly message: string; readonly field: string | null };
}

/** What a merchant sends for a collection; whatever is left out is drawn or the default of these tests. */
export interface CollectionDraft {
  readonly order_no?: string;
  readonly amount: string;
  readonly currency?: string;
  readonly method?: string;
  readonly product_name?: string;
  readonly payer?: { readonly name?: string; readonly last5?: string; readonly ip?: string };
  readonly notify_url?: string;
  readonly expires_in?: number;
  readonly metadata?: Readonly<Record<string, string>>;
  readonly locale?: string;
}

export interface SendOptions {
  readonly headers?: Readonly<Record<string, string>>;
  /** Signs with another secret than the merchant's. */
  readonly secret?: string;
  readonly nonce?: string;
  readonly timestampS?: number;
}

/** A merchant's own program: signs what it sends, and believes no answer that is not signed. */
export class Merchant {
  readonly account: DemoAccount;
  readonly #url: string;

  constructor(url: string, account: DemoAccount) {
    this.#url = url;
    this.account = account;
  }

  /** A signed call of API v2; `path` may carry a query, `body` may be raw text. */
  async send(
    method: 'GET' | 'POST',
    path: string,
    body?: unknown,
    options: SendOptions = {},
  ): Promise<MerchantAnswer> {
    const { api_key: key = '', api_secret: ownSecret = '' } = this.account;
    const secret = options.secret ?? ownSecret;
    const raw = body === undefined ? '' : typeof body === 'string' ? body : JSON.stringify(body);
    const [bare = '', query = ''] = path.split('?');
    const timestamp = String(options.timestampS ?? Math.floor(Date.now() / 1000));
    const nonce = options.nonce ?? randomUUID();
    const signed = { method, path: `/api/v2${bare}`, query, timestamp, nonce, body: raw };
    const answer = await fetch(`${this.#url}/api/v2${path}`, {
      method,
      headers: {
        'x-api-key': key,
        'x-timestamp': timestamp,
        'x-nonce': nonce,
        'x-signature': signV2(signed, secret),
        'x-localization': 'en',
        ...(raw !== '' && { 'content-type': 'application/json' }),
        ...options.headers,
      },
      ...(raw !== '' && { body: raw }),
      signal: AbortSignal.timeout(60_000),
    });
    const text = await answer.text();
    if (options.secret === undefined && answer.status < 400) this.#believe(answer, text, ownSecret);
    return { status: answer.status, body: JSON.parse(text) as unknown, text, headers: answer.headers };
  }

  #believe(answer: Response, body: string, secret: string): void {
    const timestamp = answer.headers.get('x-timestamp') ?? '';
    const signature = answer.headers.get('x-signature') ?? '';
    if (!verifyResponseV2({ timestamp, status: answer.status, body }, signature, secret)) {
      throw new Error(`An answer was not signed as it must be: ${body.slice(0, 200)}`);
    }
  }

  async #get<T>(method: 'GET' | 'POST', path: string, body?: unknown): Promise<T> {
    const answer = await this.send(method, path, body);
    if (answer.status >= 300) throw new Error(`${method} ${path} answered ${this.#told(answer)}`);
    return answer.body as T;
  }

  create(draft: CollectionDraft): Promise<MerchantAnswer<MerchantCollection & MerchantErrorBody>> {
    return this.send('POST', '/collections', {
      order_no: newOrderNo(),
      currency: 'TWD',
      ...draft,
    }) as Promise<MerchantAnswer<MerchantCollection & MerchantErrorBody>>;
  }

  /** Creates an order that must be made. */
  async order(draft: CollectionDraft): Promise<MerchantCollection> {
    const answer = await this.create(draft);
    if (answer.status !== 201) throw new Error(`An order was not made: ${this.#told(answer)}`);
    return answer.body;
  }

  /** An answer that was not wanted, and why the server gave it. */
  #told(answer: MerchantAnswer): string {
    return `${answer.status} ${answer.text}${printedOf(this.#url, answer)}`;
  }

  read(id: string): Promise<MerchantCollection> {
    return this.#get('GET', `/collections/${id}`);
  }

  byOrderNo(orderNo: string): Promise<MerchantCollection> {
    return this.#get('GET', `/collections?order_no=${orderNo}`);
  }

  balance(currency = 'TWD'): Promise<MerchantBalance> {
    return this.#get('GET', `/balance?currency=${currency}`);
  }

  /** Lets something happen at the sandbox bank. */
  simulate(id: string, scenario: string, amount?: string): Promise<MerchantCollection> {
    return this.#get('POST', `/simulate/collections/${id}`, {
      scenario,
      ...(amount !== undefined && { amount }),
    });
  }

  close(id: string): Promise<MerchantCollection> {
    return this.#get('POST', `/collections/${id}/close`);
  }
}

/** Every order of these tests begins with this, so that they can be told from the demo's own stream. */
export const ownPrefix = 'E2E';

export function newOrderNo(): string {
  return `${ownPrefix}${randomBytes(8).toString('hex').toUpperCase()}`;
}
