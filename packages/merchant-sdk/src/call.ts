import { randomUUID } from 'node:crypto';
import { signV2, verifyResponseV2 } from '@suanpan/signing/v2';
import { MerchantRefusal, MerchantUnknown } from './faults.ts';

export interface MerchantOptions {
  /** Of the house, such as `https://pay.example.com`. */
  readonly origin: string;
  readonly key: string;
  readonly secret: string;
  /** For one call; 30 s without it. */
  readonly timeoutMs?: number;
  /** Language of messages; the house's own without it. */
  readonly locale?: string;
  /** Replaces the clock and the way out, for tests. */
  readonly nowS?: () => number;
  readonly fetch?: typeof fetch;
}

/** One call: a body makes it a POST. Answers what was answered. */
export type Call = <Answer>(
  method: 'GET' | 'POST',
  path: string,
  fields?: Readonly<Record<string, unknown>>,
) => Promise<Answer>;

/**
 * Signs a call, sends it and believes an answer only with its signature. Refusals become MerchantRefusal; everything that
 * leaves open what happened becomes MerchantUnknown. It never sends twice by itself.
 */
export function openCall(options: MerchantOptions): Call {
  const { key, locale, origin, secret } = options;
  const send = options.fetch ?? fetch;
  const nowS = options.nowS ?? (() => Math.floor(new Date().getTime() / 1_000));

  return async <Answer>(
    method: 'GET' | 'POST',
    path: string,
    fields: Readonly<Record<string, unknown>> = {},
  ): Promise<Answer> => {
    const query = method === 'GET' ? queryOf(fields) : '';
    const body = method === 'POST' ? JSON.stringify(fields) : '';
    const whole = `/api/v2${path}`;
    const timestamp = String(nowS());
    const nonce = randomUUID();
    const signature = signV2({ method, path: whole, query, timestamp, nonce, body }, secret);
    const headers = {
      'X-Api-Key': key,
      'X-Timestamp': timestamp,
      'X-Nonce': nonce,
      'X-Signature': signature,
      ...(method === 'POST' && { 'Content-Type': 'application/json' }),
      ...(locale !== undefined && { 'X-LOCALIZATION': locale }),
    };
    let response: Response;
    let text: string;
    try {
      response = await send(`${origin}${whole}${query === '' ? '' : `?${query}`}`, {
        method,
        headers,
        redirect: 'error',
        signal: AbortSignal.timeout(options.timeoutMs ?? 30_000),
        ...(method === 'POST' && { body }),
      });
      text = await response.text();
    } catch (cause) {
      throw new MerchantUnknown('no answer came', { cause });
    }
    const isSigned = verifyResponseV2(
      { timestamp: response.headers.get('x-timestamp') ?? '', status: response.status, body: text },
      response.headers.get('x-signature') ?? '',
      secret,
    );
    if (!response.ok) throw refusalOf(response, text);
    if (!isSigned) throw new MerchantUnknown('the answer is not signed with this secret');
    return read(text) as Answer;
  };
}

function queryOf(fields: Readonly<Record<string, unknown>>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(fields)) {
    if (typeof value === 'string' || typeof value === 'number') query.set(name, `${value}`);
  }
  return query.toString();
}

function read(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new MerchantUnknown('the answer cannot be read', { cause });
  }
}

/** A refusal need not be signed: whoever is not proven yet is answered without. */
function refusalOf(response: Response, text: string): MerchantRefusal | MerchantUnknown {
  let error: { code?: unknown; message?: unknown; field?: unknown; request_id?: unknown } | undefined;
  try {
    ({ error } = JSON.parse(text) as { error?: typeof error });
  } catch {
    error = undefined;
  }
  if (typeof error?.code !== 'string') return new MerchantUnknown(`HTTP ${response.status} without a reason`);
  const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);
  const wait = response.headers.get('retry-after');
  return new MerchantRefusal({
    status: response.status,
    code: error.code,
    message: textOf(error.message) ?? error.code,
    field: textOf(error.field),
    requestId: textOf(error.request_id),
    retryAfterS: wait !== null && /^\d{1,6}$/.test(wait) ? parseInt(wait, 10) : null,
  });
}
