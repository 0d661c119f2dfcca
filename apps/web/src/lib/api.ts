import type { Endpoint, InputOf, OutputOf } from '@suanpan/contract/endpoint';
import { clientErrorCode } from '@suanpan/domain/client-error';
import { idleMs, noteCall } from './activity.ts';
import { CallFault } from './call-fault.ts';
import { currentLocale } from './locale.ts';
import { bindingWanted, currentSession, rightsDoubted, sessionEnded } from './session.ts';
import { faultWords } from './fault-words.ts';

export interface CallOptions {
  readonly signal?: AbortSignal;
  /** Made by a timer and not by a person: it does not keep an idle session alive. */
  readonly background?: boolean;
  /** Made once when the dialog opens, so that a retry or a double click cannot act twice. */
  readonly idempotencyKey?: string;
  /** The caller handles 10001 himself. */
  readonly keepSession?: boolean;
  /** How long an answer is waited for; a minute, where nothing is said. */
  readonly withinMs?: number;
}

interface Envelope {
  code: number;
  message: string;
  data: unknown;
  errors?: Record<string, string[]>;
}

interface Asker {
  readonly token: string | undefined;
  readonly keepSession: boolean;
}

const sessionEndedCode = 10001;
const twoFactorUnboundCode = 20426;
const forbiddenCode = 20403;
const timeoutMs = 60_000;

/** What a screen reads by itself, after news or by a timer, proves nobody when nobody has touched it for so long. */
const unattendedMs = 60_000;

/** Fills `{name}` in the path and hands back what is left for the query or the body. */
function splitPath(
  path: string,
  input: Record<string, unknown>,
): [path: string, rest: Record<string, unknown>] {
  const rest = { ...input };
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = rest[name];
    delete rest[name];
    return encodeURIComponent(typeof value === 'string' ? value : '');
  });
  return [filled, rest];
}

function toQuery(input: Record<string, unknown>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(input)) {
    for (const one of Array.isArray(value) ? value : [value]) {
      if (one !== undefined && one !== null && one !== '') query.append(name, String(one));
    }
  }
  return query.size > 0 ? `?${query}` : '';
}

/** Who asks, and in which language. */
function ownHeaders(): Record<string, string> {
  const headers: Record<string, string> = { 'X-LOCALIZATION': currentLocale(), 'X-Client': 'web' };
  const session = currentSession();
  if (session) headers['Authorization'] = `Bearer ${session.token}`;
  return headers;
}

function requestOf(
  endpoint: Endpoint,
  input: Record<string, unknown>,
  options: CallOptions,
): [string, RequestInit] {
  const [path, rest] = splitPath(endpoint.path, input);
  const headers = ownHeaders();
  if (options.background) headers['X-Background'] = '1';
  if (options.idempotencyKey) headers['Idempotency-Key'] = options.idempotencyKey;
  const hasBody = endpoint.method !== 'GET';
  if (hasBody) headers['Content-Type'] = 'application/json';
  const timeout = AbortSignal.timeout(options.withinMs ?? timeoutMs);
  return [
    `/api${path}${hasBody ? '' : toQuery(rest)}`,
    {
      method: endpoint.method,
      headers,
      credentials: 'same-origin',
      signal: options.signal ? AbortSignal.any([options.signal, timeout]) : timeout,
      ...(hasBody ? { body: JSON.stringify(rest) } : {}),
    },
  ];
}

/** Any HTTP status but 2xx, as specification §8 wants it shown. */
function httpFault(response: Response): CallFault {
  const requestId = response.headers.get('X-Request-Id');
  if (response.status === 504)
    return new CallFault({ kind: 'busy', code: 504, message: faultWords().busy, requestId });
  if (response.status === 429) {
    const seconds = Number.parseInt(response.headers.get('Retry-After') ?? '', 10);
    return new CallFault({
      kind: 'limited',
      code: 429,
      message: faultWords().limited,
      requestId,
      retryAfterS: Number.isNaN(seconds) ? null : seconds,
    });
  }
  return new CallFault({ kind: 'other', code: clientErrorCode, message: 'Error', requestId });
}

async function send(url: string, init: RequestInit, signal: AbortSignal | undefined): Promise<Response> {
  try {
    return await fetch(url, init);
  } catch (cause) {
    if (signal?.aborted) throw cause;
    throw new CallFault({ kind: 'network', code: 0, message: faultWords().network });
  }
}

/**
 * Makes one call of the contract and returns its `data`. Throws `CallFault` for everything else; 10001 also ends
 * the session that asked and 20426 asks for the binding wizard, wherever the call came from.
 */
export async function call<E extends Endpoint>(
  endpoint: E,
  input: InputOf<E>,
  options: CallOptions = {},
): Promise<OutputOf<E>> {
  const background = options.background === true || idleMs() > unattendedMs;
  if (!background) noteCall();
  const [url, init] = requestOf(endpoint, input, { ...options, background });
  const asker = askerNow(options.keepSession);
  const response = await send(url, init, options.signal);
  return (await dataOf(response, asker)) as OutputOf<E>;
}

/** Sends the bytes of a file and returns the `data` of the answer; faults as `call` has them. */
export async function upload(
  path: string,
  file: Blob,
  { idempotencyKey, withinMs = timeoutMs }: Pick<CallOptions, 'idempotencyKey' | 'withinMs'> = {},
): Promise<unknown> {
  noteCall();
  const init: RequestInit = {
    method: 'POST',
    headers: {
      ...ownHeaders(),
      'Content-Type': file.type || 'application/octet-stream',
      ...(idempotencyKey !== undefined && { 'Idempotency-Key': idempotencyKey }),
    },
    credentials: 'same-origin',
    signal: AbortSignal.timeout(withinMs),
    body: file,
  };
  const asker = askerNow();
  return dataOf(await send(`/api${path}`, init, undefined), asker);
}

/** The bytes of a file that the server gives to this session alone; faults as `call` has them. */
export async function fetchBlob(path: string): Promise<Blob> {
  noteCall();
  const init: RequestInit = {
    headers: ownHeaders(),
    credentials: 'same-origin',
    signal: AbortSignal.timeout(timeoutMs),
  };
  const asker = askerNow();
  const response = await send(`/api${path}`, init, undefined);
  const isFile = response.ok && !response.headers.get('Content-Type')?.startsWith('application/json');
  if (isFile) return response.blob();
  await dataOf(response, asker);
  throw httpFault(response);
}

/** Whom an answer may throw out: whoever asked, if the page is still his when it comes. */
function askerNow(keepSession = false): Asker {
  return { token: currentSession()?.token, keepSession };
}

async function dataOf(response: Response, { token, keepSession }: Asker): Promise<unknown> {
  if (!response.ok) throw httpFault(response);
  const envelope = (await response.json().catch(() => null)) as Envelope | null;
  if (envelope === null) throw httpFault(response);
  if (envelope.code === 0) return envelope.data;
  const isAskers = token === currentSession()?.token;
  if (envelope.code === sessionEndedCode && !keepSession && isAskers) {
    sessionEnded.emit({ message: envelope.message });
  }
  if (envelope.code === twoFactorUnboundCode) bindingWanted.emit();
  if (envelope.code === forbiddenCode) rightsDoubted.emit();
  throw new CallFault({
    kind: 'refused',
    code: envelope.code,
    message: envelope.message,
    ...(envelope.errors ? { fields: envelope.errors } : {}),
    requestId: response.headers.get('X-Request-Id'),
  });
}
