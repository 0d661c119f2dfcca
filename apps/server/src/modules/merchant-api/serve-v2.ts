import type { KeyObject } from 'node:crypto';
import type { Refusal } from '@suanpan/domain/errors';
import type { Locale } from '@suanpan/messages/locale';
import { signResponseV2 } from '@suanpan/signing/v2';
import type { RawReply, RawRequest, RawRoute } from '../../platform/http/bind-raw.ts';
import type { RefusalForm } from '../../platform/http/unread.ts';
import { isFault, toRefusal } from '../../platform/http/fault.ts';
import type { Log } from '../../platform/log.ts';
import { openAdmission } from './admission/admit.ts';
import type { Admission } from './admission/admit.ts';
import { passGate, proveV2 } from './admission/prove-v2.ts';
import type { Door, ProvenRequest } from './admission/prove-v2.ts';
import type { ApiKey, ApiScope } from './admission/key-ring.ts';
import { localeOf } from './call-locale.ts';
import { presentFault } from './fault.present.ts';
import { MerchantFault } from './merchant-fault.ts';
import { readJson } from './read-json.ts';
import { singleValues } from './parse.ts';

/** A request that was let in. */
export interface MerchantCall {
  readonly key: ApiKey;
  readonly params: Readonly<Record<string, string>>;
  /** The body of a POST, the query of a GET; not yet held against its schema. */
  readonly sent: unknown;
  readonly ip: string;
  readonly locale: Locale;
  readonly requestId: string;
  readonly admission: Admission;
}

export interface MerchantAnswer {
  readonly status?: number;
  /** JSON text, or what becomes it. */
  readonly body: unknown;
  readonly replayed?: boolean;
}

export interface MerchantRoute {
  readonly method: 'GET' | 'POST';
  /** Below /api/v2. */
  readonly path: string;
  readonly scope: ApiScope;
  /** The route is let in by the commit of what it does (`admission.askWith`); all others are before they are called. */
  readonly admitsItself?: true;
  readonly handle: (call: MerchantCall) => Promise<MerchantAnswer>;
}

type Answer = RawReply & { readonly body: string };

const bodyLimitBytes = 64 * 1024;

/** A route of API v2: lets the request in, answers in its form and language, and signs the answer. */
export function routeV2(door: Door, log: Log, route: MerchantRoute): RawRoute {
  return {
    method: route.method,
    path: `/api/v2${route.path}`,
    bodyLimitBytes,
    refuse: refuseV2,
    async handle(request) {
      const locale = localeOf(request.headers);
      let proven: ProvenRequest | undefined;
      let answer: Answer;
      try {
        proven = await proveV2(door, request);
        answer = ok(await serve(door, route, request, proven, locale));
      } catch (error) {
        door.denied(request, error, proven?.key);
        answer = faultReply(toKnown(error, log, request.requestId), locale, request.requestId);
      }
      return proven === undefined ? answer : signed(answer, proven.secret, door.clock.now());
    },
  };
}

/** What is wrong with a proven request is said after its nonce was burnt, and a burnt nonce is said before all else. */
async function serve(
  door: Door,
  route: MerchantRoute,
  request: RawRequest,
  { key, nonce }: ProvenRequest,
  locale: Locale,
): Promise<MerchantAnswer> {
  await passGate(door, request, key, { nonce, field: 'X-Nonce' });
  const admission = openAdmission(door, key, nonce);
  try {
    if (route.admitsItself !== true) await admission.ask();
    if (!key.isActive) throw new MerchantFault('merchant_disabled');
    if (!key.scopes.includes(route.scope)) throw new MerchantFault('scope_denied');
    const { ip, params, requestId } = request;
    return await route.handle({ key, params, sent: sentBy(request), ip, locale, requestId, admission });
  } catch (error) {
    await admission.ask();
    throw error;
  }
}

/** Whatever below /api/v2 has no route, or has it by other methods, which are named. */
export function unknownV2(
  method: RawRoute['method'],
  methodsAt: (path: string, method: string) => readonly string[],
): RawRoute {
  return {
    method,
    path: '/api/v2/*',
    bodyLimitBytes,
    refuse: refuseV2,
    async handle({ headers, path, requestId }) {
      const allowed = methodsAt(path, method);
      if (allowed.length === 0)
        return faultReply(new MerchantFault('not_found'), localeOf(headers), requestId);
      const answer = faultReply(new MerchantFault('method_not_allowed'), localeOf(headers), requestId);
      return { ...answer, headers: { allow: allowed.join(', ') } };
    },
  };
}

function sentBy(request: RawRequest): unknown {
  if (request.method === 'GET') return singleValues(request.query);
  const [unexpected] = Object.keys(request.query);
  if (unexpected !== undefined) throw new MerchantFault('invalid_request', { field: unexpected });
  return readJson(request.rawBody);
}

function ok({ status = 200, body, replayed }: MerchantAnswer): Answer {
  return {
    status,
    body: typeof body === 'string' ? body : JSON.stringify(body),
    ...(replayed === true && { headers: { 'idempotent-replayed': 'true' } }),
  };
}

/** Everything nobody expected becomes a refusal whose text never leaves the house. */
function toKnown(error: unknown, log: Log, requestId: string): MerchantFault | Refusal {
  if (error instanceof MerchantFault) return error;
  const refusal = toRefusal(error);
  if (isFault(refusal)) log.error({ err: error, request: requestId }, 'a merchant call failed');
  return refusal;
}

function faultReply(fault: MerchantFault | Refusal, locale: Locale, requestId: string): Answer {
  const { name, http, message, field, retryAfterS, id } = presentFault(fault, locale);
  return {
    status: http,
    body: JSON.stringify({ error: { code: name, message, field, request_id: requestId, id } }),
    ...(retryAfterS !== null && { headers: { 'retry-after': String(retryAfterS) } }),
  };
}

export const refuseV2: NonNullable<RawRoute['refuse']> = (refusal, { headers, requestId }) =>
  faultReply(refusal, localeOf(headers), requestId);

/** What could not be read, so that it met no route. */
export const textV2: RefusalForm['write'] = (refusal, { headers, requestId }) =>
  faultReply(refusal, localeOf(headers), requestId).body;

function signed(answer: Answer, secret: KeyObject, now: Date): RawReply {
  const timestamp = String(Math.floor(now.getTime() / 1000));
  const signature = signResponseV2({ timestamp, status: answer.status, body: answer.body }, secret);
  return { ...answer, headers: { ...answer.headers, 'x-timestamp': timestamp, 'x-signature': signature } };
}
