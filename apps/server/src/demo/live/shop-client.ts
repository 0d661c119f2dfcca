import { randomBytes } from 'node:crypto';
import { signV2 } from '@suanpan/signing/v2';
import type { WallClock } from '../../platform/clock.ts';

/** A shop and its payer as the server meets them: over HTTP, with nothing but a key and a link. */
export interface ShopClient {
  /** A signed call of the merchant API; `path` begins with /api/v2. */
  post(path: string, body: unknown): Promise<unknown>;
  /** A payer's call, unsigned. Answers the `data` of the envelope. */
  pay(method: 'GET' | 'POST', path: string, body?: unknown): Promise<unknown>;
}

export interface ShopClientOptions {
  readonly origin: string;
  readonly key: string;
  readonly secret: string;
  readonly clock: WallClock;
  readonly signal: AbortSignal;
}

const timeoutMs = 15_000;

/** Calls reject on any answer that is no success, and at once when `signal` says so. */
export function createShopClient({ origin, key, secret, clock, signal }: ShopClientOptions): ShopClient {
  async function send(
    method: string,
    path: string,
    body: string,
    headers: Record<string, string>,
  ): Promise<unknown> {
    const answer = await fetch(`${origin}${path}`, {
      method,
      headers: { ...(body !== '' && { 'content-type': 'application/json' }), ...headers },
      ...(body !== '' && { body }),
      signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path} was answered ${answer.status}: ${text.slice(0, 200)}`);
    return JSON.parse(text);
  }

  return {
    post(path, fields) {
      const body = JSON.stringify(fields);
      const timestamp = String(Math.floor(clock.now().getTime() / 1_000));
      const nonce = randomBytes(12).toString('hex');
      const signature = signV2({ method: 'POST', path, query: '', timestamp, nonce, body }, secret);
      return send('POST', path, body, {
        'x-api-key': key,
        'x-timestamp': timestamp,
        'x-nonce': nonce,
        'x-signature': signature,
      });
    },
    async pay(method, path, fields) {
      const body = fields === undefined ? '' : JSON.stringify(fields);
      const envelope = (await send(method, path, body, {})) as {
        code: number;
        message: string;
        data: unknown;
      };
      if (envelope.code !== 0) throw new Error(`${method} ${path} was refused: ${envelope.message}`);
      return envelope.data;
    },
  };
}
